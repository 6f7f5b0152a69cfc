/** Reading one region anew: a proposal first, compared with what is there, and taken only if the person says so. */
import type { DecodeMode, Line, Reading, Region, RegionMark, RequestedEdit } from '../../engine/document';
import { currentText } from '../../engine/document/current-text';
import { errorDataOf, requestEngine } from '../bridge';
import { endLive } from '../features/live/live-store';
import { translate } from '../i18n/translate';
import { edited, editHere } from './edits';
import { toast } from './notices';
import { selectedRegion } from './region-operations';
import { currentDocumentId } from './selectors';
import { get, set } from './store';

export interface RereadChoice {
  readonly task: 'text' | 'table' | 'formula';
  /** The one of the last reading when left out. */
  readonly model?: string;
  readonly decode?: DecodeMode;
}

let asked = 0;

export function openReread(): void {
  const region = selectedRegion(get());
  if (region) set({ dialog: 'reread', proposal: { regionId: region.id, state: 'choosing' } });
}

export function closeReread(): void {
  if (get().proposal?.state === 'reading') stopReread();
  set({ dialog: undefined, proposal: undefined });
}

export function stopReread(): void {
  asked += 1;
  const { proposal } = get();
  if (proposal) set({ proposal: { regionId: proposal.regionId, state: 'choosing' } });
  // Only what was asked for here stops; a running job has its own.
  if (!get().running) void requestEngine('cancel', {}).catch(() => {});
}

export async function askForReading(regionId: string, choice: RereadChoice): Promise<void> {
  const documentId = currentDocumentId(get());
  if (documentId === undefined) return;
  asked += 1;
  const mine = asked;
  set({ proposal: { regionId, state: 'reading' } });
  try {
    await edited();
    const answer = await requestEngine('read-region', { documentId, regionId, ...choice });
    if (mine === asked) set({ proposal: { regionId, state: 'ready', ...answer } });
  } catch (error) {
    if (mine === asked) set({ proposal: { regionId, state: 'failed', message: errorDataOf(error).message } });
  } finally {
    endLive();
  }
}

/**
 * The new reading becomes the region's text, in one step of undo. A correction or a checked text gives way, and stands
 * in the region's history.
 */
export async function takeProposal(region: Region): Promise<void> {
  const { proposal } = get();
  const { reading, lines, marks } = proposal ?? {};
  if (!reading || proposal?.regionId !== region.id) return;
  set({ dialog: undefined, proposal: undefined });
  await editHere(...readingEdits(region, { reading, lines, marks }));
  toast('success', translate('reread.taken'));
}

interface NewReading {
  readonly reading: Reading;
  readonly lines?: readonly Line[] | undefined;
  readonly marks?: readonly RegionMark[] | undefined;
}

/** Makes a new reading the region's text. */
export function readingEdits(region: Region, { reading, lines, marks }: NewReading): RequestedEdit[] {
  const kept =
    region.correction !== undefined || (region.state === 'checked' && currentText(region) !== undefined);
  const edits: RequestedEdit[] = [
    {
      kind: 'add-reading',
      regionId: region.id,
      reading,
      ...(lines === undefined ? {} : { lines: [...lines] }),
      ...(marks === undefined ? {} : { marks: [...marks] }),
    },
  ];
  if (kept) edits.push({ kind: 'set-text', regionId: region.id, text: null });
  if (region.state !== 'unchecked' && region.state !== 'left-out') {
    edits.push({ kind: 'set-state', regionId: region.id, state: 'unchecked' });
  }
  return edits;
}
