/** Life of a bulk import: the file is stored and previewed, started with its column mapping, and processed in slices. */
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Actor } from '../actor'
import { recordAct } from '../audit/record'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { adoptFile, hashOf, obtainStoredFile, receiveFile } from '../platform/files'
import { type Reading, receiveSpreadsheet } from '../platform/spreadsheets/spreadsheets'
import { execute, getValue } from '../platform/sql'
import { DAY } from '../platform/time'
import { counted } from '../platform/upload-room'
import type { UploadTarget } from '../platform/uploads'
import type { Language } from '../texts/languages'
import { can } from '../users/permissions'
import {
  CELL_LENGTH,
  EXTRA,
  IGNORED,
  type ImportDetail,
  type ImportSummary,
  importUpdated,
  MOST_COLUMNS,
  MOST_HEAD_ROWS,
  MOST_ROWS,
  type StartImport,
} from './contract'
import { importErrors, repairTexts } from './errors'
import { guessColumns } from './guess'
import { countErrors, findImportOrFail, listErrors, reasonsIn, seesImport, summarize, targetOf } from './queries'
import { describeReading } from './reading'
import { fieldsOf, type PlacedRow, readRows } from './rows'
import { imports, type StoredImport } from './tables'
import type { ImportTarget, Owner } from './target'

/** Rows and errors in a preview. */
const SHOWN = 20
const SHOWN_ERRORS = 100
/** How long an import that is not started is kept. */
const KEPT_READY = DAY
const ROW_BYTES = 100 * 1024 * 1024

const boundsOf = ({ mostRows = MOST_ROWS }: ImportTarget) => ({
  rows: mostRows + 1,
  columns: MOST_COLUMNS,
  cell: CELL_LENGTH,
})

type Target = UploadTarget

/** Stores the rows of an uploaded spreadsheet until somebody maps its columns. */
export const receiveImport = (
  request: Request,
  place: Target,
  target: ImportTarget,
  {
    country,
    language,
    sheet,
  }: { readonly country: string | undefined; readonly language: string; readonly sheet: number | undefined },
  store: (rows: Pick<New, 'fileName' | 'path' | 'total' | 'reading'>) => Promise<StoredImport>,
): Promise<StoredImport> =>
  receiveSpreadsheet(
    request,
    place,
    {
      ...boundsOf(target),
      language,
      sheet,
      suits: (rows) => hasRequired(target, guessColumns({ ...target, country }, rows).columns),
    },
    ({ count, path, name, reading }) => {
      if (count === 0) fail(importErrors.ERR_IMPORT_EMPTY)
      return store({ fileName: name, path, total: count, reading })
    },
  )

const inCountry = (cx: Cx, target: ImportTarget) => ({ ...target, country: target.countryOf?.(cx) })

const hasRequired = ({ fields }: ImportTarget, columns: readonly string[]) =>
  fields.every(({ key, isRequired }) => !isRequired || columns.includes(key))

type New = {
  readonly target: string
  readonly subjectId?: number | null
  readonly fileName: string
  /** Side file with one JSON line per row. */
  readonly path: string
  readonly total: number
  readonly reading: Reading
}

/** Adopts the side file. */
export async function addImport(cx: Cx, { folder }: Target, owner: () => Owner, row: New): Promise<StoredImport> {
  const { sha256 } = await hashOf(row.path)
  const rows = await readRows(row.path, 0)
  const { columns, headRows } = guessColumns(
    inCountry(cx, targetOf(cx, row.target)),
    rows.map(({ cells }) => cells),
  )
  await adoptFile(folder, row.path, sha256)
  const { userId, name } = owner()
  return cx.transaction(({ db, now }) => {
    discardUnstarted(cx, userId)
    const { target, subjectId = null, fileName, total, reading } = row
    return db
      .insert(imports)
      .values({
        target,
        subjectId,
        fileName,
        total,
        file: sha256,
        state: 'ready',
        columns,
        headRows,
        reading,
        userId,
        userName: name,
        createdAt: now(),
      })
      .returning()
      .get()
  })
}

/** A person previews one file at a time. */
function discardUnstarted({ db, now }: Cx, userId: number) {
  const gone = { state: 'stopped', file: null, finishedAt: now() } as const
  const isReady = eq(imports.state, 'ready')
  db.update(imports)
    .set(gone)
    .where(and(isReady, eq(imports.userId, userId)))
    .run()
  db.update(imports)
    .set(gone)
    .where(and(isReady, lt(imports.createdAt, now() - KEPT_READY)))
    .run()
}

