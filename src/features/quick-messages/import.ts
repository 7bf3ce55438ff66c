/** Imports quick messages from a spreadsheet, after a dry run that checks each row. An existing shortcode is updated. */
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import type { SheetReading } from '../../bulk-import/contract'
import { describeReading } from '../../bulk-import/reading'
import { AppError } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Sheet, SheetRow } from '../../platform/spreadsheets/spreadsheets'
import { fold } from '../../platform/text'
import type { Language } from '../../texts/languages'
import { findChangeable, insertQuickMessage, updateQuickMessage } from './actions'
import {
  CreateQuickMessage,
  type ImportProblem,
  type ImportReport,
  type ImportRow,
  QUICK_MESSAGE_LENGTH,
  quickMessagesReloaded,
} from './contract'
import { findNamesake, tagIdsByName } from './queries'

/** Rows per transaction, few enough not to block other writers. */
const ROWS_PER_TRANSACTION = 50
/** Rows listed in the report. */
const [MOST_SHOWN, MOST_PROBLEMS] = [50, 200]
const SHOWN_TEXT = 120

export const importBounds = { columns: 20, cell: QUICK_MESSAGE_LENGTH + 1 }

const columns = ['shortcode', 'message', 'tag', 'geral', 'active'] as const
type Column = (typeof columns)[number]
/** Column headers, in all our languages. */
const heads: Readonly<Record<Column, readonly string[]>> = {
  shortcode: ['shortcode', 'shortcut', 'atalho', 'atajo', 'kisayol'],
  message: ['message', 'mensagem', 'mensaje', 'mesaj', 'text', 'texto'],
  tag: ['tag', 'etiqueta', 'etiket'],
  geral: ['geral', 'general', 'genel'],
  active: ['active', 'ativa', 'ativo', 'activa', 'activo', 'aktif', 'etkin', 'status'],
}
const yes: ReadonlySet<string> = new Set(['sim', 's', 'yes', 'y', 'si', 'evet', 'true', 'verdadeiro', '1', 'x'])
const no: ReadonlySet<string> = new Set(['nao', 'n', 'no', 'hayir', 'false', 'falso', '0'])

export const exportHead: readonly string[] = columns
export const yesOrNo = (is: boolean): string => (is ? 'sim' : 'não')

/** Without `isStored`, a dry run. */
export async function importQuickMessages(
  cx: Cx,
  actor: () => Actor,
  sheet: Sheet,
  { isStored, language }: { readonly isStored: boolean; readonly language: Language },
): Promise<ImportReport> {
  const report: Report = {
    created: 0,
    updated: 0,
    failed: 0,
    incomplete: 0,
    rows: [],
    problems: [],
    ...describeReading(sheet.reading, language),
  }
  const seen = new Set<string>()
  let order: Order | undefined
  for await (const piece of sheet.rows())
    for (let from = 0; from < piece.length; from += ROWS_PER_TRANSACTION) {
      const rows = piece.slice(from, from + ROWS_PER_TRANSACTION)
      const named = order ? undefined : orderIn(rows[0]?.cells ?? [])
      order ??= named ?? columns
      const checking = { order, seen, isStored }
      for (const row of checkRows(cx, actor(), named ? rows.slice(1) : rows, checking)) addToReport(report, row)
      await Bun.sleep(0) // yields to the event loop
    }
  if (isStored && report.created + report.updated > 0) announceImport(cx, actor(), report)
  return report
}

const announceImport = (cx: Cx, actor: Actor, { created, updated }: Report) =>
  cx.transaction((cx) => {
    const counts = Object.entries({ created, updated }).map(([field, to]) => ({ field, from: null, to }))
    recordAct(cx, actor, { kind: 'quickMessage', act: 'import', subject: { id: null, name: '' }, changes: counts })
    cx.emit(quickMessagesReloaded({}), () => true)
  })

type Report = Pick<ImportReport, keyof SheetReading> &
  Record<'created' | 'updated' | 'failed' | 'incomplete', number> &
  Record<'rows' | 'problems', ImportRow[]>

