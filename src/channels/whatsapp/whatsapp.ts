/** WhatsApp behind the channel's door: one session per connection, Baileys loaded when the first one needs it. */
import type { Database } from 'better-sqlite3'
import type { Channel, ChannelListener, ConnectionRef, Outgoing, OutgoingAct, SendResult } from '../channel'
import { type Baileys, loadBaileys } from './baileys'
import { lookUp, markRead, say, sayAgain, setTyping } from './conversation'
import { download } from './download'
import { originOf, sendMediaHome } from './elsewhere'
import { defaultLimits, type Limits } from './limits'
import { briefly, type Log } from './log'
import { NOTHING, Session, type SessionHouse } from './session'

export type WhatsappOptions = {
  /** The company's session.db, its ladder (session-schema.ts) climbed. Asked for at each start of a session. */
  openSessionStore(tenantUuid: string): Database
  readonly listener: ChannelListener
  /** What we once sent under this id, for a phone that asks for it again. */
  sentContent(ref: ConnectionRef, externalId: string): Outgoing | OutgoingAct | undefined
  readonly log: Log
  /** Null: the public WhatsApp. */
  readonly url: string | null
  /** Hex, 32 bytes: who signs for a WhatsApp other than the public one. */
  readonly rootKey: string | null
  now(): number
  random(): number
  readonly limits?: Partial<Limits>
}

export function createWhatsapp(options: WhatsappOptions): Channel {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const sessions = new Map<string, Session>()
  let loading: Promise<Baileys> | null = null
  const load = (): Promise<Baileys> => {
    if (!loading && options.url) sendMediaHome(options.url)
    loading ??= loadBaileys(options.rootKey)
    return loading
  }
  const nameOf = ({ tenantUuid, connectionId }: ConnectionRef) => `${tenantUuid}/${connectionId}`
  const known = (ref: ConnectionRef) => sessions.get(nameOf(ref))
  const session = (ref: ConnectionRef): Session => {
    const found = known(ref)
    if (found) return found
    const made = new Session(houseOf(ref, options, limits, load))
    sessions.set(nameOf(ref), made)
    return made
  }
  const speaking = (ref: ConnectionRef) => {
    const open = known(ref)?.speaking
    if (!open) throw new Error('whatsapp: the connection is not open')
    return open
  }
  const sayOn = async (ref: ConnectionRef, outgoing: Outgoing | OutgoingAct): Promise<SendResult> => {
    const open = known(ref)?.speaking
    return open ? say(open, outgoing, limits.ack) : { outcome: 'notNow' }
  }
  const stop = async (ref: ConnectionRef): Promise<void> => {
    known(ref)?.stop()
    sessions.delete(nameOf(ref))
  }

  return {
    start(ref) {
      try {
        session(ref).start()
      } catch (error) {
        // One company's damaged file is no reason for the others to stay away.
        options.log.error({ ...ref, ...briefly(error) }, 'whatsapp: a session could not be started')
        options.listener.session(ref, { ...NOTHING, reason: 'storage' })
      }
    },
    pair: async (ref, wish) => session(ref).pair(wish),
    keepPairing: (ref) => known(ref)?.keepPairing(),
    logout: (ref) => session(ref).logout(),
    stop,
    stopAll: async () => {
      for (const one of sessions.values()) one.stop()
      sessions.clear()
    },
    send: (ref, outgoing) => sayOn(ref, outgoing),
    act: (ref, act) => sayOn(ref, act),
    markRead: async (ref, chat, externalIds) => markRead(speaking(ref), chat, externalIds),
    setTyping: async (ref, chat, state) => setTyping(speaking(ref), chat, state),
    lookUp: async (ref, number) => lookUp(speaking(ref), number),
    download: async (_ref, ticket, path) =>
      download(ticket, path, {
        baileys: await load(),
        home: options.url ? originOf(options.url) : null,
        bounds: { ms: limits.download, bytes: limits.downloadBytes },
      }),
  }
}

function houseOf(
  ref: ConnectionRef,
  options: WhatsappOptions,
  limits: Limits,
  load: () => Promise<Baileys>,
): SessionHouse {
  const { listener, log, url, now, random } = options
  return {
    ref,
    db: options.openSessionStore(ref.tenantUuid),
    limits,
    log,
    url,
    now,
    random,
    load,
    tell: (news) => listener.session(ref, news),
    incoming: (messages) => listener.incoming(ref, messages),
    acted: (acts) => listener.acted(ref, acts),
    receipt: (receipt) => listener.receipt(ref, receipt),
    typing: (chat, state) => listener.typing(ref, chat, state),
    sameContact: (addresses) => listener.sameContact(ref, addresses),
    contentOf: async (key, open) =>
      open && key.id ? sayAgain(open, options.sentContent(ref, key.id), key) : undefined,
  }
}
