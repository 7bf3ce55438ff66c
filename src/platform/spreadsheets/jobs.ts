/** Parse jobs for spreadsheets. Rows are passed in side files, one JSON line each. */
import * as v from 'valibot'
import { defineParseJob } from '../parsing/job'
import { SECOND } from '../time'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** A large sheet takes some seconds and several times its size in memory. */
const bounds = { lane: 'sheets', ms: 20 * SECOND, megabytes: 768 } as const

/** Reads the first sheet as rows `[line, cells]`. Skips rows without text and cuts what exceeds the bounds. */
export const readSpreadsheetJob = defineParseJob({
  name: 'read-spreadsheet',
  args: v.object({
    path: v.string(),
    /** Name given by the sender. */
    name: v.string(),
    to: v.string(),
    rows: Count,
    columns: Count,
    /** Maximum characters per cell. */
    cell: Count,
  }),
  answer: v.object({ rows: Count, isCut: v.boolean() }),
  ...bounds,
  cpuMs: 5 * SECOND,
})

/** `path` contains an array of cells on each line. */
export const writeSpreadsheetJob = defineParseJob({
  name: 'write-spreadsheet',
  args: v.object({ path: v.string(), to: v.string(), format: v.picklist(['xlsx', 'csv']) }),
  answer: v.object({ rows: Count }),
  ...bounds,
})
