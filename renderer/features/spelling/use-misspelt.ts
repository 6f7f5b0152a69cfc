/** The misspelt words of a text that is being corrected; looked up when typing rests. */
import { useEffect, useMemo } from 'react';
import { spelledWords, type WordRange } from '../../../engine/document/words-of-text';
import { isMisspelt, lookUp } from '../../store/spelling';
import { useStore } from '../../store/store';

const restMs = 250;
const none: readonly WordRange[] = [];

export function useMisspelt(text: string): readonly WordRange[] {
  const on = useStore((state) => state.settings.spellCheck);
  const turn = useStore((state) => state.spellingTurn);
  const language = useStore((state) => state.settings.spellingLanguage);
  const words = useMemo(() => (on ? spelledWords(text, false) : none), [text, on]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words are looked up anew when dictionaries have changed
  useEffect(() => {
    if (words.length === 0) return;
    const timer = setTimeout(
      () => void lookUp(words.map(({ start, end }) => text.slice(start, end))),
      restMs,
    );
    return () => clearTimeout(timer);
  }, [words, text, turn, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` says that more is known
  return useMemo(
    () => words.filter(({ start, end }) => isMisspelt(text.slice(start, end))),
    [words, text, turn, language],
  );
}
