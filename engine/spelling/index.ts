export { baseOf } from './language';
export { Speller, type SpellerOptions } from './speller';
