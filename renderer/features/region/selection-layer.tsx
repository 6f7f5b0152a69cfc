/** What lies over the boxes of a page: handles of the selected region, what is being drawn or cut, the caret's line. */
import type { Page } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { useStore } from '../../store/store';
import { DoubtBoxes } from '../marks/doubt-boxes';
import { cutLine, handles, printedLine } from './page-geometry';
import styles from './region.module.css';

const cursors = ['nwse', 'ns', 'nesw', 'ew', 'nwse', 'ns', 'nesw', 'ew'];
const side = 9;

export function SelectionLayer({ page, scale }: { readonly page: Page; readonly scale: number }) {
  const region = useStore((state) => page.regions.find(({ id }) => id === state.regionId));
  const moving = useStore((state) => state.moving);
  const cutting = useStore((state) => state.cutting);
  const caretLine = useStore((state) => state.caretLine);
  const box = moving && moving.regionId === region?.id ? moving.box : region?.box;
  const line =
    region && caretLine !== undefined
      ? printedLine(region, currentText(region)?.text ?? '', caretLine)
      : undefined;
  const cut = region && cutting?.regionId === region.id ? cutLine(region, cutting.at) : undefined;
  return (
    <>
      <DoubtBoxes page={page} scale={scale} />
      {line && (
        <rect
          className={styles.caretLine}
          x={line.x * scale}
          y={line.y * scale}
          width={line.width * scale}
          height={line.height * scale}
          rx={2}
        />
      )}
      {box &&
        !cut &&
        handles.map((edges, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: always the same eight
            key={index}
            className={styles.handle}
            data-handle={index}
            style={{ cursor: `${cursors[index]}-resize` }}
            x={(box.x + (box.width * (edges.x + 1)) / 2) * scale - side / 2}
            y={(box.y + (box.height * (edges.y + 1)) / 2) * scale - side / 2}
            width={side}
            height={side}
            rx={2}
          />
        ))}
      {moving?.regionId === 'new' && (
        <rect
          className={styles.drawn}
          x={moving.box.x * scale}
          y={moving.box.y * scale}
          width={moving.box.width * scale}
          height={moving.box.height * scale}
          rx={2}
        />
      )}
      {cut && (
        <line
          className={styles.cut}
          x1={cut.x1 * scale}
          y1={cut.y1 * scale}
          x2={cut.x2 * scale}
          y2={cut.y2 * scale}
        />
      )}
    </>
  );
}
