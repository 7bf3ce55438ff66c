/** Moving in on the operator's page, shared with the browser. */
import * as v from 'valibot'
import { ImportSummary, MovingRefusal } from '../../moving-in/contract'
import { defineEvent } from '../../platform/events'
import { Instant, list, text } from '../../platform/formats'

/** The dump, the folder of files, and what redis-cli printed of the linked devices. */
export const fileKinds = ['dump', 'media', 'redis'] as const
export const FileKind = v.picklist(fileKinds)
export type FileKind = (typeof fileKinds)[number]

/** Bytes of an upload that one request brings: proxies bound a request, and a broken one loses only this much. */
export const PIECE_BYTES = 8 * 1024 * 1024

const LONGEST_PATH = 1024
const Path = v.pipe(v.string(), v.maxLength(LONGEST_PATH), v.trim())

/** Body of `PUT /moving-in/source`. An empty path is the file that was uploaded. */
export const ChangeSource = v.object({
  dump: Path,
  media: Path,
  redis: Path,
  /** Of the company, where the product has no companies. */
  name: v.pipe(v.string(), v.maxLength(50), v.trim()),
  /** Of dates that have none, such as -03:00. */
  zone: v.pipe(v.string(), v.maxLength(6), v.trim(), v.regex(/^(|Z|[+-](0\d|1[0-4]):[0-5]\d)$/, 'form.invalid')),
  /** The installation's, if the dump has several. */
  database: v.pipe(v.string(), v.maxLength(100), v.trim()),
})
export type NewSource = v.InferInput<typeof ChangeSource>
export type SourceWords = v.InferOutput<typeof ChangeSource>

/** Body of `POST /moving-in/uploads`. */
export const BeginUpload = v.object({
  kind: FileKind,
  name: v.pipe(v.string(), v.maxLength(500)),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
})
export type NewUpload = v.InferOutput<typeof BeginUpload>

/** Where a piece begins. */
export const PieceAt = v.object({ at: v.pipe(v.string(), v.maxLength(16), v.regex(/^\d+$/, 'form.invalid')) })

const MOST_COMPANIES = 5000

/** Body of `POST /moving-in/start`: what the command would ask is answered here. */
export const StartMove = v.object({
  /** Their ids of companies that stay there. */
  leftOut: list(text(40), { most: MOST_COMPANIES }),
  /** Their operator's company is this operator's. Null if that is not asked. */
  isOperators: v.nullable(v.boolean()),
  /** Takes over linked devices: says that the old system is stopped, and will not start again. */
  takeSessions: v.boolean(),
})
export type Choice = v.InferOutput<typeof StartMove>

export const SourceFile = v.object({
  name: v.string(),
  /** On the server; null for an upload. */
  path: v.nullable(v.string()),
  /** Null for a folder. */
  bytes: v.nullable(v.number()),
})
export type SourceFile = v.InferOutput<typeof SourceFile>

export const MovingSource = v.object({
  dump: SourceFile,
  media: v.nullable(SourceFile),
  redis: v.nullable(SourceFile),
  name: v.string(),
  zone: v.string(),
  database: v.string(),
})

export const Upload = v.object({ kind: FileKind, name: v.string(), bytes: v.number(), done: v.number() })
export type Upload = v.InferOutput<typeof Upload>

export const MovingRun = v.object({
  /** `killed`: its process is gone, and left no word. */
  state: v.picklist(['running', 'done', 'failed', 'stopped', 'killed']),
  isDryRun: v.boolean(),
  /** The page can go on with it. */
  canContinue: v.boolean(),
  step: v.string(),
  done: v.number(),
  total: v.nullable(v.number()),
  company: v.nullable(v.object({ name: v.string(), theirs: v.string(), at: v.number(), of: v.number() })),
  /** Rows of each step of this company that are done. */
  rows: v.record(v.string(), v.number()),
  startedAt: Instant,
  endedAt: v.nullable(Instant),
  /** What kept it from going on: words if nobody foresaw it. */
  refusal: v.nullable(MovingRefusal),
  problem: v.nullable(v.string()),
})
export type MovingRun = v.InferOutput<typeof MovingRun>

const Report = v.object({ startedAt: Instant, endedAt: Instant, report: ImportSummary })

/** Response of `GET /moving-in`. */
export const MovingIn = v.object({
  source: v.nullable(MovingSource),
  /** Files that have come, and the one that is coming. */
  uploads: v.array(v.object({ kind: FileKind, name: v.string(), bytes: v.number() })),
  upload: v.nullable(Upload),
  run: v.nullable(MovingRun),
  /** Of this source. `isStale`: the dump was changed since. */
  dryRun: v.nullable(v.object({ ...Report.entries, isStale: v.boolean() })),
  /** Their id of the company about which the operator is asked whether it is theirs. */
  askedAbout: v.nullable(v.string()),
  choice: v.nullable(StartMove),
  result: v.nullable(Report),
  /** Bytes that are free on the disk. */
  free: v.number(),
})
export type MovingIn = v.InferOutput<typeof MovingIn>

/** Sent to the operator's people: once a second at most, while a move runs. */
export const movingInProgress = defineEvent('movingIn.progress', MovingRun)
/** Everything else that the page shows has changed. */
export const movingInChanged = defineEvent('movingIn.changed', v.object({}))
