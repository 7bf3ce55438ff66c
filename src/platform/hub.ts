/** Live events: numbered per company, sent to permitted sockets, and kept for a while for clients that reconnect. */
import type { Actor } from '../actor'
import type { Tenant } from './cx'
import { type Audience, type LiveEvent, type Subject, wireName } from './events'
import { type Broadcast, createListeners, type Listener } from './listeners'
import { getOrMake } from './maps'
import type { Clock } from './time'

type Kept = Pick<LiveEvent, 'about' | 'takesBack'> & {
  readonly seq: number
  readonly frame: string
  readonly bytes: number
  readonly audience: Audience
}
type Channel = {
  seq: number
  readonly listeners: ReturnType<typeof createListeners>
  /** Sockets still receiving missed events, with the last number sent to each. */
  readonly behind: Map<Listener, number>
  kept: Kept[]
  keptBytes: number
}

/** Bytes in a socket's send buffer above which replay pauses, so a client that does not read costs no more. */
export const REPLAY_BACKLOG = 64 * 1024
const KEPT_EVENTS = 2000
/** Bytes kept per company; trimmed back to this when a quarter above. */
const KEPT_BYTES = 2.5 * 1024 * 1024
/** Bytes kept for all companies together. Above this, each company keeps at most its share. */
const KEPT_BYTES_IN_ALL = 16 * 1024 * 1024

const listenersOf = ({ listeners, behind }: Channel): Listener[] => [...listeners.all(), ...behind.keys()]

export type Hub = ReturnType<typeof createHub>

/** `observe` receives every event as emitted (tests check payloads against their schema). */
export function createHub(clock: Clock, observe?: (tenant: Tenant, event: LiveEvent, audience: Audience) => void) {
  const channels = new Map<number, Channel>()
  let keptInAll = 0
  let broadcast: Broadcast | undefined

  /** Numbers start at the clock so they keep rising across restarts; an old number is then one we no longer hold. */
  const channelOf = (tenantId: number): Channel =>
    getOrMake(channels, tenantId, () => ({
      seq: clock() * 1000,
      listeners: createListeners(`company-${tenantId}`, () => broadcast),
      behind: new Map(),
      kept: [],
      keptBytes: 0,
    }))

  function keep(channel: Channel, kept: Kept) {
    const before = channel.keptBytes
    const most = keptInAll > KEPT_BYTES_IN_ALL ? KEPT_BYTES_IN_ALL / channels.size : KEPT_BYTES
    add(channel, kept, Math.min(most, KEPT_BYTES))
    keptInAll += channel.keptBytes - before
  }

  return {
    emit(tenant: Tenant, event: LiveEvent, of: Audience) {
      const audience: Audience = event.whileOverdue ? of : (listener) => !listener.isOverdue && of(listener)
      observe?.(tenant, event, audience)
      const channel = channelOf(tenant.id)
      const { event: name, ...kind } = wireName(event.name, tenant.id)
      const seq = ++channel.seq
      const frame = JSON.stringify({ event: name, data: { ...kind, ...event.payload }, seq })
      const { about, takesBack } = event
      keep(channel, { seq, frame, bytes: Buffer.byteLength(frame), audience, about, takesBack })
      channel.listeners.send(frame, audience)
    },

    /**
     * Subscribes a socket and replays events since `lastSeq` as fast as it reads them. Returns `resync` if those events
     * are gone or must not be replayed.
     */
    join(listener: Listener, lastSeq: number | null): 'ready' | 'resync' {
      const channel = channelOf(listener.actor.tenantId)
      if (lastSeq !== null && !mayReplay(channel, listener, lastSeq)) {
        channel.listeners.add(listener)
        sendStanding(listener, 'resync', channel.seq)
        return 'resync'
      }
      if (lastSeq === null) channel.listeners.add(listener)
      else channel.behind.set(listener, lastSeq)
      sendStanding(listener, 'ready', lastSeq ?? channel.seq)
      catchUp(channel, listener)
      return 'ready'
    },

    /** Call it when the socket's backlog has shrunk. */
    drained(listener: Listener) {
      const channel = channels.get(listener.actor.tenantId)
      if (channel) catchUp(channel, listener)
    },

    /**
     * Drops earlier events and makes every page fetch everything again, because the company's data may have been
     * replaced, such as by a backup.
     */
    startAnew(tenantId: number) {
      const channel = channelOf(tenantId)
      keptInAll -= channel.keptBytes
      channel.kept = []
      channel.keptBytes = 0
      channel.seq++ // disconnected pages that are up to date must fetch again as well
      for (const listener of channel.behind.keys()) listen(channel, listener)
      for (const listener of channel.listeners.all()) sendStanding(listener, 'resync', channel.seq)
    },

    leave(listener: Listener) {
      const channel = channels.get(listener.actor.tenantId)
      if (!channel?.behind.delete(listener)) channel?.listeners.remove(listener)
    },

    /** Applies changed rights to an open socket. */
    changeActor(listener: Listener, actor: Actor) {
      const { behind, listeners } = channelOf(actor.tenantId)
      if (behind.has(listener)) listener.actor = actor
      else listeners.change(listener, actor)
    },

    /** Sets the function that sends a frame to all sockets of a topic at once. */
    broadcastWith(sendToAll: Broadcast) {
      broadcast = sendToAll
    },

    all: (): readonly Listener[] => [...channels.values()].flatMap(listenersOf),
    /** Sockets of one company. */
    of: (tenantId: number): readonly Listener[] => {
      const channel = channels.get(tenantId)
      return channel ? listenersOf(channel) : []
    },

    size: () => [...channels.values()].reduce((sum, { listeners, behind }) => sum + listeners.size() + behind.size, 0),
  }
}

