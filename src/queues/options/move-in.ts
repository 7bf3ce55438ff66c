/** Takes over the options of another product's bot, parents before children. */
import { type Move, type MovedFile, reportFile } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { getOnlyValue } from '../../platform/sql'
import { oneLine } from '../../platform/text'
import { automaticText, isTheirs, mediaOf, takeFiles } from '../moved'
import { insertOption, updateOption } from '../queries'
import type { QueueOption } from '../tables'
import { DEEPEST_OPTION, MOST_OPTIONS, OPTION_TITLE_LENGTH } from './contract'

type Theirs = SourceRows['queueOptions']
/** Theirs, with the queue that its ancestors name. */
type OptionAt = Theirs & { readonly rootQueueId: string; readonly depth: number }

export async function moveOptions(move: Move): Promise<void> {
  const { source, company, inPreparedSlices, report } = move
  const { ordered, orphans } = inOrder([...source.rows('queueOptions', company.id)])
  for (const one of orphans) report.skipped('queueOptions', 'noParent', one.title)
  await inPreparedSlices(
    'queue options',
    ordered,
    (slice) => takeFiles(move, slice),
    (slice, files) => {
      for (const one of slice) moveOption(move, one, files.get(one.id) ?? null)
    },
    100,
  )
}

/** Siblings by what customers type, then by id. Without a queue above it, or in a circle, a row is an orphan. */
function inOrder(rows: readonly Theirs[]): { ordered: OptionAt[]; orphans: Theirs[] } {
  const known = new Set(rows.map(({ id }) => id))
  const below = Map.groupBy(rows, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null))
  const sorted = (siblings: readonly Theirs[]) =>
    siblings.toSorted((a, b) => numberOf(a.option) - numberOf(b.option) || Number(a.id) - Number(b.id))
  const ordered: OptionAt[] = []
  let level = sorted(below.get(null) ?? []).flatMap((one): OptionAt[] =>
    one.queueId === null || one.parentId !== null ? [] : [{ ...one, rootQueueId: one.queueId, depth: 1 }],
  )
  while (level.length > 0) {
    ordered.push(...level)
    level = level.flatMap(({ id, rootQueueId, depth }) =>
      sorted(below.get(id) ?? []).map((child) => ({ ...child, rootQueueId, depth: depth + 1 })),
    )
  }
  const reached = new Set(ordered.map(({ id }) => id))
  return { ordered, orphans: rows.filter(({ id }) => !reached.has(id)) }
}

const numberOf = (option: string | null): number => {
  const number = Number.parseInt(option ?? '', 10)
  return Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER
}

function moveOption(move: Move, theirs: OptionAt, file: MovedFile | null): void {
  const { cx, ids, report } = move
  if (ids.has('queueOptions', theirs.id)) {
    report.merged('queueOptions', 'alreadyHere')
    return
  }
  const queueId = ids.find('queues', theirs.rootQueueId)
  const parentId = theirs.parentId === null ? null : ids.find('queueOptions', theirs.parentId)
  if (queueId === undefined || parentId === undefined) {
    report.skipped('queueOptions', 'noParent', theirs.title)
    return
  }
  const count = (where: string, ...values: number[]) =>
    getOnlyValue<number>(cx.db, `SELECT count(*) FROM queue_options WHERE ${where}`, values)
  const refusal = !isTheirs(move, queueId)
    ? 'sameName'
    : theirs.depth > DEEPEST_OPTION
      ? 'tooDeep'
      : count('queue_id = ?', queueId) >= MOST_OPTIONS
        ? 'tooMany'
        : null
  if (refusal) {
    report.skipped('queueOptions', refusal, theirs.title)
    return
  }
  const position =
    parentId === null ? count('queue_id = ? AND parent_id IS NULL', queueId) : count('parent_id = ?', parentId)
  const title = titleOf(theirs)
  const target = targetOf(move, theirs, file)
  const message = automaticText(move, 'queueOptions', theirs.message, title)
  const id = insertOption(cx.db, {
    queueId,
    parentId,
    position,
    title,
    message: message === '' && target.optionType !== 'Arquivo' ? title : message,
    ...target,
  })
  if (target.optionType === 'Arquivo') updateOption(cx.db, id, mediaOf(file))
  ids.add('queueOptions', theirs.id, id)
  report.imported('queueOptions')
  if (title !== theirs.title.trim()) report.noted('queueOptions', 'cut', theirs.title)
  if (theirs.closes) report.noted('queueOptions', 'closesAfter', title)
  if (theirs.mediaPath !== null) reportFile(report, theirs.mediaPath, file)
  if (theirs.kind === 'integration') report.noted('queueOptions', 'noCounterpart', title)
}

function titleOf({ title, option, message }: Theirs): string {
  const plain = (text: string | null) => oneLine(text ?? '', OPTION_TITLE_LENGTH)
  return plain(title) || plain(message) || plain(option) || 'Opção'
}

/** What leads nowhere here is a text. */
function targetOf({ ids, cx }: Move, { kind, targetId, mediaPath }: Theirs, file: MovedFile | null) {
  const none = { targetQueueId: null, targetUserId: null }
  const text: Pick<QueueOption, 'optionType' | 'targetQueueId' | 'targetUserId'> = { optionType: 'Texto', ...none }
  if (kind === 'queue') {
    const targetQueueId = ids.find('queues', targetId)
    return targetQueueId === undefined ? text : { ...text, optionType: 'Fila' as const, targetQueueId }
  }
  if (kind === 'user') {
    const user = ids.find('users', targetId)
    const isHere =
      user !== undefined &&
      getOnlyValue<number>(cx.db, 'SELECT count(*) FROM users WHERE id = ? AND active = 1', user) > 0
    return isHere ? { ...text, optionType: 'Atendente' as const, targetUserId: user } : text
  }
  return (kind === 'file' || mediaPath !== null) && file !== null ? { ...text, optionType: 'Arquivo' as const } : text
}
