/** Damage that the reader of spreadsheets repairs in a row, and reports. */
export const repairKinds = ['quotes', 'bytes', 'nulls', 'longCell', 'manyColumns'] as const
/**
 * `quotes`: stray quotes; `bytes`: invalid bytes; `nulls`: null characters; `longCell`: a cell was cut; `manyColumns`:
 * cells beyond the last allowed column were dropped.
 */
export type Repair = (typeof repairKinds)[number]
