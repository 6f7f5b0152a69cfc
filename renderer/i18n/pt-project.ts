/** Frases sobre projetos, em português. */
import type { enProject } from './en-project';

export const ptProject: Readonly<Record<keyof typeof enProject, string>> = {
  'action.projects': 'Projetos e documentos…',

  'interrupted.title': 'Continuar onde ficou?',
  'interrupted.what_one': 'O programa terminou antes de {{count}} documento ser lido até ao fim.',
  'interrupted.what_other': 'O programa terminou antes de {{count}} documentos serem lidos até ao fim.',
  'interrupted.goOn': 'Continuar',
  'interrupted.later': 'Agora não',

  'project.own': 'Biblioteca própria',
  'project.documents_one': '{{count}} documento que não está aberto',
  'project.documents_other': '{{count}} documentos que não estão abertos',
  'project.none': 'Todos os documentos deste projeto estão abertos.',
  'project.openAll_one': 'Abrir',
  'project.openAll_other': 'Abrir os {{count}}',
  'project.missing': 'Ficheiro não encontrado',
  'project.jobs': 'Trabalhos',
  'project.job.queued': 'À espera',
  'project.job.running': 'Em curso',
  'project.job.paused': 'Suspenso',
  'project.job.interrupted': 'Interrompido',
  'project.job.done': 'Concluído',
  'project.job.failed': 'Terminou antes do fim',
  'project.job.cancelled': 'Parado',
  'project.others': 'Outro projeto',
  'project.choose': 'Abrir pasta de projeto…',
  'project.busy': 'Há páginas a ser lidas; pode abrir-se outro projeto quando isso acabar ou for parado.',
  'project.inUse': 'Outra janela ou programa trabalha neste projeto.',
  'project.readOnly': 'Pode ser visto; o que for lido ou corrigido aqui não fica guardado.',
};
