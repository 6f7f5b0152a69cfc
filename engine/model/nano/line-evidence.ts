/** What the line recogniser saw of one line, step by step: all that a prior reading is made of. */
import type { LineSteps } from '../lines';
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

/** Copies: the caller's arrays may be reused. At least four ranks, the blank included. */
export function lineEvidence({
  steps,
  ranks,
  classes,
  probabilities,
  spaces,
  features,
}: LineSteps): LineEvidence {
  const evidence = {
    steps,
    best: new Int32Array(steps),
    probability: new Float32Array(steps),
    space: spaces.slice(),
    character: new Int32Array(steps),
    characterProbability: new Float32Array(steps),
    top: new Int32Array(steps * topClasses),
    topProbability: new Float32Array(steps * topClasses),
    features: features.slice(),
  };
  for (let step = 0; step < steps; step++) {
    const first = step * ranks;
    const best = classes[first]!;
    evidence.best[step] = best;
    evidence.probability[step] = probabilities[first]!;
    let seen = 0;
    for (let at = first; at < first + ranks; at++) {
      const id = classes[at]!;
      if (id === nothingId) continue;
      if (id !== spaceId && evidence.character[step] === nothingId) {
        evidence.character[step] = id;
        evidence.characterProbability[step] = probabilities[at]!;
      }
      if (best === nothingId || seen === topClasses) continue;
      evidence.top[step * topClasses + seen] = id;
      evidence.topProbability[step * topClasses + seen] = probabilities[at]!;
      seen++;
    }
  }
  return evidence;
}
