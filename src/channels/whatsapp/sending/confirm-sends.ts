/**
 * Works around Baileys: its `sendMessage` resolves when bytes were written, even without recipient devices or when the
 * server refuses the message. Here a message counts as sent when the recipient has devices and the server has
 * acknowledged it.
 */
import type { BinaryNode, WAMediaUploadFunction } from '@whiskeysockets/baileys'
import type { Address, SendResult } from '../../channel'
import type { Socket } from '../baileys/baileys'
import { codeOf } from '../baileys/errors'
import { NotInGroup } from '../groups/group-queries'
import { CONNECTION_CLOSED } from '../session/close-reason'
import type { OpenSocket } from '../session/live-socket'
import { findRecipient, type Reach, type Recipient } from './recipient'
import type { RenderedMessage } from './render'
import { silent } from './silent'

/**
 * Fails as soon as the connection is closed; Baileys' own queries would wait for their time-out. The outcome is then
 * unknown, which does not count as a failed attempt: the message is sent again under the same id after reconnecting.
 */
export async function sendConfirmed(socket: OpenSocket, sending: Sending, timeout: number): Promise<SendResult> {
  const { gone } = socket.live
  const { promise, resolve } = Promise.withResolvers<SendResult>()
  const lost = () => resolve({ outcome: 'notNow' })
  gone.addEventListener('abort', lost)
  if (gone.aborted) lost()
  try {
    return await Promise.race([tryToSend(socket, sending, timeout), promise])
  } finally {
    gone.removeEventListener('abort', lost)
  }
}

type Sendable = RenderedMessage & { readonly options: { readonly upload: WAMediaUploadFunction } }
/** `renderFor` is called with the address that the message is sent to. */
type Sending = { readonly to: Address; renderFor(to: Address): Promise<Sendable> }

async function tryToSend(socket: OpenSocket, { to, renderFor }: Sending, timeout: number): Promise<SendResult> {
  const recipient = await findRecipient(socket.live, to, (jid) => findDevices(socket, jid))
  if (typeof recipient === 'string') return recipient === 'none' ? refused('notOnWhatsapp') : { outcome: 'unknown' }
  const rendered = await renderFor(recipient.address)
  const { jid, options } = rendered
  const answer = awaitAnswer(socket.live.sock, options.messageId ?? '', timeout)
  try {
    await write(socket, rendered, recipient)
    answer.startClock()
    return await answer.result
  } catch (error) {
    if (error instanceof NotInGroup) return refused('groupClosed')
    if (codeOf(error) === CONNECTION_CLOSED) return { outcome: 'notNow' }
    await learnDevices(socket, jid)
    return { outcome: 'unknown' }
  } finally {
    answer.stop()
  }
}

/** Like Baileys' `sendMessage`, which has no place for the recipient's attributes and tokens. */
async function write(
  { live: { sock }, baileys }: OpenSocket,
  { jid, content, options }: Sendable,
  { address, attributes, nodes }: Recipient,
): Promise<void> {
  if (address.kind === 'group') return void (await sock.sendMessage(jid, content, options))
  const userJid = sock.user?.id ?? ''
  const { key, message } = await baileys.generateWAMessage(jid, content, { ...options, userJid, logger: silent })
  const edit = 'delete' in content ? { edit: '7' } : 'edit' in content ? { edit: '1' } : {}
  await sock.relayMessage(jid, message ?? {}, {
    ...(key.id ? { messageId: key.id } : {}),
    additionalAttributes: { ...edit, ...attributes },
    additionalNodes: nodes,
  })
}

/** The failure may come from the device list, which is cached for a day; the next attempt uses a fresh one. */
async function learnDevices(socket: OpenSocket, jid: string): Promise<void> {
  if (jid.endsWith('@g.us')) return
  await socket.live.sock.getUSyncDevices([ownFor(jid, socket), jid], false, false).catch(() => {}) // repeated at the next failure
}

