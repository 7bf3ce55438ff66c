/** Reads sends and their status. */

import type { Outgoing } from '../../channels/channel'
import { DELIVERED, FAILED, type MessageExtra, READ, SENT } from '../../channels/contract'
import { fail } from '../../errors'
import type { WaitReason } from '../../outbound/contract'
import { showWait } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { calendarAround } from '../../platform/days'
import { instant } from '../../platform/formats'
import { getColumn, getOnlyRow, getOnlyValue, getRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { MINUTE } from '../../platform/time'
import type { StoredMedia } from '../../tickets/messages/tables'
import { pricingOf } from '../message-costs/spent'
import type { ApiSend } from './contract'
import { apiErrors } from './errors'
import type { StoredToken } from './tokens'

export type StoredSend = {
  readonly id: string
  readonly tokenId: number
  readonly contactId: number
  readonly connectionId: number
  readonly queueId: number | null
  readonly userId: number | null
  readonly opensTicket: number
  readonly quotedId: number | null
  readonly isSigned: number
  readonly number: string
  readonly state: 'waiting' | 'posted' | 'failed'
  readonly failure: string | null
  readonly waitWhy: WaitReason | null
  readonly waitUntil: number | null
  readonly createdAt: number
}

/** One message of a send. */
export type SendPart = {
  readonly kind: Outgoing['kind'] | null
  readonly body: string
  readonly media: StoredMedia | null
  readonly extra: MessageExtra | null
}

const SELECT = `SELECT id, token_id AS tokenId, contact_id AS contactId, connection_id AS connectionId, queue_id AS queueId,
    user_id AS userId, opens_ticket AS opensTicket, quoted_id AS quotedId, is_signed AS isSigned, number, state, failure, wait_why AS waitWhy, wait_until AS waitUntil,
    created_at AS createdAt
  FROM api_sends`

export const findSend = (db: Db, id: string): StoredSend =>
  getRow<StoredSend>(db, `${SELECT} WHERE id = ?`, id) ?? fail(apiErrors.ERR_NO_API_SEND_FOUND)

/** The first message of a send; undefined until it is posted. */
export const findPosted = (db: Db, sendId: string): number | undefined =>
  getValue<number>(
    db,
    'SELECT message_id FROM api_send_parts WHERE send_id = ? AND message_id IS NOT NULL ORDER BY id',
    sendId,
  )

export const listParts = (db: Db, sendId: string): (SendPart & { readonly id: number })[] =>
  getRows<{ id: number; kind: SendPart['kind']; body: string; media: string | null; extra: string | null }>(
    db,
    'SELECT id, kind, body, media, extra FROM api_send_parts WHERE send_id = ? ORDER BY id',
    sendId,
  ).map(({ media, extra, ...part }) => ({
    ...part,
    media: media === null ? null : (JSON.parse(media) as StoredMedia), // both written by `store`
    extra: extra === null ? null : (JSON.parse(extra) as MessageExtra), // written by insertMessage
  }))

/** Due ones, oldest first. Deferred sends retry within a minute; a later time means that the clock was set back. */
export const listDue = (db: Db, now: number, most: number): StoredSend[] =>
  getRows<StoredSend>(
    db,
    `${SELECT} WHERE state = 'waiting' AND (again_at <= @now OR again_at > @now + ${MINUTE}) ORDER BY created_at, rowid LIMIT @most`,
    { now, most },
  )

export function readSend(db: Db, id: string): ApiSend {
  const send = findSend(db, id)
  const { state, failure } = send
  return {
    ...showSend(send, state === 'posted' ? statusOfMessages(db, id) : { status: state, reason: failure }),
    pricing: state === 'posted' ? listPricing(db, id) : [],
  }
}

/** Of the messages for which the messenger has reported it, in their order. */
const listPricing = (db: Db, id: string): ApiSend['pricing'] =>
  getColumn<number>(
    db,
    'SELECT message_id FROM api_send_parts WHERE send_id = ? AND message_id IS NOT NULL ORDER BY id',
    id,
  ).flatMap((messageId) => pricingOf(db, messageId) ?? [])

type Status = Pick<ApiSend, 'status' | 'reason'>

export function showSend(send: StoredSend, { status, reason }: Status): ApiSend {
  const { id, number, state, waitWhy, waitUntil, createdAt } = send
  const wait = state === 'waiting' && waitWhy ? showWait({ why: waitWhy, until: waitUntil }) : null
  return { id, status, number, wait, reason, createdAt: instant(createdAt), pricing: [] }
}

/** The lowest status of its messages; a failed one decides. */
function statusOfMessages(db: Db, id: string): Status {
  const row = getOnlyRow<{ ack: number | null; failure: string | null }>(
    db,
    `SELECT min(m.ack) AS ack, max(m.failure) AS failure FROM api_send_parts p JOIN messages m ON m.id = p.message_id
     WHERE p.send_id = ?`,
    id,
  )
  const { ack, failure } = row
  if (ack === null) return { status: 'sent', reason: null } // the messages were deleted since
  if (ack === FAILED) return { status: 'failed', reason: failure }
  return {
    status: ack >= READ ? 'read' : ack >= DELIVERED ? 'delivered' : ack >= SENT ? 'sent' : 'queued',
    reason: null,
  }
}

/** Fails as not found for a send of another connection or queue. */
export function readSendOf(db: Db, token: StoredToken, id: string): ApiSend {
  const { tokenId, connectionId } = findSend(db, id)
  const isOurs = tokenId === token.id || connectionId === token.connectionId
  return isOurs ? readSend(db, id) : fail(apiErrors.ERR_NO_API_SEND_FOUND)
}

/** Requests accepted since midnight in the company's time zone. */
export const countToday = ({ db, now, tenant }: Cx): number =>
  getOnlyValue<number>(
    db,
    'SELECT count(*) FROM api_sends WHERE created_at >= ?',
    calendarAround(now(), tenant.timeZone)(0, 0),
  )
