/** The window's Portuguese: marks on words, details of marks, spelling. */
import type { enMarks } from './en-marks';

export const ptMarks: Readonly<Record<keyof typeof enMarks, string>> = {
  'doubt.word': 'Lida com dúvida',
  'doubt.words_one': '{{count}} palavra duvidosa',
  'doubt.words_other': '{{count}} palavras duvidosas',
  'review.doubtfulWord': 'Palavra duvidosa: {{word}}',

  'detail.text-beyond-limit': 'O texto é mais longo do que o limite.',
  'detail.table-beyond-limit': 'A tabela é mais longa do que o modelo de tabelas consegue descrever.',
  'detail.repeated': 'Uma passagem que aparecia {{number}} vezes seguidas ficou uma só vez.',
  'detail.no-text': 'Uma mancha que provavelmente não é texto.',
  'detail.turned': '{{number}}°',
  'detail.straightened': '{{number}}°',

  'settings.correcting': 'Correção',
  'settings.doubtMarks': 'Palavras marcadas como duvidosas',
  'settings.doubtMarks.none': 'Nenhuma',
  'settings.doubtMarks.few': 'Poucas',
  'settings.doubtMarks.usual': 'Normal',
  'settings.doubtMarks.many': 'Muitas',
  'settings.doubtMarks.note': 'As palavras de que o leitor tinha menos certeza. F7 leva de uma à seguinte.',
  'settings.spellCheck': 'Verificar a ortografia ao corrigir',
  'settings.spellCheck.note': 'Só com dicionários deste computador. Ctrl+F7 mostra sugestões.',
  'settings.spellingLanguage': 'Língua',
  'settings.spellingLanguage.auto': 'A de cada documento',
  'settings.dictionaries': 'Dicionários próprios',
  'settings.dictionaries.note':
    'Dicionários Hunspell, como os do LibreOffice: escolha os ficheiros .aff e .dic.',
  'settings.dictionaries.add': 'Acrescentar dicionário…',
  'settings.dictionaries.remove': 'Retirar o dicionário {{name}}',
  'settings.ownWords': 'Palavras próprias',
  'settings.ownWords.none': 'Ainda nenhuma.',
  'settings.ownWords.remove': 'Retirar {{word}}',

  'action.spelling': 'Sugestões de ortografia',
  'spelling.menu': 'Sugestões para {{word}}',
  'spelling.none': 'Sem sugestões',
  'spelling.add': 'Juntar «{{word}}» às palavras próprias',
  'spelling.added': '{{word}} é agora uma das suas palavras.',
  'spelling.allRight': 'Não se conhecem erros de ortografia neste texto.',
  'spelling.dictionaryAdded': 'O dicionário {{name}} foi acrescentado.',
};
