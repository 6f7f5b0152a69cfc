// Sample 2: a letter in Portuguese, typed on a worn machine. Sender, receiver and affair are invented.
import { createCanvas } from '@napi-rs/canvas';
import { bell, createRandom } from './random.mjs';
import { scan } from './scan.mjs';

const width = 1654;
const height = 2339;
const pitch = 20.2;
const leading = 43;
const columns = 62;

/** A line that starts with a tab is set to the right, as senders and dates are; an empty one is a blank line. */
const paragraphs = [
  '\tOficina de Encadernação Irmãos Falcão',
  '\tRua da Sé Velha, 18 — Coimbra',
  '',
  '\tCoimbra, 14 de Março de 1957',
  '',
  'Exma. Senhora',
  'D. Conceição Brandão de Araújo',
  'Biblioteca da Associação Marítima',
  'Póvoa de Varzim',
  '',
  'Minha Senhora:',
  '',
  'Recebemos ontem, em perfeitas condições, os três caixotes com os livros da vossa associação. São ao todo cento e vinte e sete volumes, e não cento e trinta como dizia a guia; faltam os números 41, 88 e 102 da relação que nos enviou em Janeiro.',
  '',
  'A maior parte está em melhor estado do que receávamos. As lombadas de pele cederam com a humidade, mas o papel resistiu e a impressão não perdeu a cor. Só o diário de bordo da escuna «Atlântida» nos dá cuidado: as últimas páginas estão coladas pela água do mar e não convém abri-las sem as pôr primeiro a secar, devagar, à sombra.',
  '',
  'Quanto ao preço, mantemos o que ficou combinado: vinte e dois escudos e cinquenta centavos por volume, com cosedura à mão e título a ouro. O trabalho ficará pronto até ao fim de Julho, se não vier outra greve dos caminhos-de-ferro.',
  '',
  'Pedimos ainda que nos diga se prefere conservar as antigas folhas de guarda. Algumas têm apontamentos a lápis — nomes, datas, o preço do bacalhau — que, a nosso ver, também são história e mereciam ficar.',
  '',
  'Com os melhores cumprimentos, somos',
  '',
  '\tDe V. Exa. muito atentos e obrigados,',
  '',
  '\tAntónio Falcão',
];

/** Truth for tests: one paragraph per block. */
export const typedLetterText = `${paragraphs.map((text) => text.trim()).join('\n')}\n`;

/** @returns {Promise<Buffer>} JPEG */
export function makeTypedLetter() {
  const page = createCanvas(width, height);
  const context = page.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  const random = createRandom(1957);
  const wear = createHabits(random);
  let row = 0;
  for (const paragraph of paragraphs) {
    for (const text of wrap(paragraph)) {
      const shift = paragraph.startsWith('\t') ? columns - text.length : 0;
      typeLine(context, text, 196 + shift * pitch, 250 + row * leading + bell(random) * 0.8, random, wear);
      row++;
    }
  }
  drawFold(context);
  return scan(page, {
    seed: 14,
    skewDegrees: -0.45,
    paper: [240, 232, 212],
    ink: [44, 42, 58],
    noise: 3.6,
    wear: 0.5,
    showThrough: 0.03,
    quality: 55,
  });
}

/** @param {string} paragraph @returns {string[]} */
function wrap(paragraph) {
  /** @type {string[]} */
  const lines = [];
  let current = '';
  for (const word of paragraph.trim().split(' ')) {
    if (current !== '' && `${current} ${word}`.length > columns) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

/** Every type bar of a machine has its own lasting error. @param {() => number} random */
function createHabits(random) {
  /** @type {Map<string, { x: number, y: number, turn: number, weight: number }>} */
  const habits = new Map();
  return (/** @type {string} */ letter) => {
    const known = habits.get(letter);
    if (known) return known;
    const habit = {
      x: bell(random) * 0.6,
      y: bell(random) * 1.1,
      turn: bell(random) * 0.009,
      weight: random(),
    };
    habits.set(letter, habit);
    return habit;
  };
}

/**
 * @param {import('@napi-rs/canvas').SKRSContext2D} context @param {string} text @param {number} x @param {number} y
 * @param {() => number} random @param {ReturnType<typeof createHabits>} habits
 */
function typeLine(context, text, x, y, random, habits) {
  context.font = '34px "Sample Typewriter"';
  Array.from(text).forEach((letter, column) => {
    const habit = habits(letter);
    context.save();
    context.translate(x + column * pitch + habit.x + bell(random) * 0.4, y + habit.y + bell(random) * 0.4);
    context.rotate(habit.turn);
    context.globalAlpha = 0.72 + 0.28 * random();
    context.fillStyle = '#000';
    context.fillText(letter, 0, 0);
    // A hard stroke leaves a fatter letter.
    context.strokeStyle = '#000';
    context.lineWidth = 0.3 + habit.weight * 0.8 + random() * 0.4;
    context.strokeText(letter, 0, 0);
    context.restore();
  });
}

/** The letter was folded in three. @param {import('@napi-rs/canvas').SKRSContext2D} context */
function drawFold(context) {
  for (const y of [height / 3, (2 * height) / 3]) {
    const shade = context.createLinearGradient(0, y - 9, 0, y + 9);
    shade.addColorStop(0, 'rgba(0,0,0,0)');
    shade.addColorStop(0.5, 'rgba(0,0,0,0.13)');
    shade.addColorStop(1, 'rgba(0,0,0,0)');
    context.fillStyle = shade;
    context.fillRect(0, y - 9, width, 18);
  }
}
