/** Cropping, splitting, putting in and removing pages, in Portuguese. */
import type { enPages } from './en-pages';

export const ptPages: Readonly<Record<keyof typeof enPages, string>> = {
  'action.crop-page': 'Recortar a página…',
  'action.split-page': 'Dividir página dupla…',
  'action.insert-before': 'Inserir páginas antes…',
  'action.insert-after': 'Inserir páginas depois…',
  'action.remove-page': 'Retirar a página do documento',
  'pages.from': 'de {{name}}',
  'pages.cropped_one':
    'Recortada. As regiões de fora ficam guardadas e voltam quando o recorte for alargado.',
  'pages.cropped_other':
    '{{count}} páginas recortadas. As regiões de fora ficam guardadas e voltam quando o recorte for alargado.',
  'pages.split_one': 'Dividida em duas; regiões e correções foram para a sua metade.',
  'pages.split_other': '{{count}} páginas divididas em duas; regiões e correções foram para a sua metade.',
  'pages.removed_one': 'Página retirada do documento. O ficheiro não muda; anular traz a página de volta.',
  'pages.removed_other':
    '{{count}} páginas retiradas do documento. O ficheiro não muda; anular trá-las de volta.',
  'pages.inserted_one': '{{count}} página inserida',
  'pages.inserted_other': '{{count}} páginas inseridas',
  'pages.lastStays': 'Um documento fica com pelo menos uma página. Feche antes o documento.',
  'pages.readAgain': 'Ler de novo',
  'pages.read': 'Ler',
  'crop.title': 'Recortar',
  'crop.left': 'Margem esquerda',
  'crop.top': 'Margem superior',
  'crop.right': 'Margem direita',
  'crop.bottom': 'Margem inferior',
  'crop.keys':
    'Arraste as margens, desenhe uma nova moldura ou mova uma margem com as setas (Shift: mais longe).',
  'crop.percent': '{{edge}}, percentagem da página',
  'crop.whole': 'Página inteira',
  'crop.apply_one': 'Recortar a página',
  'crop.apply_other': 'Recortar {{count}} páginas',
  'split.title': 'Dividir página dupla',
  'split.cut': 'Onde cortar',
  'split.percent': 'Corte, percentagem da largura',
  'split.keys': 'Arraste a linha ou mova-a com as setas (Shift: mais longe).',
  'split.fold': 'Na dobra',
  'split.each': 'Cada página na sua dobra',
  'split.first': 'Lida primeiro',
  'split.left': 'Metade esquerda',
  'split.right': 'Metade direita',
  'split.apply_one': 'Dividir a página',
  'split.apply_other': 'Dividir {{count}} páginas',
  'batch.line.removed': 'Retiradas',
};
