/** The window as a whole: tools above, documents, page and text side by side, the running job below. */
import styles from './app.module.css';
import { BatchView } from './features/batch/batch-view';
import { ExportDialog } from './features/export/export-dialog';
import { IdentityDialog } from './features/identity/identity-dialog';
import { JobBar } from './features/job/job-bar';
import { Library } from './features/library/library';
import { DecodePane } from './features/live/decode-pane';
import { Announcer } from './features/notices/announcer';
import { Toasts } from './features/notices/toasts';
import { PageView } from './features/page/page-view';
import { CropDialog } from './features/pages/crop-dialog';
import { SplitDialog } from './features/pages/split-dialog';
import { StraightenDialog } from './features/pages/straighten-dialog';
import { Palette } from './features/palette/palette';
import { Shortcuts } from './features/palette/shortcuts';
import { Problems } from './features/problems/problems';
import { InterruptedDialog } from './features/project/interrupted-dialog';
import { ProjectDialog } from './features/project/project-dialog';
import { ProjectNotice } from './features/project/project-notice';
import { HistoryDialog } from './features/reread/history-dialog';
import { PageRereadDialog } from './features/reread/page-reread-dialog';
import { RereadDialog } from './features/reread/reread-dialog';
import { SettingsDialog } from './features/settings/settings-dialog';
import { TextPane } from './features/text/text-pane';
import { Toolbar } from './features/toolbar/toolbar';
import { DropVeil } from './features/welcome/drop-veil';
import { useFileInput } from './features/welcome/use-file-input';
import { Welcome } from './features/welcome/welcome';
import { useStore } from './store/store';
import { Splitter } from './ui/splitter';

export function App() {
  const dragging = useFileInput();
  const hasDocuments = useStore((state) => state.documentIds.length > 0);
  const showLibrary = useStore((state) => state.showLibrary);
  const showText = useStore((state) => state.showText);
  const showDecoding = useStore((state) => state.showDecoding);
  const showBatch = useStore((state) => state.showBatch);
  return (
    <div className={styles.app}>
      <Toolbar />
      <ProjectNotice />
      {hasDocuments ? (
        <main className={styles.main}>
          {showLibrary && <Library />}
          {showBatch ? (
            <BatchView />
          ) : (
            <Splitter
              first={<PageView />}
              second={
                showText || showDecoding ? (
                  <div className={styles.column}>
                    {showText && <TextPane />}
                    {showDecoding && <DecodePane />}
                  </div>
                ) : undefined
              }
            />
          )}
        </main>
      ) : (
        <main className={styles.main}>
          <Welcome />
        </main>
      )}
      <JobBar />
      <CurrentDialog />
      <Toasts />
      <Announcer />
      {dragging && <DropVeil />}
    </div>
  );
}

function CurrentDialog() {
  const dialog = useStore((state) => state.dialog);
  switch (dialog) {
    case 'export':
      return <ExportDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <Shortcuts />;
    case 'problems':
      return <Problems />;
    case 'interrupted':
      return <InterruptedDialog />;
    case 'projects':
      return <ProjectDialog />;
    case 'identity':
      return <IdentityDialog />;
    case 'reread':
      return <RereadDialog />;
    case 'reread-page':
      return <PageRereadDialog />;
    case 'history':
      return <HistoryDialog />;
    case 'straighten':
      return <StraightenDialog />;
    case 'crop-page':
      return <CropDialog />;
    case 'split-page':
      return <SplitDialog />;
    case undefined:
      return null;
  }
}
