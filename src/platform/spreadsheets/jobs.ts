/** Parse jobs for spreadsheets. Rows are passed in side files, one JSON line each. */
import * as v from 'valibot'
import { defineParseJob } from '../parsing/job'
import { SECOND } from '../time'
import { repairKinds } from './repairs'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
/** A large sheet takes some seconds and several times its size in memory. */
const bounds = { lane: 'sheets', ms: 20 * SECOND, megabytes: 768 } as const

const reading = {
  args: v.object({
    path: v.string(),
    to: v.string(),
    rows: Count,
    columns: Count,
    /** Maximum characters per cell. */
    cell: Count,
    /** Dates, numbers and bytes without a mark are read in the manner of this language. */
    language: v.string(),
    /** Index of the sheet in the file; null chooses one. */
    sheet: v.nullable(Count),
    /** Whether the answer lists all sheets; otherwise it knows of no other than `sheet`. */
    isListing: v.boolean(),
  }),
  answer: v.object({
    rows: Count,
    isCut: v.boolean(),
    /** Visible sheets with text. `first`: their first rows, if there is a choice. */
    sheets: v.array(v.object({ at: Count, name: v.string(), first: v.array(v.array(v.string())) })),
    /** The sheet that was read. */
    sheet: Count,
    /** Repaired rows by kind, and the lines of the first ones. */
    repaired: v.array(v.object({ repair: v.picklist(repairKinds), count: Count, lines: v.array(Count) })),
    /** The file needs a password; nothing was read. */
    isLocked: v.boolean(),
  }),
  ...bounds,
  cpuMs: 5 * SECOND,
} as const

/**
 * Reads one sheet as rows `[line, cells]` or `[line, cells, repairs]`. Skips rows without text and cuts what exceeds the
 * bounds.
 */
export const readSpreadsheetJob = defineParseJob({
  name: 'read-spreadsheet',
  ...reading,
})

/** Likewise, for a file of contact cards: a card is a row below a header. */
export const readCardsJob = defineParseJob({ name: 'read-cards', ...reading })

/** `path` contains an array of cells on each line. */
export const writeSpreadsheetJob = defineParseJob({
  name: 'write-spreadsheet',
  args: v.object({ path: v.string(), to: v.string(), format: v.picklist(['xlsx', 'csv']) }),
  answer: v.object({ rows: Count }),
  ...bounds,
})