function addToReport(report: Report, row: ImportRow) {
  if (row.outcome === 'create') report.created++
  else if (row.outcome === 'update') report.updated++
  else report.failed++
  if (row.outcome !== 'problem' && row.problem !== null) report.incomplete++
  if (row.outcome !== 'problem' && report.rows.length < MOST_SHOWN) report.rows.push(row)
  if (row.problem !== null && report.problems.length < MOST_PROBLEMS) report.problems.push(row)
}

/** Field of each column; null: unknown. */
type Order = readonly (Column | null)[]

/** Reads a header row; undefined if the row is not one. */
function orderIn(cells: readonly string[]): Order | undefined {
  const named = cells.map((cell) => columns.find((column) => heads[column].includes(fold(cell))) ?? null)
  return named.includes('shortcode') && named.includes('message') ? named : undefined
}

/** Whether one of the first rows is a header. */
export const hasColumns = (rows: readonly (readonly string[])[]): boolean =>
  rows.some((cells) => orderIn(cells) !== undefined)

type Checking = { readonly order: Order; readonly seen: Set<string>; readonly isStored: boolean }

function checkRows(cx: Cx, actor: Actor, rows: readonly SheetRow[], checking: Checking): ImportRow[] {
  const check = (cx: Cx): ImportRow[] => {
    const tags = tagIdsByName(cx.db)
    return rows.map((row) => checkRow(cx, actor, row, { ...checking, tags }))
  }
  return checking.isStored ? cx.transaction(check) : cx.dryRun(check)
}

type WithTags = Checking & { readonly tags: ReadonlyMap<string, number> }

function checkRow(cx: Cx, actor: Actor, { line, cells }: SheetRow, { order, seen, tags }: WithTags): ImportRow {
  const cell = (column: Column) => cells[order.indexOf(column)] ?? ''
  const [shortcode, message] = [cell('shortcode'), cell('message')]
  const shown = { line, shortcode: shortcode.slice(0, SHOWN_TEXT), message: message.slice(0, SHOWN_TEXT) }
  const wrong = (problem: ImportProblem): ImportRow => ({ ...shown, outcome: 'problem', problem })
  const [geral, status] = [flagOf(cell('geral')), flagOf(cell('active'))]
  if (geral === null || status === null) return wrong('noYesOrNo')
  const tagId = cell('tag') === '' ? undefined : tags.get(fold(cell('tag')))
  if (message.length > QUICK_MESSAGE_LENGTH) return wrong('longMessage')
  const given = { shortcode, message: message || undefined, tagId, geral, status }
  const checked = v.safeParse(CreateQuickMessage, given)
  if (!checked.success) return wrong(/^[\s/]*$/.test(shortcode) ? 'noShortcode' : 'longShortcode')
  const key = fold(checked.output.shortcode)
  if (seen.has(key)) return wrong('repeated')
  seen.add(key)
  try {
    const isTagUnknown = cell('tag') !== '' && tagId === undefined
    return { ...shown, outcome: saveRow(cx, actor, checked.output), problem: isTagUnknown ? 'unknownTag' : null }
  } catch (error) {
    const problem = error instanceof AppError ? problems[error.code] : undefined
    if (problem === undefined) throw error
    return wrong(problem)
  }
}

/** Updates the message the actor uses under this shortcode, or creates one. Fields missing in the row stay. */
function saveRow(cx: Cx, actor: Actor, input: CreateQuickMessage): 'create' | 'update' {
  const { shortcode, geral = false } = input
  const namesake = findNamesake(cx.db, { shortcode, geral, userId: actor.userId })
  if (namesake && (namesake.general || namesake.userId === actor.userId)) {
    updateQuickMessage(cx, actor, findChangeable(cx, actor, namesake.id), input)
    return 'update'
  }
  insertQuickMessage(cx, actor, input)
  return 'create'
}

const problems: Readonly<Record<string, ImportProblem>> = {
  ERR_QUICK_MESSAGE_EXISTS: 'taken',
  ERR_QUICK_MESSAGE_LIMIT: 'tooMany',
  ERR_OWN_SHARE: 'tooMany',
  ERR_NO_PERMISSION: 'mayNot',
  ERR_INVALID_INPUT: 'noMessage',
}

/** Undefined for an empty cell, null for an unknown word. */
function flagOf(cell: string): boolean | null | undefined {
  const word = fold(cell)
  if (word === '') return undefined
  return yes.has(word) ? true : no.has(word) ? false : null
}
