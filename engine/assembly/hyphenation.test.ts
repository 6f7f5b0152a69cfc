import { describe, expect, test } from 'vitest';
import { collectVocabulary, joinLines } from './hyphenation';

const nothing = collectVocabulary([]);

test.each([
  ['a broken word', 'the recog-', 'nition of text', 'the recognition of text'],
  ['two words', 'the end', 'of a line', 'the end of a line'],
  ['a soft hyphen', 'recog\u00ad', 'nition', 'recognition'],
  ['the transcriber’s sign ¬', 'recog¬', 'nition', 'recognition'],
  ['a compound', 'a self-', 'supervised model', 'a self-supervised model'],
  ['a chain of hyphens', 'state-of-the-', 'art methods', 'state-of-the-art methods'],
  ['a name', 'Jean-', 'Pierre', 'Jean-Pierre'],
  ['capitals', 'RECOG-', 'NITION', 'RECOGNITION'],
  ['numbers', 'in 1990-', '1995', 'in 1990-1995'],
  ['a code', 'COVID-', '19', 'COVID-19'],
  ['German', 'Verarbei-', 'tung', 'Verarbeitung'],
  ['a suspended hyphen', 'Ein-', 'und Ausgabe', 'Ein- und Ausgabe'],
  ['Portuguese, hyphen repeated', 'disse-', '-me ontem', 'disse-me ontem'],
  ['Portuguese with accents', 'informa-', 'ção', 'informação'],
  ['Portuguese pronoun', 'deu-', 'lhe o livro', 'deu-lhe o livro'],
  ['Chinese', '文字识', '别', '文字识别'],
  ['Chinese with Latin', '使用GPU', '进行', '使用GPU进行'],
  ['a dash set close', 'the word—', 'and more', 'the word—and more'],
  ['a dash set apart', 'the word –', 'and more', 'the word – and more'],
  ['a minus at the end of a price', 'costs 5 -', 'or so', 'costs 5 - or so'],
])('%s', (_name, previous, next, joined) => {
  expect(joinLines(previous, next, nothing)).toBe(joined);
});

describe('the document itself is the witness', () => {
  test('a compound seen within a line keeps its hyphen', () => {
    const words = collectVocabulary(['many non-linear effects', 'a']);
    expect(joinLines('a non-', 'linear effect', words)).toBe('a non-linear effect');
  });

  test('halves at the ends of lines are no witnesses', () => {
    const words = collectVocabulary(['the recog-', 'nition is here']);
    expect(joinLines('recog-', 'nition', words)).toBe('recognition');
    expect(words.has('recog')).toBe(false);
  });

  test('the commoner of two spellings is taken', () => {
    const lines = ['a non-linear and a nonlinear part', 'the non-linear one'];
    expect(joinLines('non-', 'linear', collectVocabulary(lines))).toBe('non-linear');
    const others = [...lines, 'nonlinear, nonlinear and nonlinear again'];
    expect(joinLines('non-', 'linear', collectVocabulary(others))).toBe('nonlinear');
    // A word that is known whole is no reason to break a compound that is commoner.
    expect(joinLines('NON-', 'LINEAR', collectVocabulary(lines))).toBe('NON-LINEAR');
  });

  test('no half of a broken word counts, whichever line it stands on', () => {
    const words = collectVocabulary(['one recog-', 'nition of recog-', 'nition', 'nition']);
    expect([...words]).toEqual([
      ['one', 1],
      ['of', 1],
      ['nition', 1],
    ]);
  });
});
