/** Formats and margins to export: the same choices in the export dialog and in the settings, and one memory. */
import { furnitureLabels } from '../../../engine/document/labels';
import { useTranslate } from '../../i18n/translate';
import { updateSettings } from '../../store/operations';
import { useStore } from '../../store/store';
import { Check } from '../../ui/fields';

/** `list` with or without `value`, in the order of `all`. */
function withChoice<Value>(
  list: readonly Value[],
  all: readonly Value[],
  value: Value,
  chosen: boolean,
): Value[] {
  return all.filter((each) => (each === value ? chosen : list.includes(each)));
}

export function FormatChecks() {
  const chosen = useStore((state) => state.settings.formats);
  const formats = useStore((state) => state.status?.formats);
  if (!formats) return null;
  const all = formats.map(({ id }) => id);
  return formats.map(({ id, name }) => (
    <Check
      key={id}
      label={name}
      checked={chosen.includes(id)}
      onChange={(checked) => void updateSettings({ formats: withChoice(chosen, all, id, checked) })}
    />
  ));
}

export function KeepChecks() {
  const t = useTranslate();
  const keep = useStore((state) => state.settings.keep);
  return furnitureLabels.map((label) => (
    <Check
      key={label}
      label={t(`export.${label}`)}
      checked={keep.includes(label)}
      onChange={(checked) => void updateSettings({ keep: withChoice(keep, furnitureLabels, label, checked) })}
    />
  ));
}
