/**
 * Stores sends. The row of a send, its messages and their outbox rows are written in one transaction before the
 * response, so a crash can neither lose nor double them; the key makes a repeated request the same send.
 */
import { capabilitiesOf } from '../../channels/capabilities'
import { channelOf } from '../../channels/connections/queries'
import { addressOver } from '../../channels/reach'
import { requireWindow } from '../../channels/windows/windows'
import { createContact } from '../../contacts/actions'
import { findContactIdByAddress, findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import { isOptedOut } from '../../outbound/suppression/opt-outs'
import type { Cx } from '../../platform/cx'
import { newToken } from '../../platform/secret'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { findMessage } from '../../tickets/messages/queries'
import { requireOver } from '../../tickets/sending/over-channel'
import { isQuotable } from '../../tickets/sending/send'
import { templateDraft } from '../../tickets/sending/template'
import { apiErrors } from './errors'
import { findKeyUse, type IdempotencyKey, releaseKey } from './idempotency-key'
import { againAt, post, waitOf, wroteLately } from './posting'
import type { PreparedSend, SendResponse } from './prepare'
import type { SendRequest } from './request'
import { findPosted, type SendPart, type StoredSend, showSend } from './sends'
import { findSendTarget } from './target'
import { requireStillAllowed } from './token-auth'

/** Stores the send and posts it at once if the rate limiter permits; in the caller's transaction. */
export function store(cx: Cx, { caller, request, recipient, files, key }: PreparedSend): SendResponse {
  const { token } = caller
  const { number } = recipient
  // Time has passed since `prepare`, so this is read again: the caller's right, the key, the target and the contact.
  requireStillAllowed(caller)
  const keyUse = findKeyUse(cx, token, key)
  if (keyUse?.repeated) return { send: keyUse.repeated, isRepeated: true }
  const target = findSendTarget(cx, token, request)
  const knownId = recipient.contactId ?? findContactIdByAddress(cx.db, { kind: 'phone', value: number }) ?? null

  requireWilling(cx, { contactId: knownId, number }, target.connectionId)
  const parts = partsOf(cx.db, target.connectionId, request, files)
  requireReachable(cx, { contactId: knownId, connectionId: target.connectionId }, parts)
  const quotedId = quotedOf(cx, request, { contactId: knownId, connectionId: target.connectionId })
  const contactId = knownId ?? createContact(cx, { name: number, number }, recipient.addresses).id
  if (keyUse) releaseKey(cx, keyUse)

  const now = cx.now()
  const waiting: StoredSend = {
    ...target,
    id: `msg_${newToken().slice(0, 22)}`,
    tokenId: token.id,
    contactId,
    quotedId,
    number,
    opensTicket: request.opensTicket ? 1 : 0,
    isSigned: request.isSigned ? 1 : 0,
    state: 'waiting',
    failure: null,
    waitWhy: null,
    waitUntil: null,
    createdAt: now,
  }
  const { delay } = request
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

/** A message per file, the first with the text. */
function partsOf(
  db: Db,
  connectionId: number,
  { body, template }: SendRequest,
  files: PreparedSend['files'],
): SendPart[] {
  if (template) {
    const [file] = files
    const draft = templateDraft(db, connectionId, template, { values: {}, ...(file && { media: file.media }) })
    if (file && !draft.media) fail('ERR_INVALID_INPUT', [{ field: 'medias', message: 'form.invalid' }])
    return [{ kind: draft.media && draft.kind, body: draft.body, media: draft.media, extra: draft.extra }]
  }
  return files.length === 0
    ? [{ kind: null, body, media: null, extra: null }]
    : files.map(({ kind, media }, at) => ({ kind, media, body: at === 0 ? body : '', extra: null }))
}

/** Refuses at once what the connection's channel would refuse. */
function requireReachable(cx: Cx, { contactId, connectionId }: Chat, parts: readonly SendPart[]) {
  const { firstContact } = capabilitiesOf(channelOf(cx.db, connectionId))
  const isKnown = contactId !== null && addressOver(cx.db, connectionId, contactId) !== undefined
  if (!isKnown && (contactId !== null || firstContact === 'never')) fail('ERR_WAPP_INVALID_CONTACT')
  for (const { kind, media, extra } of parts) {
    requireOver(cx.db, connectionId, { kind: kind ?? 'chat', media })
    const manner = { isByPerson: false, isTemplate: extra?.template !== undefined }
    requireWindow(cx.db, { connectionId, contactId: contactId ?? 0 }, manner, cx.now())
  }
}

function insertSend(db: Db, send: StoredSend, key: IdempotencyKey | null, nextTryAt: number | null) {
  execute(
    db,
    `INSERT INTO api_sends (id, token_id, key, digest, contact_id, connection_id, queue_id, user_id, opens_ticket, quoted_id,
       is_signed, number, state, wait_why, wait_until, again_at, created_at)
     VALUES (@id, @tokenId, @key, @digest, @contactId, @connectionId, @queueId, @userId, @opensTicket, @quotedId,
       @isSigned, @number, @state, @waitWhy, @waitUntil, @nextTryAt, @createdAt)`,
    { ...send, key: key?.value ?? null, digest: key?.digest ?? '', nextTryAt },
  )
}

function insertPart(db: Db, sendId: string, { kind, body, media, extra }: SendPart, messageId: number | null) {
  execute(db, 'INSERT INTO api_send_parts (send_id, kind, body, media, extra, message_id) VALUES (?, ?, ?, ?, ?, ?)', [
    sendId,
    kind,
    body,
    media && JSON.stringify(media),
    extra && JSON.stringify(extra),
    messageId,
  ])
}

type Chat = { readonly contactId: number | null; readonly connectionId: number }

/** The message to quote. Fails with ERR_NO_MESSAGE_FOUND unless it is in this conversation. */
function quotedOf({ db }: Cx, { quotes }: SendRequest, { contactId, connectionId }: Chat): number | null {
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
