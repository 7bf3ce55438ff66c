/** A linked device of another product: Baileys itself, with the stores that those products have written. */
import type { AuthenticationState, SignalDataSet } from '@whiskeysockets/baileys'
import { type Baileys, loadBaileys } from '../../../../src/channels/whatsapp/baileys/baileys'
import type { Simulator } from '../../../../src/simulator/simulator'
import { COMPANY, MARIA, until } from '../support'
import { afterThisTest } from '../testbed'

/** A store as the product keeps it: text alone survives. */
export type ForeignStore = {
  readonly state: AuthenticationState
  saveCreds(): void
}

type Value = NonNullable<SignalDataSet[keyof SignalDataSet]>[string]

/** Baileys 6 gives a store the states of a sender key; ours gives their bytes. */
const asFormer = (type: string, value: unknown) =>
  type === 'sender-key' ? JSON.parse(Buffer.from(value as Uint8Array).toString('utf8')) : value // as Baileys 7 made them
const asPresent = (type: string, value: unknown) =>
  type === 'sender-key' && Array.isArray(value) ? Buffer.from(JSON.stringify(value), 'utf8') : value

/** `Whatsapps.session` and the table BaileysKeys, whose values are written without Baileys' replacer. */
export function ticketzStore({ initAuthCreds, BufferJSON, proto }: Baileys) {
  const creds = initAuthCreds()
  const rows = new Map<string, string>()
  const written = { session: '' }
  const state = stateOf(creds, {
    read(type, id) {
      const value = rows.get(`${type} ${id}`)
      const read: unknown = value === undefined ? null : withBuffers(JSON.parse(value))
      return type === 'app-state-sync-key' && read
        ? proto.Message.AppStateSyncKeyData.fromObject(read)
        : asPresent(type, read)
    },
    write: (type, id, value) =>
      value ? rows.set(`${type} ${id}`, JSON.stringify(asFormer(type, value))) : rows.delete(`${type} ${id}`),
  })
  return {
    state,
    saveCreds() {
      written.session = JSON.stringify({ creds, keys: {} }, BufferJSON.replacer, 0)
    },
    session: () => written.session,
    keys: () =>
      [...rows].map(([name, value]) => {
        const [type = '', ...id] = name.split(' ')
        return { type, id: id.join(' '), value }
      }),
  }
}

const names: Readonly<Record<string, string>> = {
  'pre-key': 'preKeys',
  session: 'sessions',
  'sender-key': 'senderKeys',
  'app-state-sync-key': 'appStateSyncKeys',
  'app-state-sync-version': 'appStateVersions',
  'sender-key-memory': 'senderKeyMemory',
}

/** Types that are newer than the forks' Baileys. */
const later = ['device-list', 'tctoken', 'identity-key']

/** Everything in `Whatsapps.session`; a type that it has no name for lies under "undefined". */
export function saasStore({ initAuthCreds, BufferJSON, proto }: Baileys) {
  const creds = initAuthCreds()
  const keys: Record<string, Record<string, unknown>> = {}
  const unstored = new Map<string, unknown>()
  const written = { session: '' }
  const saveCreds = () => {
    written.session = JSON.stringify({ creds, keys }, BufferJSON.replacer, 0)
  }
  const state = stateOf(creds, {
    read(type, id) {
      const value = (later.includes(type) ? unstored.get(`${type} ${id}`) : keys[String(names[type])]?.[id]) ?? null
      return type === 'app-state-sync-key' && value
        ? proto.Message.AppStateSyncKeyData.fromObject(value)
        : asPresent(type, value)
    },
    write(type, id, value) {
      if (later.includes(type)) return void unstored.set(`${type} ${id}`, value)
      const name = String(names[type])
      keys[name] = { ...keys[name], [id]: value && asFormer(type, value) }
      saveCreds()
    },
  })
  return { state, saveCreds, session: () => written.session }
}

