/** The options of a bot as an outline: rows in order, each with its level, and operations on them. Pure. */
import type { BotOption } from '../../../../src/features/bot/machine'
import {
  DEEPEST_OPTION,
  MOST_OPTIONS,
  type OptionTree,
  type OptionType,
  type SavedOption,
} from '../../../../src/queues/options/contract'
import type { StoredFile } from '../../../shared/form/FileBox'

export type OptionRow = {
  /** Negative until saved. */
  readonly id: number
  /** From 0; at most one more than that of the row above. */
  readonly level: number
  readonly title: string
  readonly message: string
  readonly optionType: OptionType
  readonly targetQueueId: number | null
  readonly targetUserId: number | null
  /** File stored on the server. */
  readonly stored: StoredFile | null
  /** Undefined keeps the stored one, null removes it. */
  readonly file: File | null | undefined
}
export type Outline = readonly OptionRow[]

/** What options lead to. */
export type TreeNames = {
  readonly queues: readonly { readonly id: number; readonly name: string }[]
  readonly people: readonly { readonly id: number; readonly name: string }[]
  /** The queue's own name. */
  readonly ownName: string
}

export const newRow = (rows: Outline, level: number, rest: Partial<OptionRow> = {}): OptionRow => ({
  title: '',
  message: '',
  optionType: 'Texto',
  targetQueueId: null,
  targetUserId: null,
  stored: null,
  file: undefined,
  ...rest,
  id: Math.min(0, ...rows.map(({ id }) => id)) - 1,
  level,
})

/** Whether it has no content yet. */
export const isBlank = ({ title, message, file }: OptionRow): boolean =>
  title.trim() === '' && message.trim() === '' && !file

/** Whether both have the same content. */
export const isSameOutline = (a: Outline, b: Outline): boolean =>
  a.length === b.length &&
  a.every((row, at) => Object.entries(row).every(([name, value]) => Reflect.get(b[at] ?? {}, name) === value))

export const outlineOf = (tree: readonly OptionTree[], level = 0): OptionRow[] =>
  tree.flatMap(({ children, mediaPath, mediaName, mediaSize, ...option }) => [
    {
      id: option.id,
      level,
      title: option.title,
      message: option.message,
      optionType: option.optionType,
      targetQueueId: option.targetQueueId,
      targetUserId: option.targetUserId,
      stored:
        mediaPath === null
          ? null
          : { name: mediaName ?? '', url: mediaPath, ...(mediaSize !== null && { size: mediaSize }) },
      file: undefined,
    },
    ...outlineOf(children, level + 1),
  ])

/** The index of its parent; -1 for none. */
export function parentAt(rows: Outline, at: number): number {
  const level = rows[at]?.level ?? 0
  for (let above = at - 1; above >= 0 && level > 0; above--) if ((rows[above]?.level ?? 0) < level) return above
  return -1
}

/** The end of its branch: the first row that is neither itself nor below it. */
export function endOf(rows: Outline, at: number): number {
  const level = rows[at]?.level ?? 0
  let end = at + 1
  while ((rows[end]?.level ?? -1) > level) end++
  return end
}

/** The digits a customer types, one for each row, numbered among siblings. */
export function digitsOf(rows: Outline): number[] {
  const counts: number[] = []
  return rows.map(({ level }) => {
    counts.length = level + 1
    const digit = (counts[level] ?? 0) + 1
    counts[level] = digit
    return digit
  })
}

export const childrenCount = (rows: Outline, at: number): number =>
  rows.slice(at + 1, endOf(rows, at)).filter(({ level }) => level === (rows[at]?.level ?? 0) + 1).length

export const savedForm = (rows: Outline): SavedOption[] =>
  rows.map(({ id, title, message, optionType, targetQueueId, targetUserId }, at) => ({
    id,
    parentId: rows[parentAt(rows, at)]?.id ?? null,
    title,
    message,
    optionType,
    targetQueueId,
    targetUserId,
  }))

/** The tree in the bot's format. */
export function botOptions(rows: Outline): BotOption[] {
  const options: BotOption[] = []
  for (let at = 0; at < rows.length; at = endOf(rows, at)) {
    const row = rows[at]
    if (!row) break
    const { id, title, message, optionType, targetQueueId, targetUserId } = row
    const below = rows.slice(at + 1, endOf(rows, at))
    options.push({
      id,
      title,
      message,
      optionType,
      targetQueueId,
      targetUserId,
      file: fileNameOf(row),
      children: botOptions(below),
    })
  }
  return options
}

export const fileNameOf = ({ stored, file }: OptionRow): string | null =>
  file === undefined ? (stored?.name ?? null) : (file?.name ?? null)

/** After a text or a file a customer stays and can choose again; the other types lead away. */
export const mayHaveChildren = ({ optionType }: OptionRow): boolean =>
  optionType === 'Texto' || optionType === 'Arquivo'

const atLevel = (branch: Outline, level: number): OptionRow[] =>
  branch.map((row) => ({ ...row, level: row.level - (branch[0]?.level ?? 0) + level }))
