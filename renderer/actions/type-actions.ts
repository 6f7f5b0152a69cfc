/** What a region is: one letter each, digits for the depth of headings. Letters only while the regions have the keyboard. */
import type { RegionLabel } from '../../engine/document';
import { hasRegion, selectedRegion, setLabel, setLevel } from '../store/region-operations';
import type { Action } from './action';

const letters: Readonly<Record<RegionLabel, string>> = {
  text: 'T',
  title: 'I',
  heading: 'H',
  list: 'L',
  table: 'B',
  formula: 'F',
  'formula-number': 'Q',
  figure: 'P',
  caption: 'C',
  header: 'A',
  footer: 'Z',
  'page-number': 'G',
  footnote: 'N',
  reference: 'R',
  code: 'K',
};

const levels = [1, 2, 3, 4, 5, 6, 0] as const;

export const typeActions: readonly Action[] = [
  ...Object.entries(letters).map(([name, letter]): Action => {
    const label = name as RegionLabel; // the keys of the record above
    return {
      id: `type-${label}`,
      title: `label.${label}`,
      menu: 'type',
      shortcuts: [letter],
      onRegions: [letter],
      enabled: hasRegion,
      checked: (state) => selectedRegion(state)?.label === label,
      perform: () => void setLabel(label),
    };
  }),
  ...levels.map(
    (level): Action => ({
      id: `level-${level}`,
      title: `level.${level}`,
      menu: 'type',
      ...(level === 1 ? { section: true } : {}),
      shortcuts: [String(level)],
      onRegions: [String(level)],
      enabled: hasRegion,
      checked: (state) => (selectedRegion(state)?.level ?? 0) === level && hasRegion(state),
      perform: () => void setLevel(level),
    }),
  ),
];
