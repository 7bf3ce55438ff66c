/** What is asked of the parsing process about spreadsheets. Rows travel in side files, a JSON line each. */
import * as v from 'valibot'
import { defineParseJob } from '../parsing/job'
import { SECOND } from '../time'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** A large one takes some seconds, and its library several times its size. */
const bounds = { lane: 'sheets', ms: 20 * SECOND, megabytes: 768 } as const

/** The rows of its first sheet, each as `[line, cells]`; rows without text are left out, and so is what goes beyond the bounds. */
export const readSpreadsheetJob = defineParseJob({
  name: 'read-spreadsheet',
  args: v.object({
    path: v.string(),
    /** As whoever sent it calls it. */
    name: v.string(),
    to: v.string(),
    rows: Count,
    columns: Count,
    /** Characters. */
    cell: Count,
  }),
  answer: v.object({ rows: Count, isCut: v.boolean() }),
  ...bounds,
  cpuMs: 5 * SECOND,
})

/** `path` holds a list of cells on each line. */
export const writeSpreadsheetJob = defineParseJob({
  name: 'write-spreadsheet',
  args: v.object({ path: v.string(), to: v.string(), format: v.picklist(['xlsx', 'csv']) }),
  answer: v.object({ rows: Count }),
  ...bounds,
})