const heightOf = (branch: Outline): number =>
  Math.max(...branch.map(({ level }) => level)) - (branch[0]?.level ?? 0) + 1

/** The lifted branch, and the remaining rows. */
export function lift(rows: Outline, at: number): { readonly branch: Outline; readonly rest: Outline } {
  const end = endOf(rows, at)
  return { branch: rows.slice(at, end), rest: [...rows.slice(0, at), ...rows.slice(end)] }
}

/** The possible levels of a branch between `rest[to - 1]` and `rest[to]`; null if it fits nowhere there. */
export function levelsAt(rest: Outline, to: number, branch: Outline): { least: number; most: number } | null {
  const above = rest[to - 1]
  const least = rest[to]?.level ?? 0
  const most = Math.min(above ? above.level + (mayHaveChildren(above) ? 1 : 0) : 0, DEEPEST_OPTION - heightOf(branch))
  return least > most ? null : { least, most }
}

/** Drops a lifted branch at the nearest possible level. */
export function place(rest: Outline, branch: Outline, to: number, wanted: number): Outline | null {
  const levels = levelsAt(rest, to, branch)
  if (!levels) return null
  const level = Math.max(levels.least, Math.min(levels.most, wanted))
  return [...rest.slice(0, to), ...atLevel(branch, level), ...rest.slice(to)]
}

export type MoveDirection = 'up' | 'down' | 'in' | 'out'

/** The rows after the move; unchanged if impossible. */
export function moved(rows: Outline, at: number, move: MoveDirection): Outline {
  const row = rows[at]
  if (!row) return rows
  const { branch, rest } = lift(rows, at)
  const parent = parentAt(rows, at)
  const before = siblingBefore(rows, at)
  if (move === 'up') return (before >= 0 && place(rest, branch, before, row.level)) || rows
  if (move === 'down') {
    const next = endOf(rows, at)
    if (rows[next]?.level !== row.level) return rows
    return place(rest, branch, endOf(rows, next) - branch.length, row.level) ?? rows
  }
  if (move === 'in') {
    const above = rows[before]
    if (!above || !mayHaveChildren(above)) return rows
    return heightOf(branch) + row.level + 1 > DEEPEST_OPTION
      ? rows
      : [...rest.slice(0, at), ...atLevel(branch, row.level + 1), ...rest.slice(at)]
  }
  if (parent < 0) return rows
  const to = endOf(rows, parent) - branch.length
  return [...rest.slice(0, to), ...atLevel(branch, row.level - 1), ...rest.slice(to)]
}

function siblingBefore(rows: Outline, at: number): number {
  const level = rows[at]?.level ?? 0
  for (let before = at - 1; before >= 0; before--) {
    const found = rows[before]?.level ?? 0
    if (found === level) return before
    if (found < level) return -1
  }
  return -1
}

/** Including its subtree. */
export const removed = (rows: Outline, at: number): Outline => lift(rows, at).rest

/** As the last child of that row; -1: at the end. */
export function added(rows: Outline, parent: number, rest: Partial<OptionRow> = {}): { rows: Outline; id: number } {
  const level = parent < 0 ? 0 : (rows[parent]?.level ?? 0) + 1
  const row = newRow(rows, level, rest)
  const to = parent < 0 ? rows.length : endOf(rows, parent)
  return { rows: [...rows.slice(0, to), row, ...rows.slice(to)], id: row.id }
}

export const mayAdd = (rows: Outline, parent: number): boolean => {
  const above = rows[parent]
  return rows.length < MOST_OPTIONS && (!above || (mayHaveChildren(above) && above.level + 1 < DEEPEST_OPTION))
}

export const depthOf = (rows: Outline): number => Math.max(0, ...rows.map(({ level }) => level + 1))

export type RowFault = 'title' | 'message' | 'queue' | 'queueGone' | 'userGone' | 'file' | 'children'

type KnownTargets = { readonly queueIds: ReadonlySet<number>; readonly userIds: ReadonlySet<number> }

/** Errors of a row. */
export function faultOf(rows: Outline, at: number, { queueIds, userIds }: KnownTargets): RowFault | null {
  const row = rows[at]
  if (!row) return null
  const { title, message, optionType, targetQueueId, targetUserId } = row
  if (title.trim() === '') return 'title'
  if (optionType === 'Arquivo') {
    if (fileNameOf(row) === null) return 'file'
  } else if (message.trim() === '') return 'message'
  if (optionType === 'Fila' && (targetQueueId === null || !queueIds.has(targetQueueId)))
    return targetQueueId === null ? 'queue' : 'queueGone'
  if (optionType === 'Atendente' && targetUserId !== null && !userIds.has(targetUserId)) return 'userGone'
  return !mayHaveChildren(row) && endOf(rows, at) > at + 1 ? 'children' : null
}

/** The server keeps these as they are: they show that something was deleted, and a tree with them can be saved. */
export const isOnlyGone = (fault: RowFault, { id }: OptionRow): boolean =>
  id > 0 && (fault === 'queueGone' || fault === 'userGone')
