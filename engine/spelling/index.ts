export { Speller, type SpellerOptions } from './speller';
