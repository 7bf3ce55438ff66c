/** Sends through an open session: messages, read receipts, typing. */
import type { WAMessageContent, WAMessageKey } from '@whiskeysockets/baileys'
import type { Address, Outgoing, OutgoingAction, ReadMark, SendResult } from '../../channel'
import { jidOf } from '../address'
import { createUpload } from '../media/upload'
import type { LiveSocket, OpenSocket, SendingSocket } from '../session/live-socket'
import { ping } from '../session/watch-socket'
import { canReach, sendConfirmed } from './confirm-sends'
import { render } from './render'
import { silent } from './silent'

/** `timeout`: milliseconds until a message without an answer counts as unconfirmed. */
export async function send(
  socket: SendingSocket,
  outgoing: Outgoing | OutgoingAction,
  timeout: number,
): Promise<SendResult> {
  const renderFor = async (to: Address) => {
    const { options, ...rendered } = await render(socket.parse, { ...outgoing, to })
    return { ...rendered, options: { ...options, upload: createUpload(socket) } }
  }
  return sendConfirmed(socket, { to: outgoing.to, renderFor }, timeout)
}

/** Content for a phone that could not decrypt our message with this key. Undefined: it cannot be sent now. */
export async function contentToRepeat(
  socket: SendingSocket,
  outgoing: Outgoing | OutgoingAction,
  key: WAMessageKey,
): Promise<WAMessageContent | undefined> {
  const { baileys } = socket
  const { sock } = socket.live
  const { jid, content, options } = await render(socket.parse, outgoing)
  const to = key.remoteJid ?? jid
  if (!(await canReach(socket, to))) return undefined
  const message = await baileys.generateWAMessage(to, content, {
    ...options,
    userJid: sock.user?.id ?? '',
    upload: createUpload(socket),
    logger: silent,
  })
  return message.message ?? undefined
}

/** Resolves when WhatsApp has received it. */
export const markRead = (socket: OpenSocket, chat: Address, messages: readonly ReadMark[]): Promise<void> =>
  whileOpen(socket.live, sendRead(socket.live, chat, messages))

async function sendRead({ sock }: LiveSocket, chat: Address, messages: readonly ReadMark[]): Promise<void> {
  const remoteJid = jidOf(chat)
  const keys = messages.map(({ externalId: id, author }) => {
    const participant = author ? { participant: jidOf(author) } : {}
    return { remoteJid, id, fromMe: false, ...participant }
  })
  if (keys.length === 0) return
  await sock.readMessages(keys)
  await ping(sock) // the socket preserves order: the answer proves that earlier receipts arrived
}

/** Fails when the connection is closed; Baileys' own queries would wait for their time-out. */
function whileOpen<T>({ gone }: LiveSocket, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const lost = () => reject(new Error('whatsapp: the connection is gone'))
  gone.addEventListener('abort', lost)
  if (gone.aborted) lost()
  return Promise.race([work, promise]).finally(() => gone.removeEventListener('abort', lost))
}

export async function setTyping(
  { live }: OpenSocket,
  chat: Address,
  state: 'composing' | 'recording' | 'paused',
): Promise<void> {
  await live.sock.sendPresenceUpdate(state, jidOf(chat))
}

const UNLINK_MS = 5_000

/** Unlinks this device and waits for WhatsApp's response; Baileys' `logout` disconnects before it arrives. */
export async function unlinkDevice({ live, baileys }: OpenSocket): Promise<void> {
  const { sock } = live
  const device = { tag: 'remove-companion-device', attrs: { jid: sock.user?.id ?? '', reason: 'user_initiated' } }
  const attrs = { to: baileys.S_WHATSAPP_NET, type: 'set', xmlns: 'md' }
  // If the connection is lost now, the credentials are archived anyway.
  await sock.query({ tag: 'iq', attrs, content: [device] }, UNLINK_MS).catch(() => {})
}
