/** What people bring in a spreadsheet, or from a phone, as the browser knows it: looked at first, then taken row by row. */
import * as v from 'valibot'
import { defineEvent } from '../platform/events'
import { Id, Instant, list, text } from '../platform/formats'

/** Besides a line with the heads of the columns. */
export const MOST_ROWS = 50_000
export const MOST_COLUMNS = 40
/** Of a cell, in characters; the rest is cut off. */
export const CELL_LENGTH = 500

export const ImportState = v.picklist(['ready', 'running', 'done', 'failed', 'stopped'])
export type ImportState = v.InferOutput<typeof ImportState>

export const ImportSummary = v.object({
  id: Id,
  /** Who takes the rows, such as `contacts`. */
  target: v.string(),
  /** Where the rows go, if the target has several places. */
  subjectId: v.nullable(Id),
  fileName: v.string(),
  state: ImportState,
  total: v.number(),
  /** Rows that have been looked at, whatever became of them. */
  done: v.number(),
  created: v.number(),
  updated: v.number(),
  /** They were there already. */
  skipped: v.number(),
  failed: v.number(),
  userId: Id,
  userName: v.string(),
  createdAt: Instant,
  finishedAt: v.nullable(Instant),
})
export type ImportSummary = v.InferOutput<typeof ImportSummary>
export const ImportList = v.array(ImportSummary)

/** A row that could not be taken, or without one of its cells; `reason` in the words of whoever asks. */
export const ImportError = v.object({ line: v.number(), value: v.string(), reason: v.string() })

/** A column holds one of the target's fields, further information under its own head, or nothing that is wanted. */
export const EXTRA = 'extra'
export const IGNORED = ''

export const ImportDetail = v.object({
  ...ImportSummary.entries,
  fields: v.array(v.object({ key: v.string(), isRequired: v.boolean() })),
  /** Columns may be kept as further information. */
  takesExtra: v.boolean(),
  /** The first line holds the heads of the columns. */
  hasHead: v.boolean(),
  /** What each column holds: a guess until it is started. */
  columns: v.array(v.string()),
  /** The first rows of the file, with the heads. Empty once it is over. */
  rows: v.array(v.array(v.string())),
  /** The first ones. */
  errors: v.array(ImportError),
  errorCount: v.number(),
})
export type ImportDetail = v.InferOutput<typeof ImportDetail>

export const StartImport = v.object({
  columns: list(text(40), { least: 1, most: MOST_COLUMNS }),
  hasHead: v.boolean(),
  /** What is there already is changed in what the row says; otherwise it is left alone. */
  updateExisting: v.boolean(),
})
export type StartImport = v.InferOutput<typeof StartImport>

/** Begun, come further, or over. */
export const importUpdated = defineEvent('import.update', v.object({ import: ImportSummary }))