const sendStanding = (listener: Listener, event: 'ready' | 'resync', seq: number) =>
  listener.send(JSON.stringify({ event, data: { userId: listener.actor.userId }, seq }))

/** Starts sending emitted events to a socket. */
function listen(channel: Channel, listener: Listener) {
  if (channel.behind.delete(listener)) channel.listeners.add(listener)
}

/**
 * Sends missed events in order until the socket has caught up or its backlog is full; new events queue behind them. A
 * socket that falls behind the kept events gets `resync`.
 */
function catchUp(channel: Channel, listener: Listener) {
  const last = channel.behind.get(listener)
  if (last === undefined || listener.backlog() > REPLAY_BACKLOG) return
  if (!mayReplay(channel, listener, last)) {
    listen(channel, listener)
    sendStanding(listener, 'resync', channel.seq)
    return
  }
  for (const { seq, frame } of missedSince(channel, listener, last)) {
    if (!channel.behind.has(listener) || listener.backlog() > REPLAY_BACKLOG) return
    channel.behind.set(listener, seq)
    listener.send(frame)
  }
  listen(channel, listener)
}

const missedSince = ({ kept }: Channel, { actor }: Listener, last: number): Kept[] =>
  kept.filter(({ seq, audience }) => seq > last && audience(actor))

/** False if the number is too old, or was never issued because the clock was set back before a restart. */
function mayReplay(channel: Channel, listener: Listener, last: number): boolean {
  const oldest = channel.kept[0]?.seq ?? channel.seq + 1
  return last >= oldest - 1 && last <= channel.seq && !isTakenBack(missedSince(channel, listener, last))
}

/** Whether a later event withdraws the subject of an earlier one. */
function isTakenBack(missed: readonly Kept[]): boolean {
  const gone = new Set<Subject>()
  return missed.toReversed().some(({ about, takesBack }) => {
    const isGone = about.some((subject) => gone.has(subject))
    if (takesBack !== null) gone.add(takesBack)
    return isGone
  })
}

function add(channel: Channel, kept: Kept, mostBytes: number) {
  channel.kept.push(kept)
  channel.keptBytes += kept.bytes
  if (channel.kept.length < KEPT_EVENTS * 1.25 && channel.keptBytes < mostBytes * 1.25) return
  let from = Math.max(0, channel.kept.length - KEPT_EVENTS)
  let bytes = channel.kept.slice(from).reduce((sum, { bytes }) => sum + bytes, 0)
  while (bytes > mostBytes && from < channel.kept.length) bytes -= channel.kept[from++]?.bytes ?? 0
  channel.kept = channel.kept.slice(from)
  channel.keptBytes = bytes
}
