/** Files that come by drop or paste, anywhere in the window. Gives whether something is being dragged over it. */
import { useEffect, useState } from 'react';
import { openClipboard, openDropped } from '../../store/operations';

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

export function useFileInput(): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    // Each element entered and left tells; the window is left when as many were left as entered.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      depth += 1;
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event.dataTransfer)) return;
      depth -= 1;
      if (depth <= 0) setDragging(false);
    };
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      depth = 0;
      setDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void openDropped(files);
    };
    const paste = (event: ClipboardEvent): void => {
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const types = event.clipboardData?.types ?? [];
      // Files copied in a file manager have paths; a copied picture has only its pixels.
      if (types.includes('text/uri-list') && files.length > 0) void openDropped(files);
      else if (files.length > 0) void openClipboard();
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);
  return dragging;
}
