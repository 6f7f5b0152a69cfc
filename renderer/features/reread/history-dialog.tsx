/** What was ever read or written for a region, newest first, each to be taken again. */
import type { Region, TextFormat } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { useTranslate } from '../../i18n/translate';
import { selectedRegion, takeText } from '../../store/region-operations';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TableText } from '../table/table-text';
import { Latex } from '../text/latex';
import { RegionPicture } from './region-picture';
import styles from './reread.module.css';

export function HistoryDialog() {
  const region = useStore(selectedRegion);
  return region ? <History region={region} /> : null;
}

interface Entry {
  readonly name: string;
  readonly text: string;
  readonly format: TextFormat;
}

function History({ region }: { readonly region: Region }) {
  const t = useTranslate();
  const models = useStore((state) => state.status?.models);
  const locale = useStore((state) => state.locale);
  const close = (): void => set({ dialog: undefined });
  const current = currentText(region);
  const modelName = (id: string): string =>
    id === 'existing-text'
      ? t('history.existing')
      : t('history.reading', { model: models?.find((model) => model.id === id)?.name ?? id });
  const entries: Entry[] = [];
  const add = (entry: Entry): void => {
    if (!entries.some(({ text, format }) => text === entry.text && format === entry.format))
      entries.push(entry);
  };
  if (region.correction) add({ name: t('history.correction'), ...region.correction });
  for (const { model, text, format } of [...region.readings].reverse())
    add({ name: modelName(model), text, format });
  for (const { what, before, format, at } of [...region.history].reverse()) {
    if (before === undefined || !holdsText.has(what)) continue;
    const time = new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
    const known = format ?? formatOf(before, current?.format);
    add({ name: t('history.former', { time }), text: before, format: known });
  }
  return (
    <Dialog title={t('history.title')} width="wide" onClose={close}>
      <RegionPicture region={region} />
      {entries.length === 0 && <p>{t('history.none')}</p>}
      <ol className={styles.entries}>
        {entries.map((entry) => {
          const isCurrent = entry.text === current?.text && entry.format === current.format;
          return (
            <li
              key={`${entry.format} ${entry.text}`}
              className={styles.entry}
              data-current={isCurrent || undefined}
            >
              <div className={styles.entryHead}>
                <strong>{entry.name}</strong>
                {isCurrent ? (
                  <span>{t('history.current')}</span>
                ) : (
                  <Button
                    onClick={() => {
                      close();
                      void takeText(region, entry.text, entry.format);
                    }}
                  >
                    {t('reread.take')}
                  </Button>
                )}
              </div>
              <div className={styles.entryText}>
                <EntryText entry={entry} />
              </div>
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}

const holdsText: ReadonlySet<string> = new Set(['text', 'reading', 'split', 'merge']);

/** Of a text whose format an earlier version did not keep. */
function formatOf(text: string, current: TextFormat | undefined): TextFormat {
  if (/^\s*<table[\s>]/i.test(text)) return 'table-html';
  return current === undefined || current === 'table-html' ? 'plain' : current;
}

function EntryText({ entry: { text, format } }: { readonly entry: Entry }) {
  const t = useTranslate();
  if (text.trim() === '') return <em>{t('review.empty')}</em>;
  if (format === 'table-html') return <TableText html={text} />;
  if (format === 'latex') return <Latex latex={text} display />;
  return text;
}