/** Starts an import at once with complete rows from another source than a spreadsheet. */
export async function startRows(
  cx: Cx,
  place: Target,
  owner: Owner,
  {
    target,
    columns,
    pieces,
  }: {
    readonly target: string
    readonly columns: readonly string[]
    readonly pieces: AsyncIterable<readonly (readonly string[])[]> | Iterable<readonly (readonly string[])[]>
  },
): Promise<ImportSummary> {
  let total = 0
  const lines = async function* () {
    for await (const rows of pieces)
      yield Buffer.from(rows.map((cells) => `${JSON.stringify([++total, cells])}\n`).join(''))
  }
  const upload = place.room.begin(0)
  const { sha256 } = await receiveFile(place.folder, counted(lines(), upload), ROW_BYTES)
    .then(async (file) => {
      await adoptFile(place.folder, file.path, file.sha256)
      return file
    })
    .finally(() => upload.end())
  return cx.transaction((cx) => {
    const row = cx.db
      .insert(imports)
      .values({
        target,
        fileName: '',
        total,
        file: sha256,
        state: 'running',
        columns,
        headRows: 0,
        updateExisting: true,
        userId: owner.userId,
        userName: owner.name,
        createdAt: cx.now(),
      })
      .returning()
      .get()
    return publishImport(cx, row)
  })
}

/**
 * With `headRows`, guesses the columns again for data that begin after so many rows. `columns`: the fields by which the
 * rows are judged, instead of the guess.
 */
export async function describeImport(
  cx: Cx,
  { folder }: Pick<Target, 'folder'>,
  run: StoredImport,
  { language, headRows, columns }: ImportRequest,
): Promise<ImportDetail> {
  const target = targetOf(cx, run.target)
  const { fields, takesExtra } = target
  const found = run.state === 'ready' ? await obtainStoredFile(folder, run.file) : undefined
  const rows = found ? await readRows(found.path, 0) : []
  const isAsked = headRows !== undefined && run.state === 'ready' && headRows < rows.length
  const shown = rows.slice(0, MOST_HEAD_ROWS + SHOWN)
  const guess = isAsked
    ? guessColumns(
        inCountry(cx, target),
        rows.map(({ cells }) => cells),
        headRows,
      )
    : run
  return {
    ...summarize(run),
    fields: fields.map(({ key, isRequired, isMany = false }) => ({ key, isRequired, isMany })),
    takesExtra,
    headRows: guess.headRows,
    columns: [...guess.columns],
    rows: shown.map(({ cells }) => [...cells]),
    lines: shown.map(({ line }) => line),
    faults: faultsIn(cx, run, { rows: shown, headRows: guess.headRows, columns: columns ?? guess.columns, language }),
    ...describeReading(run.reading, language),
    repairs: shown.flatMap(({ repairs }, row) =>
      repairs.length === 0 ? [] : { row, reason: repairs.map((one) => repairTexts[one][language]).join(' ') },
    ),
    errors: listErrors(cx, run, { after: -1, most: SHOWN_ERRORS, language }),
    errorCount: countErrors(cx.db, run.id),
  }
}

type ImportRequest = {
  readonly language: Language
  readonly headRows?: number | undefined
  readonly columns?: readonly string[] | undefined
}

type Preview = {
  readonly rows: readonly PlacedRow[]
  readonly headRows: number
  readonly columns: readonly string[]
  readonly language: Language
}

function faultsIn(cx: Cx, run: StoredImport, { rows, headRows, columns, language }: Preview): ImportDetail['faults'] {
  const { foresee } = targetOf(cx, run.target)
  if (!foresee) return []
  const shape = { columns, heads: rows[headRows - 1]?.cells ?? [], cleaners: [] }
  const reasonOf = reasonsIn(cx, run, language)
  return rows.flatMap(({ cells }, row) => {
    const outcome = row < headRows ? 'skipped' : foresee(cx, fieldsOf(cells, shape), run)
    if (typeof outcome === 'string') return []
    const reason = reasonOf([outcome.problem, ...(outcome.others ?? [])])
    return { row, value: outcome.value, reason, isRefused: outcome.taken === undefined }
  })
}

