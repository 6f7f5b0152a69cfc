/** One region read anew: with what, what differs, and whether to take it. */
import { useEffect, useRef, useState } from 'react';
import type { DecodeMode, Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { decodeModes } from '../../../engine/document/labels';
import { useTranslate } from '../../i18n/translate';
import { selectedRegion } from '../../store/region-operations';
import { askForReading, closeReread, type RereadChoice, stopReread, takeProposal } from '../../store/reread';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Choice, Field, Select } from '../../ui/fields';
import { RegionPicture } from './region-picture';
import styles from './reread.module.css';
import { TextDifference } from './text-difference';

export function RereadDialog() {
  const region = useStore(selectedRegion);
  return region ? <Reread key={region.id} region={region} /> : null;
}

const tasks = ['text', 'table', 'formula'] as const;

function Reread({ region }: { readonly region: Region }) {
  const t = useTranslate();
  const proposal = useStore((state) => state.proposal);
  const status = useStore((state) => state.status);
  const readers = status?.readers.filter(({ usable }) => usable) ?? [];
  const [task, setTask] = useState<RereadChoice['task']>(region.task === 'none' ? 'text' : region.task);
  const [model, setModel] = useState('');
  const [decode, setDecode] = useState<DecodeMode>('self-speculative');
  const state = proposal?.state ?? 'choosing';
  const footer = useRef<HTMLDivElement>(null);
  // The main button changes; the keyboard stays with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of state
  useEffect(() => {
    footer.current?.querySelector<HTMLElement>('[data-main]')?.focus();
  }, [state]);
  // As before: as what read it last.
  const before = region.readings[region.readings.length - 1];
  const decodes =
    model === ''
      ? before?.tokens !== undefined
      : readers.some((each) => each.id === model && each.decodesTokens);
  const ask = (): void => {
    void askForReading(region.id, {
      task,
      ...(decodes ? { decode } : {}),
      ...(model === '' ? {} : { model }),
    });
  };
  const current = currentText(region);
  const reading = proposal?.reading;
  const same = reading !== undefined && reading.text === current?.text && reading.format === current.format;
  const guarded = region.correction !== undefined || region.state === 'checked';
  return (
    <Dialog
      title={t('reread.title')}
      width="wide"
      onClose={closeReread}
      footer={
        <div ref={footer} className={styles.footer}>
          {state === 'reading' ? (
            <Button data-main onClick={stopReread}>
              {t('reread.stop')}
            </Button>
          ) : state === 'ready' ? (
            <>
              <Button onClick={ask}>{t('reread.again')}</Button>
              <Button data-main={same || undefined} onClick={closeReread}>
                {t('reread.keep')}
              </Button>
              <Button
                kind="primary"
                data-main={!same || undefined}
                disabled={same}
                onClick={() => void takeProposal(region)}
              >
                {t('reread.take')}
              </Button>
            </>
          ) : (
            <Button kind="primary" data-main onClick={ask}>
              {t('reread.run')}
            </Button>
          )}
        </div>
      }
    >
      <RegionPicture region={region} />
      <Field label={t('reread.task')}>
        <Choice
          name={t('reread.task')}
          value={task}
          disabled={state === 'reading'}
          options={tasks.map((value) => ({ value, label: t(`reread.task.${value}`) }))}
          onChange={setTask}
        />
      </Field>
      <Field label={t('reread.model')}>
        <Select
          label={t('reread.model')}
          value={model}
          options={[
            { value: '', label: t('reread.model.same') },
            ...readers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setModel}
        />
        {decodes && (
          <Select
            label={t('reread.decode')}
            value={decode}
            options={decodeModes.map((value) => ({ value, label: t(`reread.decode.${value}`) }))}
            onChange={setDecode}
          />
        )}
      </Field>
      <div className={styles.outcome} aria-live="polite">
        {state === 'reading' && <p className={styles.working}>{t('reread.running')}</p>}
        {state === 'failed' && (
          <p className={styles.failed} role="alert">
            {proposal?.message}
          </p>
        )}
        {reading &&
          (same ? (
            <p>{t('reread.same')}</p>
          ) : (
            <TextDifference before={current?.text ?? ''} after={reading.text} />
          ))}
        {reading && !same && guarded && <p className={styles.guards}>{t('reread.guards')}</p>}
      </div>
    </Dialog>
  );
}
