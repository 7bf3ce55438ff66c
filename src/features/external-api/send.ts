/**
 * Accepts sends. The row of a send, its messages and their outbox rows are written in one transaction before the
 * response, so a crash can neither lose nor double them; the key makes a repeated request the same send.
 */
import { createHash } from 'node:crypto'
import { findConnectionOrFail, findDefaultConnection } from '../../channels/connections/queries'
import { phoneMeant } from '../../channels/dialing'
import type { NumberLookUp } from '../../channels/look-up'
import { createContact } from '../../contacts/actions'
import type { Address } from '../../contacts/address'
import { findContactIdByAddress, findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import type { Cx } from '../../platform/cx'
import { newToken } from '../../platform/secret'
import { execute, getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { findQueueOrFail } from '../../queues/queries'
import type { UploadedFile } from '../../tickets/media/upload'
import { findMessage } from '../../tickets/messages/queries'
import { isQuotable } from '../../tickets/sending/send'
import { findUser } from '../../users/people'
import type { ApiSend } from './contract'
import { apiErrors } from './errors'
import { againAt, post, waitOf, wroteLately } from './posting'
import { findPosted, readSend, type SendPart, type StoredSend, showSend } from './sends'
import { findToken, requireUsable, type StoredToken } from './tokens'
import { FROM_PROGRAMS, groupIn, type WantedSend } from './wanted'

/** Retention of a key. */
const KEY_LIFE = DAY

export type Recipient = {
  readonly contactId: number | null
  readonly number: string
  /** The messenger's response for a number that is not a contact yet. */
  readonly addresses: readonly Address[]
}

export type Key = { readonly value: string; readonly digest: string }

/** Distinguishes a repetition from another request under the same key. `files`: hashes of uploaded ones. */
export const keyOf = (value: string, wanted: WantedSend, files: readonly string[]): Key => ({
  value,
  digest: createHash('sha256')
    .update(JSON.stringify([wanted, files]))
    .digest('hex'),
})

type KeyHolder = { readonly id: string; readonly digest: string; readonly createdAt: number }

/** The send of this key, also when the key may be used again. */
const holderOf = ({ db }: Cx, { id }: StoredToken, key: Key | null): KeyHolder | undefined =>
  key === null
    ? undefined
    : getRow<KeyHolder>(
        db,
        'SELECT id, digest, created_at AS createdAt FROM api_sends WHERE token_id = ? AND key = ?',
        [id, key.value],
      )

/** The send that a request repeats. Fails if the key was used for another request. */
export const findRepeated = (cx: Cx, token: StoredToken, key: Key | null): ApiSend | undefined =>
  readRepeated(cx, key, holderOf(cx, token, key))

function readRepeated(cx: Cx, key: Key | null, holder: KeyHolder | undefined): ApiSend | undefined {
  if (!key || !holder || holder.createdAt <= cx.now() - KEY_LIFE) return undefined
  if (holder.digest !== key.digest) fail(apiErrors.ERR_IDEMPOTENCY_KEY_REUSED, { id: holder.id })
  return readSend(cx.db, holder.id)
}

/** A recipient who is a contact already. */
export function findKnownRecipient(cx: Cx, written: string): Recipient | undefined {
  const group = groupIn(written)
  const number = group ?? phoneMeant(cx, written, FROM_PROGRAMS)
  const contactId = findContactIdByAddress(cx.db, { kind: group === undefined ? 'phone' : 'group', value: number })
  return contactId === undefined ? undefined : { contactId, number, addresses: [] }
}

/** Asks the messenger about a number that is no contact. Fails with ERR_CHECK_NUMBER if it is unknown there too. */
export async function askForRecipient(
  cx: Cx,
  token: StoredToken,
  numbers: NumberLookUp,
  written: string,
): Promise<Recipient> {
  if (groupIn(written) !== undefined) fail('ERR_NO_CONTACT_FOUND')
  const number = phoneMeant(cx, written, FROM_PROGRAMS)
  const addresses = await numbers.check(cx, askerOf(cx, token), number)
  return { contactId: null, number, addresses }
}

/** Key for the quota of number look-ups. */
export const askerOf = ({ tenant }: Cx, { id }: StoredToken) => ({ tenantId: tenant.id, userId: `api ${id}` })

type Place = Pick<StoredSend, 'connectionId' | 'queueId' | 'userId'>

/** The sending connection and, with a ticket, its assignee. Fails if the token may not send there. */
export function placeOf(cx: Cx, token: StoredToken, wanted: WantedSend): Place {
  const invalid = (field: string) => fail('ERR_INVALID_INPUT', [{ field, message: 'form.invalid' }])
  const isElsewhere = (wished: number | null, own: number | null) => wished !== null && own !== null && wished !== own
  if (isElsewhere(wanted.connectionId, token.connectionId)) invalid('whatsappId')
  if (isElsewhere(wanted.queueId, token.queueId)) invalid('queueId')
  const queueId = wanted.queueId ?? token.queueId
  if (queueId !== null) findQueueOrFail(cx.db, queueId)
  const { userId } = wanted
  if (userId !== null && !findUser(cx.db, userId)?.active) fail('ERR_NO_USER_FOUND')
  const wished = wanted.connectionId ?? token.connectionId ?? usualConnection(cx.db, token.queueId)
  return { connectionId: findConnectionOrFail(cx.db, wished).id, queueId, userId }
}

/** Of a queue's token: the default connection if it serves the queue or none does, else the first that serves it. */
function usualConnection(db: Db, queueId: number | null): number {
  const serving = getValue(
    db,
    `SELECT c.id FROM connection_queues q JOIN connections c ON c.id = q.connection_id
     WHERE q.queue_id = ? AND c.deleted_at IS NULL ORDER BY c.is_default DESC, c.id LIMIT 1`,
    queueId,
  )
  if (typeof serving === 'number') return serving
  return findDefaultConnection(db)?.id ?? fail('ERR_NO_DEF_WAPP_FOUND')
}

export type Accepting = {
  readonly token: StoredToken
  readonly wanted: WantedSend
  readonly recipient: Recipient
  readonly files: readonly Pick<UploadedFile, 'kind' | 'media'>[]
  readonly key: Key | null
}

/** `isRepeated`: an earlier request with this key was accepted. */
export type Accepted = { readonly send: ApiSend; readonly isRepeated: boolean }

/** Stores the send and posts it at once if the rate limiter permits; in the caller's transaction. */
export function acceptSend(cx: Cx, { token, wanted, recipient, files, key }: Accepting): Accepted {
  requireUsable(findToken(cx.db, token.id), cx.now()) // it may have been revoked during an upload
  const holder = holderOf(cx, token, key)
  const repeated = readRepeated(cx, key, holder)
  if (repeated) return { send: repeated, isRepeated: true }
  if (wanted.body.trim() === '' && files.length === 0) fail('ERR_MESSAGE_EMPTY')
  const place = placeOf(cx, token, wanted)
  const { number } = recipient
  const known = recipient.contactId ?? findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
  requireWilling(cx, { contactId: known, number }, place.connectionId)
  const quotedId = quotedOf(cx, wanted, { contactId: known, connectionId: place.connectionId })
  const contactId = known ?? createContact(cx, { name: number, number }, recipient.addresses).id
  if (holder) execute(cx.db, 'UPDATE api_sends SET key = NULL WHERE id = ?', holder.id)
  const parts: SendPart[] =
    files.length === 0
      ? [{ kind: null, body: wanted.body, media: null }]
      : files.map(({ kind, media }, at) => ({ kind, media, body: at === 0 ? wanted.body : '' }))

  const now = cx.now()
  const waiting: StoredSend = {
    ...place,
    id: `msg_${newToken().slice(0, 22)}`,
    tokenId: token.id,
    contactId,
    quotedId,
    number,
    opensTicket: wanted.opensTicket ? 1 : 0,
    isSigned: wanted.isSigned ? 1 : 0,
    state: 'waiting',
    failure: null,
    waitWhy: null,
    waitUntil: null,
    createdAt: now,
  }
  const { delay } = wanted
  const wait = delay === undefined ? waitOf(cx, waiting) : ({ why: 'interval', until: now + delay } as const)
  if (wait) {
    const send = { ...waiting, waitWhy: wait.why, waitUntil: wait.until }
    insertSend(cx.db, send, key, againAt(now, wait, delay))
    for (const part of parts) insertPart(cx.db, send.id, part, null)
    return { send: showSend(send, { status: 'waiting', reason: null }), isRepeated: false }
  }
  const send: StoredSend = { ...waiting, state: 'posted' }
  insertSend(cx.db, send, key, null)
  const messageIds = post(cx, send, token.name, parts)
  for (const [at, part] of parts.entries()) insertPart(cx.db, send.id, { ...part, media: null }, messageIds[at] ?? null)
  return { send: showSend(send, { status: 'queued', reason: null }), isRepeated: false }
}

function insertSend(db: Db, send: StoredSend, key: Key | null, nextTryAt: number | null) {
  execute(
    db,
    `INSERT INTO api_sends (id, token_id, key, digest, contact_id, connection_id, queue_id, user_id, opens_ticket, quoted_id,
       is_signed, number, state, wait_why, wait_until, again_at, created_at)
     VALUES (@id, @tokenId, @key, @digest, @contactId, @connectionId, @queueId, @userId, @opensTicket, @quotedId,
       @isSigned, @number, @state, @waitWhy, @waitUntil, @nextTryAt, @createdAt)`,
    { ...send, key: key?.value ?? null, digest: key?.digest ?? '', nextTryAt },
  )
}

function insertPart(db: Db, sendId: string, { kind, body, media }: SendPart, messageId: number | null) {
  execute(db, 'INSERT INTO api_send_parts (send_id, kind, body, media, message_id) VALUES (?, ?, ?, ?, ?)', [
    sendId,
    kind,
    body,
    media && JSON.stringify(media),
    messageId,
  ])
}

type Chat = { readonly contactId: number | null; readonly connectionId: number }

/** The message to quote. Fails with ERR_NO_MESSAGE_FOUND unless it is in this conversation. */
function quotedOf({ db }: Cx, { quotes }: WantedSend, { contactId, connectionId }: Chat): number | null {
  if (quotes === undefined) return null
  const quoted = findMessage(db, typeof quotes === 'number' ? quotes : (findPosted(db, quotes) ?? 0))
  const isThere = quoted?.contactId === contactId && quoted.connectionId === connectionId
  return isThere && isQuotable(quoted) ? quoted.id : fail('ERR_NO_MESSAGE_FOUND')
}

/** Like a campaign, the API does not write to people who opted out, unless they have written to us since yesterday. */
function requireWilling(
  cx: Cx,
  { contactId, number }: { contactId: number | null; number: string },
  connectionId: number,
) {
  if (contactId !== null && !findContactOrFail(cx.db, contactId).active) fail(apiErrors.ERR_API_CONTACT_BLOCKED)
  if (isOptedOut(cx.db, { contactId, number }) && !wroteLately(cx, contactId, connectionId))
    fail(apiErrors.ERR_API_OPTED_OUT)
}