export function startImport(
  cx: Cx,
  actor: Actor,
  id: number,
  { columns, headRows, updateExisting }: StartImport,
): ImportSummary {
  return cx.transaction((cx) => {
    const run = findImportOrFail(cx.db, id)
    if (run.state !== 'ready') fail(importErrors.ERR_IMPORT_NOT_READY)
    requireColumns(targetOf(cx, run.target), columns)
    const total = run.total - headRows
    if (total < 1) fail(importErrors.ERR_IMPORT_EMPTY)
    recordOthers(cx, actor, 'start', run)
    return change(cx, id, { state: 'running', columns, headRows, updateExisting, total })
  })
}

/** Requires required fields, and each field in at most one column unless several may hold it. */
function requireColumns({ fields, takesExtra }: ImportTarget, columns: readonly string[]) {
  const wrong = (message: string) => fail('ERR_INVALID_INPUT', [{ field: 'columns', message }])
  const used = columns.filter((column) => column !== IGNORED && column !== EXTRA)
  if (used.some((column) => !fields.some(({ key }) => key === column))) wrong('form.invalid')
  const single = used.filter((column) => !fields.some(({ key, isMany }) => key === column && isMany))
  if (new Set(single).size < single.length || (!takesExtra && columns.includes(EXTRA))) wrong('form.invalid')
  if (fields.some(({ key, isRequired }) => isRequired && !used.includes(key))) wrong('form.required')
}

/** Cancels an import; rows processed so far stay. `actor` is null if the target was deleted. */
export function cancelImport(cx: Cx, actor: Actor | null, id: number): ImportSummary {
  return cx.transaction((cx) => {
    const run = findImportOrFail(cx.db, id)
    if (run.state !== 'ready' && run.state !== 'running') return summarize(run)
    if (actor) recordOthers(cx, actor, 'cancel', run)
    return endImport(cx, run, 'stopped')
  })
}

/** Records what others than the owner do; the owner's import is recorded when it ends. */
function recordOthers(cx: Cx, actor: Actor, act: 'start' | 'cancel', { id, userId, userName, fileName }: StoredImport) {
  if (userId === actor.userId) return
  const changes = [{ field: 'owner', from: null, to: userName }]
  recordAct(cx, actor, { kind: 'import', act, subject: { id, name: fileName }, changes })
}

/** Cancels imports into a deleted subject, in the transaction that deletes it. */
export function cancelImportsOf(cx: Cx, target: string, subjectId: number) {
  const left = cx.db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(eq(imports.target, target), eq(imports.subjectId, subjectId), inArray(imports.state, ['ready', 'running'])),
    )
    .all()
  for (const { id } of left) cancelImport(cx, null, id)
}

/** Call it in the transaction that ends the import. */
export function endImport(cx: Cx, run: StoredImport, state: 'done' | 'failed' | 'stopped'): ImportSummary {
  const ended = change(cx, run.id, { state, file: null, finishedAt: cx.now() })
  if (run.created + run.updated > 0) targetOf(cx, run.target).ended(cx, run)
  return ended
}

export const change = (cx: Cx, id: number, what: Partial<StoredImport>): ImportSummary =>
  publishImport(
    cx,
    cx.db.update(imports).set(what).where(eq(imports.id, id)).returning().get() ??
      fail(importErrors.ERR_NO_IMPORT_FOUND),
  )

export function publishImport(cx: Cx, run: StoredImport): ImportSummary {
  const summary = summarize(run)
  const { permission } = targetOf(cx, run.target)
  cx.emit(importUpdated({ import: summary }), (listener) => can(listener, permission) && seesImport(listener, summary))
  return summary
}

const [MOST_KEPT, ERRORS_AT_ONCE] = [30 * DAY, 2_000]

/** SQL: when the next import is due for deletion. */
export const NEXT_FORGOTTEN = `SELECT min(finished_at) + ${MOST_KEPT} + 1 FROM imports`

/** Deletes imports that ended a month ago, one slice of errors at a time. */
export function forgetOldImports({ db, now }: Cx): boolean {
  const raw = db.$client
  const old = `SELECT id FROM imports WHERE finished_at < ? ORDER BY id LIMIT 1`
  const id = getValue(raw, old, now() - MOST_KEPT)
  if (id === undefined) return false
  const cut = `DELETE FROM import_errors WHERE (import_id, line) IN (SELECT import_id, line FROM import_errors WHERE import_id = ? LIMIT ${ERRORS_AT_ONCE})`
  if (execute(raw, cut, id).changes < ERRORS_AT_ONCE) execute(raw, 'DELETE FROM imports WHERE id = ?', id)
  return true
}
