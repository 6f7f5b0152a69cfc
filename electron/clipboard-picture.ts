/** The picture on the clipboard as PNG bytes. Electron changed the call: asynchronous items now, one call in 22. */
import { clipboard } from 'electron';

interface OldClipboard {
  readImage(): { isEmpty(): boolean; toPNG(): Buffer };
}

const isOld = (value: object): value is OldClipboard => 'readImage' in value;

export async function pictureOnClipboard(): Promise<Buffer | undefined> {
  const board: object = clipboard;
  if (isOld(board)) {
    const picture = board.readImage();
    return picture.isEmpty() ? undefined : picture.toPNG();
  }
  for (const item of await clipboard.read()) {
    if (item.types.includes('image/png')) {
      const blob: Blob = await item.getType('image/png');
      return Buffer.from(await blob.arrayBuffer());
    }
  }
  return undefined;
}