/** Baileys returns "no devices" even when the query got no answer, so we repeat the query ourselves. */
async function findDevices(socket: OpenSocket, jid: string): Promise<Reach> {
  const { live, baileys } = socket
  const { sock } = live
  const devices = await sock.getUSyncDevices([jid], true, false)
  if (await isReached(socket, jid, devices)) return 'some'
  const question = new baileys.USyncQuery()
    .withContext('message')
    .withDeviceProtocol()
    .withUser(new baileys.USyncUser().withId(jid))
  const answer = await sock.executeUSyncQuery(question)
  if (!answer) return 'unknown'
  return answer.list.some(({ devices }) => hasDevices(devices)) ? 'unknown' : 'none'
}

/**
 * When a phone requests a message again, Baileys sends it to the devices it finds. If the look-up fails it sends to
 * none and considers the request answered. So the devices are looked up beforehand, in the same way, and cached.
 */
export async function canReach(socket: OpenSocket, jid: string): Promise<boolean> {
  if (jid.endsWith('@g.us')) return true
  const devices = await socket.live.sock.getUSyncDevices([ownFor(jid, socket), jid], true, false).catch(() => [])
  return isReached(socket, jid, devices)
}

/**
 * With several recipient devices Baileys silently omits those whose keys do not arrive in time. So the phone's keys are
 * requested beforehand. For a single device Baileys reports missing keys itself.
 */
async function isReached({ live: { sock }, baileys }: OpenSocket, jid: string, devices: readonly Device[]) {
  const user = baileys.jidDecode(jid)?.user
  const theirs = devices.filter((device) => device.user === user).length
  if (theirs < 2) return theirs === 1
  await sock.assertSessions([jid]).catch(() => {}) // means no more than an unanswered query
  return (await sock.signalRepository.validateSession(jid)).exists
}
type Device = { readonly user: string }

/** Our own address, of the same kind as theirs. */
function ownFor(jid: string, { live, baileys }: OpenSocket): string {
  const { id = '', lid } = live.sock.authState.creds.me ?? {}
  return baileys.jidNormalizedUser(jid.endsWith('@lid') && lid ? lid : id)
}

function hasDevices(devices: unknown): boolean {
  const list = (devices as { deviceList?: unknown[] } | null | undefined)?.deviceList
  return Boolean(list?.length)
}

function awaitAnswer(sock: Socket, id: string, timeout: number) {
  const { promise, resolve } = Promise.withResolvers<SendResult>()
  let clock: ReturnType<typeof setTimeout> | undefined
  const lost = () => resolve({ outcome: 'unknown' })
  const heard = (node: BinaryNode) => {
    // A receipt from the recipient also proves the delivery.
    if (node.tag === 'receipt') resolve({ outcome: 'sent' })
    if (node.tag !== 'ack' || node.attrs.class !== 'message') return
    const { error, from } = node.attrs
    if (error === TOO_MUCH_AT_ONCE) return lost()
    resolve(error ? refused(reasonOf(error, from)) : { outcome: 'sent' })
  }
  sock.ws.on(`TAG:${id}`, heard)
  return {
    result: promise,
    startClock: () => {
      clock = setTimeout(lost, timeout)
    },
    stop: () => {
      clearTimeout(clock)
      sock.ws.off(`TAG:${id}`, heard)
    },
  }
}

/** Temporary refusals: WhatsApp accepts the message a little later. */
const TOO_MUCH_AT_ONCE = '429'

/** Keys under `messages.failure`. */
const REASONS: Readonly<Record<string, string>> = { '463': 'restricted', '479': 'rejected' }

/** In a group 403 means that we may not write there. */
function reasonOf(code: string, jid: string | undefined): string {
  return code === '403' && jid?.endsWith('@g.us') ? 'groupClosed' : (REASONS[code] ?? 'rejected')
}

function refused(reason: string): SendResult {
  return { outcome: 'refused', reason }
}
