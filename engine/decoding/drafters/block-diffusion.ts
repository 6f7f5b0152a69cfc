/** The paper's drafter: one forward over [pending, MASK × B] of the very model that verifies. */
import { bestOf } from '../rows';
import type { BlockDraftModel, Drafter } from '../types';

export function blockDiffusionDrafter(model: BlockDraftModel): Drafter {
  return {
    name: 'block-diffusion',
    async draft({ prefix, limit }) {
      const pending = prefix[prefix.length - 1];
      // Without a mask the forward would be the verify itself.
      if (pending === undefined || limit < 2) return { ids: [], forwards: 0 };
      const rows = await model.draftBlock(pending, limit - 1);
      return { ids: Array.from({ length: limit }, (_, row) => bestOf(rows, row)), forwards: 1 };
    },
    draftRows: (length) => length,
  };
}
