import type { Actor } from '../../actor'
import { instant } from '../../platform/formats'
import { getRows } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { visibleTo } from '../../tickets/visibility'
import { MOST_MENTIONS, type NoteMention } from './contract'

type Row = {
  readonly id: number
  readonly messageId: number
  readonly ticketId: number
  readonly uuid: string
  readonly contactName: string
  readonly userName: string
  readonly body: string
  readonly createdAt: number
}

/** The latest first, in tickets that the user may still see. */
export const listMentions = (db: Db, actor: Actor): NoteMention[] => {
  const visible = visibleTo(actor)
  return mentionsOf(db, { sql: `n.user_id = (? + 0) AND ${visible.sql}`, params: [actor.userId, ...visible.params] })
}

export const listMentionsIn = (db: Db, messageId: number): (NoteMention & { readonly userId: number })[] =>
  mentionsOf(db, { sql: 'n.message_id = (? + 0)', params: [messageId] })

const mentionsOf = (db: Db, { sql, params }: Condition) =>
  getRows<Row & { readonly userId: number }>(
    db,
    `SELECT n.id, n.user_id AS userId, n.message_id AS messageId, t.id AS ticketId, t.uuid, c.name AS contactName, ifnull(u.name, '') AS userName,
       substr(m.body, 1, 250) AS body, m.created_at AS createdAt
     FROM note_mentions n JOIN messages m ON m.id = n.message_id JOIN tickets t ON t.id = m.ticket_id
       JOIN contacts c ON c.id = t.contact_id LEFT JOIN users u ON u.id = m.user_id
     WHERE ${sql} ORDER BY n.id DESC LIMIT ${MOST_MENTIONS}`,
    params,
  ).map(({ ticketId, uuid, contactName, userName, createdAt, ...row }) => ({
    ...row,
    ticket: { id: ticketId, uuid },
    contact: { name: contactName },
    user: { name: userName },
    createdAt: instant(createdAt),
  }))
