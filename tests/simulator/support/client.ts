/** A bare Baileys client for tests of the simulator, without code of the product. */
import makeWASocket, {
  type AuthenticationState,
  type BaileysEventMap,
  BufferJSON,
  Curve,
  generateSignalPubKey,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
} from '@whiskeysockets/baileys'
import * as curve from 'libsignal/src/curve.js'
import pino from 'pino'
import type { Phone, Simulator } from '../../../src/simulator/simulator'

type Seen<Name extends keyof BaileysEventMap> = { name: Name; value: BaileysEventMap[Name] }

/** Below bun's time limit for a test, so that the reason is shown. */
const PATIENCE_MS = 30_000

// libsignal prints whole sessions, including private keys, in normal operation (defect 5).
for (const name of ['info', 'warn', 'error'] as const) {
  const print = console[name]
  console[name] = (...words: unknown[]) => {
    if (!/session/i.test(String(words[0]))) print(...words)
  }
}

export type Client = Awaited<ReturnType<typeof openClient>>
export type Credentials = { creds: AuthenticationState['creds']; keys: Map<string, string> }

export const freshCredentials = (): Credentials => ({ creds: initAuthCreds(), keys: new Map() })

/**
 * Baileys accepts every signature (see src/channels/whatsapp/baileys/verify-signatures.ts); with this the simulator's
 * must be valid.
 */
export function trust(rootKey: string) {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex') as typeof WA_CERT_DETAILS.PUBLIC_KEY
  Curve.verify = (publicKey, message, signature) => {
    try {
      return curve.verifySignature(Buffer.from(generateSignalPubKey(publicKey)), message, signature) === true
    } catch {
      return false
    }
  }
}

export function openClient(
  simulator: Simulator,
  credentials: Credentials,
  config: Partial<UserFacingSocketConfig> = {},
) {
  const seen: Seen<keyof BaileysEventMap>[] = []
  const waiting = new Set<() => void>()
  const socket = makeWASocket({
    auth: { creds: credentials.creds, keys: memoryStore(credentials.keys) },
    waWebSocketUrl: simulator.url,
    logger: pino({ level: process.env.TRACE ? 'trace' : 'silent' }),
    browser: ['Balcão', 'Chrome', '1.0'],
    syncFullHistory: false,
    ...config,
  })
  socket.ev.on('creds.update', (update) => void Object.assign(credentials.creds, update))
  socket.ev.process((events) => {
    for (const [name, value] of Object.entries(events)) {
      seen.push({ name, value } as Seen<keyof BaileysEventMap>)
    }
    for (const look of waiting) look()
  })

  /** The first past or future event in which `find` finds something. */
  function until<Name extends keyof BaileysEventMap, Found>(
    name: Name,
    find: (value: BaileysEventMap[Name]) => Found | undefined | false,
    withinMs = PATIENCE_MS,
  ): Promise<Found> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`no ${name} within ${withinMs} ms: ${find}`))
      }, withinMs)
      const look = () => {
        for (const event of seen) {
          const found = event.name === name && find(event.value as BaileysEventMap[Name])
          if (!found) continue
          clearTimeout(timer)
          waiting.delete(look)
          return resolve(found)
        }
      }
      waiting.add(look)
      look()
    })
  }

  const upserts = () =>
    seen.flatMap(({ name, value }) =>
      name === 'messages.upsert' ? (value as BaileysEventMap['messages.upsert']).messages : [],
    )

  return {
    socket,
    seen,
    until,
    /** Messages of people, without those of phones to their own devices. */
    messages: (): WAMessage[] =>
      upserts().filter(({ message, messageStubType }) => (message ? !message.protocolMessage : messageStubType)),
    opened: () => until('connection.update', ({ connection }) => connection === 'open'),
    closed: (withinMs?: number) =>
      until(
        'connection.update',
        ({ connection, lastDisconnect }) => {
          const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined
          return connection === 'close' && (error?.output?.statusCode ?? -1)
        },
        withinMs,
      ),
    /** All traffic so far. */
    wires: () => simulator.trace(),
    qr: () => until('connection.update', ({ qr }) => qr),
    gets: (text: string, withinMs?: number) =>
      until('messages.upsert', ({ messages }) => messages.find((message) => textOf(message) === text), withinMs),
    /** Waits for a delivery status: an update, or part of the client's own message if that was not emitted yet. */
    ticks: (id: string, status: number) =>
      Promise.any([
        until('messages.update', (all) => all.find(({ key, update }) => key.id === id && update.status === status)),
        until('messages.upsert', ({ messages }) =>
          messages.find(({ key, ...own }) => key.id === id && own.status === status),
        ),
      ]),
    /** The first message in whose content `find` finds something. */
    finds: <Found>(find: (content: proto.IMessage) => Found | null | undefined, withinMs?: number) =>
      until(
        'messages.upsert',
        ({ messages }) => messages.map(({ message }) => message && find(message)).find(Boolean) || undefined,
        withinMs,
      ),
    close: () => socket.end(undefined),
  }
}

/** Baileys always uses https for media servers; the simulator uses http. The product has the same redirection. */
export function speakHttpTo(simulator: Simulator): () => void {
  const before = globalThis.fetch
  const secure = new RegExp(`^${simulator.origin.replace('http:', 'https:')}|^https://mmg\\.whatsapp\\.net`)
  const rewrite = (input: string | URL | Request, init?: RequestInit) =>
    before(
      typeof input === 'string' || input instanceof URL ? String(input).replace(secure, simulator.origin) : input,
      init,
    )
  globalThis.fetch = Object.assign(rewrite, { preconnect: before.preconnect })
  return () => {
    globalThis.fetch = before
  }
}

/** Paired by QR code, restarted and open. */
export async function pairedClient(
  simulator: Simulator,
  company: Phone,
  config: Partial<UserFacingSocketConfig> = {},
): Promise<Client & { credentials: Credentials }> {
  trust(simulator.rootKey)
  const credentials = freshCredentials()
  const first = openClient(simulator, credentials, config)
  await company.scan(await first.qr())
  await first.closed()
  const client = openClient(simulator, credentials, config)
  await client.opened()
  return { ...client, credentials }
}

export const textOf = ({ message }: WAMessage): string | undefined =>
  message?.conversation ?? message?.extendedTextMessage?.text ?? undefined

function memoryStore(rows: Map<string, string>): SignalKeyStore {
  return {
    async get(type, ids) {
      const found: Record<string, never> = {}
      for (const id of ids) {
        const row = rows.get(`${type}/${id}`)
        if (row === undefined) continue
        const value = JSON.parse(row, BufferJSON.reviver)
        found[id] = (
          type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
        ) as never
      }
      return found
    },
    async set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value) rows.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer))
          else rows.delete(`${type}/${id}`)
        }
      }
    },
  }
}
