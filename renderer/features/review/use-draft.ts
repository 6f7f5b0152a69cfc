/**
 * A text on its way from a field to the document: sent when typing rests, when the field is left and before every other
 * edit; never while an input method composes. Each send is a step of undo.
 */
import { useCallback, useEffect, useRef } from 'react';
import type { Region, TextFormat } from '../../../engine/document';
import { commitUnfinished, sendEdits, whenCommitting } from '../../store/edits';
import { currentDocumentId } from '../../store/selectors';
import { get } from '../../store/store';

const restMs = 700;

export interface Draft {
  /** The field has this now. */
  readonly change: (text: string) => void;
  readonly compose: (composing: boolean) => void;
}

/**
 * `text`: as the document has it. `onOther`: it was changed elsewhere (undo, replacing) and the field has to show it.
 */
export function useDraft(
  region: Region,
  text: string,
  format: TextFormat,
  onOther: (text: string) => void,
): Draft {
  const documentId = useRef(currentDocumentId(get()));
  /** What the field shows, what was sent last, and what was sent and has not come back yet. */
  const now = useRef(text);
  const sent = useRef(text);
  const underway = useRef<string[]>([]);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const regionId = region.id;

  const send = useCallback(() => {
    clearTimeout(timer.current);
    if (composing.current || now.current === sent.current || documentId.current === undefined) return;
    const next = now.current;
    sent.current = next;
    underway.current.push(next);
    void sendEdits(documentId.current, [{ kind: 'set-text', regionId, text: next, format }]);
  }, [regionId, format]);

  useEffect(() => {
    const stop = whenCommitting(send);
    // Closing the window does not wait; what is sent before it goes still arrives.
    window.addEventListener('beforeunload', commitUnfinished);
    return () => {
      window.removeEventListener('beforeunload', commitUnfinished);
      composing.current = false;
      send();
      stop();
    };
  }, [send]);

  useEffect(() => {
    const at = underway.current.indexOf(text);
    if (at >= 0) {
      underway.current.splice(0, at + 1);
      return;
    }
    if (text === sent.current) return;
    sent.current = text;
    now.current = text;
    underway.current = [];
    onOther(text);
  }, [text, onOther]);

  const change = useCallback(
    (next: string) => {
      now.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(send, restMs);
    },
    [send],
  );
  const compose = useCallback((value: boolean) => {
    composing.current = value;
  }, []);
  return { change, compose };
}
