/**
 * Accepts sends. The row of a send, its messages and their outbox rows are written in one transaction before the
 * response, so a crash can neither lose nor double them; the key makes a repeated request the same send.
 */
import { createHash } from 'node:crypto'
import { findConnectionOrFail, findDefaultConnection } from '../../channels/connections/queries'
import { dialingIn } from '../../channels/dialing'
import type { NumberLookUp } from '../../channels/look-up'
import { createContact } from '../../contacts/actions'
import type { Address } from '../../contacts/address'
import { phoneFromTyping } from '../../contacts/contract'
import { findContactIdByAddress, findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import type { Cx } from '../../platform/cx'
import { newToken } from '../../platform/secret'
import { execute, getRow, getValue } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { findQueueOrFail } from '../../queues/queries'
import type { UploadedFile } from '../../tickets/media/upload'
import { findMessage } from '../../tickets/messages/queries'
import { isQuotable } from '../../tickets/sending/send'
import { findUser } from '../../users/people'
import type { ApiSend } from './contract'
import { apiErrors } from './errors'
import { defer, tryPosting, wroteLately } from './posting'
import { findPosted, findSend, readSend, type StoredSend } from './sends'
import { findToken, requireUsable, type StoredToken } from './tokens'
import { groupIn, phoneIn, type WantedSend } from './wanted'

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

/** The send of this key. Fails if it was another request. */
export function findRepeated(cx: Cx, { id }: StoredToken, key: Key | null): ApiSend | undefined {
  if (!key) return undefined
  const known = getRow<{ id: string; digest: string }>(
    cx.db,
    'SELECT id, digest FROM api_sends WHERE token_id = ? AND key = ? AND created_at > ?',
    [id, key.value, cx.now() - KEY_LIFE],
  )
  if (known && known.digest !== key.digest) fail(apiErrors.ERR_IDEMPOTENCY_KEY_REUSED, { id: known.id })
  return known && readSend(cx.db, known.id)
}

/** Finds the recipient of a number; asks the messenger if it is no contact. Fails with ERR_CHECK_NUMBER if unknown. */
export async function findRecipient(
  cx: Cx,
  token: StoredToken,
  numbers: NumberLookUp,
  written: string,
): Promise<Recipient> {
  const group = groupIn(written)
  if (group !== undefined) {
    const contactId = findContactIdByAddress(cx.db, { kind: 'group', value: group }) ?? fail('ERR_NO_CONTACT_FOUND')
    return { contactId, number: group, addresses: [] }
  }
  const number = phoneFromTyping(phoneIn(written), dialingIn(cx.db))
  const contactId = findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
  if (contactId !== null) return { contactId, number, addresses: [] }
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
  const wished = wanted.connectionId ?? token.connectionId ?? connectionOfQueue(cx.db, queueId)
  return { connectionId: findConnectionOrFail(cx.db, wished).id, queueId, userId }
}

/** The default connection if it serves the queue or none does, else the first that serves it. */
function connectionOfQueue(db: Db, queueId: number | null): number {
  const serving = getValue(
    db,
    `SELECT c.id FROM connection_queues q JOIN connections c ON c.id = q.connection_id
     WHERE q.queue_id = ? AND c.deleted_at IS NULL ORDER BY c.is_default DESC, c.id LIMIT 1`,
    queueId,
  )
  if (typeof serving === 'number') return serving
  return findDefaultConnection(db)?.id ?? fail('ERR_NO_DEF_WAPP_FOUND')
}

type Accepting = {
  readonly token: StoredToken
  readonly wanted: WantedSend
  readonly recipient: Recipient
  readonly files: readonly Pick<UploadedFile, 'kind' | 'media'>[]
  readonly key: Key | null
}

/** Stores the send and posts it at once if the rate limiter permits. */
export function acceptSend(cx: Cx, { token, wanted, recipient, files, key }: Accepting): ApiSend {
  return cx.transaction((cx) => {
    requireUsable(findToken(cx.db, token.id), cx.now()) // it may have been revoked during an upload
    const repeated = findRepeated(cx, token, key)
    if (repeated) return repeated
    if (wanted.body.trim() === '' && files.length === 0) fail('ERR_MESSAGE_EMPTY')
    const place = placeOf(cx, token, wanted)
    const { number } = recipient
    const known = recipient.contactId ?? findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null
    requireWilling(cx, { contactId: known, number }, place.connectionId)
    const quotedId = quotedOf(cx, wanted, { contactId: known, connectionId: place.connectionId })
    const contactId = known ?? createContact(cx, { name: number, number }, recipient.addresses).id
    const id = `msg_${newToken().slice(0, 22)}`
    const { $client } = cx.db
    if (key) execute($client, 'UPDATE api_sends SET key = NULL WHERE token_id = ? AND key = ?', [token.id, key.value])
    execute(
      $client,
      `INSERT INTO api_sends (id, token_id, key, digest, contact_id, connection_id, queue_id, user_id, opens_ticket,
         quoted_id, is_signed, number, state, again_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
      [
        id,
        token.id,
        key?.value ?? null,
        key?.digest ?? '',
        contactId,
        place.connectionId,
        place.queueId,
        place.userId,
        wanted.opensTicket ? 1 : 0,
        quotedId,
        wanted.isSigned ? 1 : 0,
        number,
        cx.now(),
        cx.now(),
      ],
    )
    const part = statement($client, 'INSERT INTO api_send_parts (send_id, kind, body, media) VALUES (?, ?, ?, ?)')
    if (files.length === 0) part.run(id, null, wanted.body, null)
    for (const [at, { kind, media }] of files.entries())
      part.run(id, kind, at === 0 ? wanted.body : '', JSON.stringify(media))
    const send = findSend(cx.db, id)
    if (wanted.delay === undefined) tryPosting(cx, send)
    else defer(cx, send, { why: 'interval', until: cx.now() + wanted.delay }, wanted.delay)
    return readSend(cx.db, id)
  })
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
