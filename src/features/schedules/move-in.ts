/** Schedules of another product. What is still to come is sent at its time; what it has missed is not sent any more. */
import { channelOf, findConnection, findDefaultConnection } from '../../channels/connections/queries'
import { isLack, messageOver } from '../../channels/lacks'
import { findContact } from '../../contacts/queries'
import type { Move, Mover } from '../../moving-in/mover'
import { readTemplate } from '../../moving-in/reading/variables'
import type { SourceRows } from '../../moving-in/source'
import { cut } from '../../platform/text'
import { hintOfPlannedTime } from '../../platform/time'
import { fileOf, moveWithFiles, type TakenFiles } from '../../tickets/media/moved-file'
import { findFirstAdmin } from '../../users/admins'
import { storeSchedule } from './actions'
import { MOST_SCHEDULES, SCHEDULE_FILE_LIMIT, SCHEDULE_LENGTH, SHORTEST_BODY } from './contract'
import { countSchedules } from './queries'
import type { StoredSchedule } from './tables'

type Row = SourceRows['schedules']
const KIND = 'schedules'

export const scheduleMover: Mover = {
  name: 'schedules',
  move: (move) =>
    moveWithFiles(move, { kind: KIND, step: 'schedules', most: SCHEDULE_FILE_LIMIT }, (row, files) =>
      moveOne(move, row, files),
    ),
}

function moveOne(move: Move, row: Row, files: TakenFiles) {
  const { cx, ids, report } = move
  const { db } = cx
  if (ids.has(KIND, row.id)) return report.merged(KIND, 'alreadyHere')
  const written = readTemplate(row.body ?? '').text.trim()
  const body = cut(written, SCHEDULE_LENGTH).trim()
  const contactId = ids.find('contacts', row.contactId)
  const userId = ids.find('users', row.userId) ?? findFirstAdmin(db)
  if (body.length < SHORTEST_BODY || row.sendAt === null) return report.skipped(KIND, 'empty', body)
  if (contactId === undefined || !findContact(db, contactId)) return report.skipped(KIND, 'noContact', body)
  if (userId === undefined) return report.skipped(KIND, 'noUser', body)
  if (countSchedules(db) >= MOST_SCHEDULES) return report.skipped(KIND, 'leftOut', body)
  const connectionId = connectionOf(move, row)
  const outcome = outcomeOf(row, row.sendAt, cx.now())
  if (outcome.status === 'pending' && connectionId === null) return report.skipped(KIND, 'noConnection', body)
  const file = fileOver(move, row, connectionId, files)
  if (body !== written) report.noted(KIND, 'cut', body)
  if (row.repeats && outcome.status === 'pending') report.noted(KIND, 'repeats', body)
  if (outcome.failure === 'moved' && row.status === 'pending') report.noted(KIND, 'past', body)
  const id = storeSchedule(cx, {
    type: 'mensagem',
    userId,
    contactId,
    connectionId,
    queueId: ids.find('queues', row.queueId) ?? null,
    body,
    template: null,
    kind: file?.kind ?? null,
    media: file?.media ?? null,
    sendAt: row.sendAt,
    ...outcome,
    createdAt: Math.min(row.createdAt ?? row.sendAt, cx.now()),
  })
  ids.add(KIND, row.id, id)
  report.imported(KIND)
}

/** Theirs if it is here, else the default one. */
function connectionOf({ cx, ids }: Move, row: Row): number | null {
  const own = ids.find('connections', row.connectionId)
  const found = own === undefined ? undefined : findConnection(cx.db, own)
  return (found ?? findDefaultConnection(cx.db))?.id ?? null
}

type Outcome = Pick<StoredSchedule, 'status' | 'failure' | 'sentAt'>

/** Whoever planned it for a time that has passed would not have it sent now. */
function outcomeOf({ status, sentAt }: Row, sendAt: number, now: number): Outcome {
  if (status === 'sent') return { status: 'sucess', failure: null, sentAt: sentAt ?? sendAt }
  const isToCome = status === 'pending' && sentAt === null && hintOfPlannedTime(sendAt, now) === undefined
  return isToCome
    ? { status: 'pending', failure: null, sentAt: null }
    : { status: 'err', failure: 'moved', sentAt: null }
}

/** Without a file that the connection's channel would refuse. */
function fileOver({ cx, report }: Move, row: Row, connectionId: number | null, files: TakenFiles) {
  const file = fileOf(report, row, files)
  if (!file || connectionId === null) return file
  const over = messageOver(channelOf(cx.db, connectionId), { kind: file.kind, file: file.media })
  if (!isLack(over)) return file
  report.noted(KIND, 'leftOut', row.mediaName ?? undefined)
  return null
}
