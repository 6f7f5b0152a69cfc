/** Export: what, in which formats, where to; then what was written. */
import { CircleCheck, FolderOpen, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { shell } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { attempt, chooseExportFolder, exportDocuments } from '../../store/operations';
import { currentDocumentId } from '../../store/selectors';
import type { ExportState } from '../../store/state';
import { get, set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Choice, Field } from '../../ui/fields';
import styles from './export.module.css';
import { FormatChecks, KeepChecks } from './export-choices';

const listed = 6;

export function ExportDialog() {
  const t = useTranslate();
  const documentIds = useStore((state) => state.documentIds);
  const current = useStore(currentDocumentId);
  const exporting = useStore((state) => state.exporting);
  const formats = useStore((state) => state.settings.formats);
  const [what, setWhat] = useState<'this' | 'all'>('all');
  const [onExists, setOnExists] = useState<'rename' | 'replace' | 'skip'>('rename');
  const chosen = what === 'all' || current === undefined ? documentIds : [current];
  const unread = useStore((state) =>
    chosen
      .flatMap((id) => state.documents[id]?.pageIds ?? [])
      .reduce((count, id) => count + (state.pages[id]?.status === 'done' ? 0 : 1), 0),
  );
  const close = (): void => set({ dialog: undefined, exporting: { ...get().exporting, result: undefined } });
  const ready = exporting.folder !== undefined && formats.length > 0 && !exporting.running;
  return (
    <Dialog
      title={t('export.title')}
      width="narrow"
      onClose={close}
      footer={
        exporting.result ? (
          <Button kind="primary" onClick={close}>
            {t('dialog.close')}
          </Button>
        ) : (
          <Button kind="primary" disabled={!ready} onClick={() => void exportDocuments(chosen, onExists)}>
            {exporting.running ? t('export.running') : t('export.run')}
          </Button>
        )
      }
    >
      {exporting.result ? (
        <ExportResult result={exporting.result} />
      ) : (
        <>
          {documentIds.length > 1 && (
            <Field label={t('export.what')}>
              <Choice
                name={t('export.what')}
                value={what}
                options={[
                  { value: 'all', label: t('export.all', { count: documentIds.length }) },
                  { value: 'this', label: t('export.this') },
                ]}
                onChange={setWhat}
              />
            </Field>
          )}
          <Field label={t('export.formats')}>
            <FormatChecks />
          </Field>
          <Field label={t('export.keep')}>
            <KeepChecks />
          </Field>
          <Field label={t('export.folder')}>
            <Button icon={FolderOpen} onClick={() => void chooseExportFolder()}>
              {t('export.choose')}
            </Button>
            <span className={styles.folder}>{exporting.folder?.name ?? t('export.noFolder')}</span>
          </Field>
          <Field label={t('export.exists')}>
            <Choice
              name={t('export.exists')}
              value={onExists}
              options={[
                { value: 'rename', label: t('export.rename') },
                { value: 'replace', label: t('export.replace') },
                { value: 'skip', label: t('export.skip') },
              ]}
              onChange={setOnExists}
            />
          </Field>
          {unread > 0 && (
            <p className={styles.warning}>
              <TriangleAlert aria-hidden size={15} />
              {t('export.unread', { count: unread })}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

function ExportResult({ result }: { readonly result: NonNullable<ExportState['result']> }) {
  const t = useTranslate();
  const { files, failed } = result;
  return (
    <div className={styles.result} role="status">
      <p className={styles.summary}>
        {files.length > 0 && <CircleCheck aria-hidden size={20} />}
        {files.length > 0
          ? t('export.done', { count: files.length })
          : failed.length === 0 && t('export.none')}
      </p>
      <ul>
        {files.slice(0, listed).map(({ handle, name }) => (
          <li key={handle}>
            <span>{name}</span>
            <Button kind="quiet" icon={FolderOpen} onClick={() => void attempt(() => shell.showFile(handle))}>
              {t('export.show')}
            </Button>
          </li>
        ))}
        {files.length > listed && <li>{t('export.more', { count: files.length - listed })}</li>}
      </ul>
      {failed.length > 0 && (
        <>
          <p className={styles.warning}>
            <TriangleAlert aria-hidden size={15} />
            {t('export.failed', { count: failed.length })}
          </p>
          <ul>
            {failed.map((error) => (
              <li key={`${error.file} ${error.message}`}>{error.message}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
