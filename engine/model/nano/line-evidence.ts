/** What the line recogniser saw of one line, step by step: all that a prior reading is made of. */
import { nothingId, spaceId } from './vocabulary';

/** Best classes of a step that is no blank: with the first of all, three. */
const topClasses = 3;

export interface LineEvidence {
  readonly steps: number;
  /** [steps]; the best class, and its probability. */
  readonly best: Int32Array;
  readonly probability: Float32Array;
  /** [steps]; of the space. */
  readonly space: Float32Array;
  /** [steps]; the best class that is neither blank nor space, and its probability. */
  readonly character: Int32Array;
  readonly characterProbability: Float32Array;
  /** [steps, 3]; the best classes but the blank and their probabilities, where the best is no blank; else zeros. */
  readonly top: Int32Array;
  readonly topProbability: Float32Array;
  /** [steps, featureSize], as the encoder gives them. */
  readonly features: Float32Array;
}

/** `values`: probabilities [steps, classes]. `features`: [steps, featureSize]; copied, the caller's may be reused. */
export function lineEvidence(
  values: Float32Array,
  steps: number,
  classes: number,
  features: Float32Array,
): LineEvidence {
  const evidence = {
    steps,
    best: new Int32Array(steps),
    probability: new Float32Array(steps),
    space: new Float32Array(steps),
    character: new Int32Array(steps),
    characterProbability: new Float32Array(steps),
    top: new Int32Array(steps * topClasses),
    topProbability: new Float32Array(steps * topClasses),
    features: features.slice(),
  };
  for (let step = 0; step < steps; step++) {
    const row = values.subarray(step * classes, (step + 1) * classes);
    const ranked = bestClasses(row);
    const blank = row[nothingId] ?? 0;
    const [first = nothingId] = ranked;
    // Of equal probabilities the smaller class comes first, and the blank is the smallest.
    const best = blank >= (row[first] ?? 0) ? nothingId : first;
    evidence.best[step] = best;
    evidence.probability[step] = row[best] ?? 0;
    evidence.space[step] = row[spaceId] ?? 0;
    const character = ranked.find((id) => id !== spaceId) ?? nothingId;
    evidence.character[step] = character;
    evidence.characterProbability[step] = row[character] ?? 0;
    if (best === nothingId) continue;
    ranked.slice(0, topClasses).forEach((id, rank) => {
      evidence.top[step * topClasses + rank] = id;
      evidence.topProbability[step * topClasses + rank] = row[id] ?? 0;
    });
  }
  return evidence;
}

/** The three best classes but the blank, best first; of equals the smaller class. */
function bestClasses(row: Float32Array): number[] {
  const best: number[] = [];
  let least = -1;
  for (let id = 1; id < row.length; id++) {
    const value = row[id] ?? 0;
    if (best.length === topClasses && value <= least) continue;
    let at = best.length;
    while (at > 0 && value > (row[best[at - 1] ?? 0] ?? 0)) at--;
    best.splice(at, 0, id);
    if (best.length > topClasses) best.pop();
    least = row[best[best.length - 1] ?? 0] ?? 0;
  }
  return best;
}