/** `sessions:7:<type>-<id>` in Redis, as `redis-cli` prints it. */
export function redisStore({ initAuthCreds, BufferJSON, proto }: Baileys) {
  const entries = new Map<string, string>()
  const set = (name: string, value: unknown) =>
    void entries.set(`sessions:7:${name}`, JSON.stringify(value, BufferJSON.replacer))
  const creds = initAuthCreds()
  const state = stateOf(creds, {
    read(type, id) {
      const value = entries.get(`sessions:7:${type}-${id}`)
      const read: unknown = value === undefined ? null : JSON.parse(value, BufferJSON.reviver)
      return type === 'app-state-sync-key' && read ? proto.Message.AppStateSyncKeyData.fromObject(read) : read
    },
    write: (type, id, value) => (value ? set(`${type}-${id}`, value) : entries.delete(`sessions:7:${type}-${id}`)),
  })
  return {
    state,
    saveCreds: () => set('creds', creds),
    printed: () => [...entries].map(([key, value]) => `${key}\n${value}\n`).join(''),
  }
}

type Storage = {
  read(type: string, id: string): unknown
  write(type: string, id: string, value: Value | null): unknown
}

const stateOf = (creds: AuthenticationState['creds'], { read, write }: Storage): AuthenticationState => ({
  creds,
  keys: {
    get: (type, ids) => Object.fromEntries(ids.map((id) => [id, read(type, id)])) as never, // as they were written
    set(data) {
      for (const [type, ids] of Object.entries(data))
        for (const [id, value] of Object.entries(ids ?? {})) write(type, id, value)
    },
  },
})

/** What Node's `Buffer.from` makes of the JSON of a Buffer. */
function withBuffers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBuffers)
  if (typeof value !== 'object' || value === null) return value
  if ('type' in value && value.type === 'Buffer' && 'data' in value) return Buffer.from(value.data as number[]) // its JSON
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBuffers(inner)]))
}

export const baileysFor = (simulator: Simulator): Promise<Baileys> => loadBaileys(simulator.rootKey)

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** Links the company's phone with this store, and keeps the socket open. */
export async function linkForeign(simulator: Simulator, baileys: Baileys, store: ForeignStore) {
  const heard: string[] = []
  let isOpen = false
  let isStopped = false
  let qr: string | undefined
  let current = open()
  afterThisTest(() => {
    isStopped = true
    current.end(undefined)
  })

  function open() {
    const sock = baileys.makeWASocket({
      auth: store.state,
      waWebSocketUrl: simulator.url,
      logger: silent,
      emitOwnEvents: false,
      shouldSyncHistoryMessage: () => false,
      getMessage: async () => undefined,
    })
    sock.ev.on('creds.update', (update) => {
      Object.assign(store.state.creds, update)
      store.saveCreds()
    })
    sock.ev.on('messages.upsert', ({ messages }) => {
      for (const { message } of messages) heard.push(message?.conversation ?? message?.extendedTextMessage?.text ?? '')
    })
    sock.ev.on('connection.update', (update) => {
      if (update.qr) qr = update.qr
      if (update.connection === 'open') isOpen = true
      // After the scan the server asks for a new socket; and these products connect again whenever they can.
      if (update.connection === 'close' && !isStopped) current = open()
    })
    return sock
  }

  await simulator.phone(COMPANY).scan(await until(() => qr, 15_000))
  await until(() => isOpen)
  await simulator.phone(COMPANY).until(({ devices }) => devices[0]?.pending === 0)
  return {
    hears: (text: string) => until(() => heard.includes(text)),
    say: (jid: string, text: string) => current.sendMessage(jid, { text }),
    /** As their container stops. */
    async stop() {
      isStopped = true
      store.saveCreds()
      current.end(undefined)
      await until(() => !current.ws.isOpen)
      store.saveCreds()
    },
  }
}

export const jid = (number: string) => `${number}@s.whatsapp.net`
export const MARIA_JID = jid(MARIA)
