/** Normalises texts for comparison and search, as the server does. */
export { fits, fold as plain, folded, needleOf, searchable } from '../../src/platform/needle'
