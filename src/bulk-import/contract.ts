/**
 * Bulk import schemas shared with the browser. An import from a spreadsheet or phone is previewed, then processed row
 * by row.
 */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

/** Maximum rows, without the header. */
export const MOST_ROWS = 50_000
/** An export has up to 106. */
export const MOST_COLUMNS = 120
/** The line of headings is looked for in so many rows. */
export const MOST_HEAD_ROWS = 10
/** Maximum characters of a cell; the rest is cut off. */
export const CELL_LENGTH = 500

export const ImportState = v.picklist(['ready', 'running', 'done', 'failed', 'stopped'])
export type ImportState = v.InferOutput<typeof ImportState>

export const ImportSummary = v.object({
  id: Id,
  /** The import target, such as `contacts`. */
  target: v.string(),
  /** Destination of the rows, if the target has several. */
  subjectId: v.nullable(Id),
  fileName: v.string(),
  state: ImportState,
  total: v.number(),
  /** Rows processed, whatever their outcome. */
  done: v.number(),
  created: v.number(),
  updated: v.number(),
  /** Rows that already existed. */
  skipped: v.number(),
  failed: v.number(),
  userId: Id,
  userName: v.string(),
  createdAt: Instant,
  finishedAt: v.nullable(Instant),
})
export type ImportSummary = v.InferOutput<typeof ImportSummary>
export const ImportList = v.array(ImportSummary)

/** A row that was rejected, or imported without one of its cells. `reason` is in the reader's language. */
export const ImportError = v.object({ line: v.number(), value: v.string(), reason: v.string() })

/** A column maps to a field of the target, to extra information under its own header (EXTRA), or to nothing. */
export const EXTRA = 'extra'
export const IGNORED = ''

/** How an uploaded spreadsheet was read. */
export const SheetReading = v.object({
  /** Visible sheets with text, if there is a choice: upload the file again with `?sheet=` and `at`. */
  sheets: v.array(v.object({ at: v.number(), name: v.string() })),
  /** `at` of the sheet that was read. */
  sheet: v.number(),
  /** What was repaired in the file, with the number of rows and the lines of the first ones. */
  repaired: v.array(v.object({ reason: v.string(), count: v.number(), lines: v.array(v.number()) })),
})
export type SheetReading = v.InferOutput<typeof SheetReading>

export const ImportDetail = v.object({
  ...ImportSummary.entries,
  /** `isMany`: several columns may hold it. */
  fields: v.array(v.object({ key: v.string(), isRequired: v.boolean(), isMany: v.boolean() })),
  /** Columns may be kept as extra information. */
  takesExtra: v.boolean(),
  /** Rows above the data, the last of which is the header; 0 without a header. A guess until the import starts. */
  headRows: v.number(),
  /** Field of each column; a guess until the import starts. */
  columns: v.array(v.string()),
  /** The first rows of the file, including the header and titles above it. Empty once the import has ended. */
  rows: v.array(v.array(v.string())),
  ...SheetReading.entries,
  /** Repaired ones among `rows`, by index. */
  repairs: v.array(v.object({ row: v.number(), reason: v.string() })),
  /** Those of `rows`, by index, that the import would refuse or take without one of their cells. */
  faults: v.array(v.object({ row: v.number(), value: v.string(), reason: v.string(), isRefused: v.boolean() })),
  /** Line of each of these rows in the file. */
  lines: v.array(v.number()),
  /** The first errors. */
  errors: v.array(ImportError),
  errorCount: v.number(),
})
export type ImportDetail = v.InferOutput<typeof ImportDetail>

export const StartImport = v.object({
  columns: list(text(40), { least: 1, most: MOST_COLUMNS }),
  headRows: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_HEAD_ROWS)),
  /** Existing records are updated with the row's values; otherwise they are skipped. */
  updateExisting: v.boolean(),
})
export type StartImport = v.InferOutput<typeof StartImport>

/** An import started, progressed or ended. */
export const importUpdated = defineEvent('import.update', v.object({ import: ImportSummary }))
