/** Takes over the queues of another product, their bot's options, and who attends to them. */
import * as v from 'valibot'
import { addClosedDays, noteLosses } from '../hours/move-in'
import { type Move, type MovedFile, type Mover, movers, reportFile } from '../moving-in/mover'
import { readHours } from '../moving-in/reading/hours'
import type { SourceRows } from '../moving-in/source'
import { Color } from '../platform/formats'
import { execute, getRows, getValue } from '../platform/sql'
import { fold } from '../platform/text'
import { LAST_PLACE, MOST_MINUTES_WITHOUT_RESPONSE } from './contract'
import { automaticText, isTheirs, mediaOf, takeFiles } from './moved'
import { freeName, plainName } from './names'
import { moveOptions } from './options/move-in'
import { insertQueue, lastPosition } from './queries'
import { plainColor } from './queue'

type Theirs = SourceRows['queues']
/** For queues without a colour, or with that of another. */
const palette = [
  '#2563eb',
  '#0d9488',
  '#ca8a04',
  '#db2777',
  '#7c3aed',
  '#16a34a',
  '#ea580c',
  '#0891b2',
  '#4f46e5',
  '#65a30d',
]

async function moveQueues(move: Move): Promise<void> {
  const { source, company, inSlices, inPreparedSlices } = move
  await inPreparedSlices(
    'queues',
    source.rows('queues', company.id),
    async (slice) => takeFiles(move, slice),
    (slice, files) => {
      for (const row of slice) moveQueue(move, row, files.get(row.id) ?? null)
    },
    50,
  )
  await moveOptions(move)
  await inSlices('queue people', source.rows('userQueues', company.id), (slice) => {
    for (const row of slice) movePerson(move, row)
  })
}

function moveQueue(move: Move, theirs: Theirs, file: MovedFile | null): void {
  const { cx, ids, report } = move
  if (ids.has('queues', theirs.id)) {
    report.merged('queues', 'alreadyHere')
    return
  }
  const known = getRows<{ id: number; name: string; color: string }>(cx.db, 'SELECT id, name, color FROM queues')
  const wanted = plainName(theirs.name)
  const same = known.find(({ name }) => fold(name) === fold(wanted))
  if (same && !isTheirs(move, same.id)) {
    ids.add('queues', theirs.id, same.id)
    report.merged('queues', 'sameName')
    return
  }
  const name = freeName(wanted, (name) => known.some((one) => fold(one.name) === fold(name)))
  const hours = readHours(theirs.hours)
  const text = (given: string | null) => automaticText(move, 'queues', given, name)
  const made = insertQueue(cx.db, theirs.createdAt ?? cx.now(), {
    name,
    color: colorOf(
      theirs,
      known.map(({ color }) => color),
    ),
    position: Math.min(theirs.position ?? lastPosition(cx.db), LAST_PLACE),
    greetingMessage: text(theirs.greetingMessage),
    outOfHoursMessage: text(theirs.outOfHoursMessage),
    schedules: hours.week,
    attendantsPool: poolOf(theirs),
    ...mediaOf(file),
  })
  ids.add('queues', theirs.id, made.id)
  report.imported('queues')
  if (name !== theirs.name.trim()) report.noted('queues', 'renamed', `${theirs.name} → ${name}`)
  if (theirs.mediaPath !== null) reportFile(report, theirs.mediaPath, file)
  noteLosses(move, hours, name)
  addClosedDays(cx, hours, made.id)
}

/** Theirs, or the first of ours that no other queue has. */
function colorOf({ color }: Theirs, taken: readonly string[]): string {
  const own = v.is(Color, color) ? plainColor(color) : undefined
  const isFree = (one: string) => !taken.some((other) => plainColor(other) === one)
  if (own !== undefined && isFree(own)) return own
  return palette.find(isFree) ?? freeShade(isFree)
}

function freeShade(isFree: (color: string) => boolean): string {
  for (let n = 0x303030; ; n += 0x010203) {
    const color = `#${(n % 0xff_ffff).toString(16).padStart(6, '0')}`
    if (isFree(color)) return color
  }
}

const poolOf = ({ distributes, distributesAfter, isRandom }: Theirs) =>
  distributes
    ? {
        active: true,
        typeAssignment: isRandom ? ('random' as const) : ('sequential' as const),
        enableReassignment: (distributesAfter ?? 0) > 0,
        timeWithoutResponse: Math.min(Math.max(distributesAfter ?? 5, 1), MOST_MINUTES_WITHOUT_RESPONSE),
        conversationLimit: null,
      }
    : null

function movePerson({ cx, ids, report }: Move, { userId, queueId }: SourceRows['userQueues']): void {
  const link = `${userId} ${queueId}`
  if (ids.has('userQueues', link)) {
    report.merged('userQueues', 'alreadyHere')
    return
  }
  const [user, queue] = [ids.find('users', userId), ids.find('queues', queueId)]
  if (user === undefined || queue === undefined) {
    report.skipped('userQueues', user === undefined ? 'noUser' : 'noParent')
    return
  }
  if (getValue(cx.db, 'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL', user) === undefined) {
    report.skipped('userQueues', 'noUser')
    return
  }
  ids.add('userQueues', link, user)
  const { changes } = execute(cx.db, 'INSERT OR IGNORE INTO user_queues (user_id, queue_id) VALUES (?, ?)', [
    user,
    queue,
  ])
  if (changes > 0) report.imported('userQueues')
  else report.merged('userQueues', 'alreadyHere')
}

const queueMover: Mover = { name: 'queues', move: moveQueues }
export const movesQueues = movers.filledWith(queueMover)
