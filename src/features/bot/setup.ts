/** Reads a connection's setup for the machine. Option trees and hours are read lazily. */
import { eq, sql } from 'drizzle-orm'
import type { Connection } from '../../channels/connections/tables'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { getColumn } from '../../platform/sql'
import { type Db, prepared } from '../../platform/sqlite'
import { type Queue, type QueueOption, queueOptions, queues } from '../../queues/tables'
import { readSwitch } from '../../settings/settings'
import { languageOf } from '../../texts/texts'
import { outOfHoursText } from '../../tickets/moves/out-of-hours'
import { type AutomaticFile, fileOfConnection, fileOfRow } from '../../tickets/sending/send-automatic'
import { assembleSetup } from './assemble'
import type { BotOption, BotQueue, BotSetup, FileOwner } from './machine'
import { findQueueBot } from './queue-bots'

export function readSetup(cx: Cx, connection: Connection): BotSetup {
  return assembleSetup({
    connection: { ...connection, greetingFile: fileOfConnection(connection)?.name ?? null },
    menu: menuOf(cx.db, connection.id),
    queues: prepared(cx.db, allQueues)
      .all()
      .map((queue) => queueOf(cx, queue, connection)),
    greetsAlone: readSwitch(cx.db, 'sendGreetingMessageOneQueues'),
    language: languageOf(cx.tenant.language),
  })
}

const allQueues = (db: Db) => db.select().from(queues).prepare()
const optionsOf = (db: Db) =>
  db
    .select()
    .from(queueOptions)
    .where(eq(queueOptions.queueId, sql.placeholder('queueId')))
    .orderBy(queueOptions.position, queueOptions.id)
    .prepare()

const menuOf = (db: Db, connectionId: number): number[] =>
  getColumn<number>(
    db,
    'SELECT q.id FROM connection_queues cq JOIN queues q ON q.id = cq.queue_id WHERE cq.connection_id = ? ORDER BY q.position, q.id',
    connectionId,
  )

function queueOf(cx: Cx, queue: Queue, { id: connectionId }: Connection): BotQueue {
  const { id, name, greetingMessage, resetChatbotMsg } = queue
  const closed = once(() => outOfHoursText(cx, { queueId: id, connectionId }))
  const options = once(() => readTree(cx.db, id))
  const taken = once(() => findQueueBot(cx, queue) !== undefined)
  return {
    id,
    name,
    greeting: greetingMessage,
    file: fileOfRow(queue)?.name ?? null,
    get isOpen() {
      return closed() === undefined
    },
    get outOfHours() {
      return closed() ?? ''
    },
    repeats: resetChatbotMsg,
    get isTaken() {
      return taken()
    },
    get options() {
      return options()
    },
  }
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}

function readTree(db: Db, queueId: number): BotOption[] {
  const byParent = new Map<number | null, QueueOption[]>()
  for (const row of prepared(db, optionsOf).all({ queueId })) getOrMake(byParent, row.parentId, () => []).push(row)
  const childrenOf = (parentId: number | null): BotOption[] =>
    (byParent.get(parentId) ?? []).map((row) => ({
      id: row.id,
      title: row.title,
      message: row.message,
      optionType: row.optionType,
      targetQueueId: row.targetQueueId,
      targetUserId: row.targetUserId,
      file: fileOfRow(row)?.name ?? null,
      children: childrenOf(row.id),
    }))
  return childrenOf(null)
}

export function findFile(db: Db, owner: FileOwner, connection: Connection): AutomaticFile | null {
  if (owner.of === 'greeting') return fileOfConnection(connection)
  const table = owner.of === 'queue' ? queues : queueOptions
  const row = db.select().from(table).where(eq(table.id, owner.id)).get()
  return row ? fileOfRow(row) : null
}
