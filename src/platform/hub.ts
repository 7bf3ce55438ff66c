/**
 * Live events: numbered per company, sent to the sockets that may receive them, kept a while for clients that reconnect. The
 * operator's events reach several companies, so they have numbers of their own.
 */
import type { Actor } from '../actor'
import type { Tenant } from './cx'
import { type Audience, type LiveEvent, type Subject, wireName } from './events'
import { CONTROL, createOutlet, type Gate, type Outlet, openGate, waitFor } from './gate'
import { type Broadcast, createListeners, type Listener } from './listeners'
import { getOrMake } from './maps'
import type { Clock } from './time'
import { SERVED_AGAIN } from './wire'

type RecentEvent = Pick<LiveEvent, 'about' | 'takesBack'> & {
  readonly seq: number
  readonly frame: string
  readonly bytes: number
  readonly audience: Audience
}
/** Numbered events, the latest of which are kept. */
type Stream = { seq: number; kept: RecentEvent[]; keptBytes: number }
/** The last number of each stream that a socket has received. */
export type Position = { readonly seq: number; readonly operatorSeq: number }
type Channel = Stream & {
  /** What leaves here is numbered and kept when it leaves, so that a page that reconnects receives nothing earlier. */
  readonly leave: Outlet
  readonly listeners: ReturnType<typeof createListeners>
  /** Sockets that are still being sent what they missed, and how far they have come. */
  readonly behind: Map<Listener, Position>
  readonly operator: Stream
}

/** Bytes in a socket's send buffer above which replay pauses, so a client that does not read costs no more. */
export const REPLAY_BACKLOG = 64 * 1024
const KEPT_EVENTS = 2000
/** Bytes kept per company; trimmed back to this when a quarter above. */
const KEPT_BYTES = 2.5 * 1024 * 1024
/** Bytes kept for all companies together. Above this, each company keeps at most its share. */
const KEPT_BYTES_IN_ALL = 16 * 1024 * 1024

/** The latest events of all streams, within a limit that they share. */
function createRecent(streams: () => number) {
  let bytesInAll = 0
  return {
    keep(stream: Stream, { about, takesBack }: LiveEvent, sent: Pick<RecentEvent, 'seq' | 'frame' | 'audience'>) {
      const before = stream.keptBytes
      const most = bytesInAll > KEPT_BYTES_IN_ALL ? KEPT_BYTES_IN_ALL / (streams() + 1) : KEPT_BYTES
      const kept = { ...sent, about, takesBack, bytes: Buffer.byteLength(sent.frame) }
      add(stream, kept, Math.min(most, KEPT_BYTES))
      bytesInAll += stream.keptBytes - before
    },
    drop(stream: Stream) {
      bytesInAll -= stream.keptBytes
      stream.kept = []
      stream.keptBytes = 0
    },
  }
}

type Company = Pick<Tenant, 'id' | 'uuid'>
const companyOf = ({ tenantId, tenantUuid }: Actor): Company => ({ id: tenantId, uuid: tenantUuid })

const listenersOf = (channel: Channel | undefined): Listener[] =>
  channel ? [...channel.listeners.all(), ...channel.behind.keys()] : []

export type Hub = ReturnType<typeof createHub>

/** Takes an event of the operator to pages that are open at other nodes of a fleet. */
export type OperatorRelay = (event: LiveEvent, audience: Audience, companyId: number | null) => void

/** `observe` sees every event as emitted (tests check payloads against their schema); without a tenant it is the operator's. */
export function createHub(
  clock: Clock,
  observe?: (tenant: Tenant | null, event: LiveEvent, audience: Audience) => void,
  gate: Gate = openGate,
) {
  const channels = new Map<number, Channel>()
  const recent = createRecent(() => channels.size)
  let broadcast: Broadcast | undefined
  let relay: OperatorRelay | undefined

  /** Numbers start at the clock, so they keep rising across restarts: an old number is one we no longer hold. */
  const newStream = (): Stream => ({ seq: clock() * 1000, kept: [], keptBytes: 0 })
  const operator = newStream()
  const leaveByOperator = createOutlet(waitFor(gate, CONTROL), () => channels.forEach(closeAll))
  const channelOf = ({ id: tenantId, uuid }: Company): Channel =>
    getOrMake(channels, tenantId, () => ({
      ...newStream(),
      leave: createOutlet(waitFor(gate, uuid), () => closeAll(channels.get(tenantId))),
      listeners: createListeners(`company-${tenantId}`, () => broadcast),
      behind: new Map(),
      operator,
    }))

  return {
    emit(tenant: Tenant, event: LiveEvent, of: Audience) {
      const audience = whileServed(event, of)
      observe?.(tenant, event, audience)
      const channel = channelOf(tenant)
      channel.leave(() => {
        const seq = ++channel.seq
        const frame = JSON.stringify({ ...wireForm(event, tenant.id), seq })
        recent.keep(channel, event, { seq, frame, audience })
        channel.listeners.send(frame, audience)
      })
    },

    /** An event of the operator's, for the people of all companies or of one. The names of the former carry no company. */
    emitByOperator(event: LiveEvent, of: Audience, companyId: number | null = null, isHereOnly = false) {
      if (!isHereOnly) relay?.(event, of, companyId)
      const isMeant: Audience = companyId === null ? of : (listener) => listener.tenantId === companyId && of(listener)
      const audience = whileServed(event, isMeant)
      observe?.(null, event, audience)
      leaveByOperator(() => {
        const seq = ++operator.seq
        const frame = JSON.stringify({ ...wireForm(event, companyId ?? 0), seq: 0, operatorSeq: seq })
        recent.keep(operator, event, { seq, frame, audience })
        for (const [tenantId, { listeners }] of channels)
          if (companyId === null || companyId === tenantId) listeners.send(frame, audience)
      })
    },

    /**
     * Subscribes a socket and sends what it missed since `lastSeq` and `lastOperatorSeq`, as fast as it takes that; `resync`
     * if those events are gone or may not be repeated. A page that knows no number of the operator's has missed none.
     */
    join(listener: Listener, lastSeq: number | null, lastOperatorSeq: number | null = null): 'ready' | 'resync' {
      const channel = channelOf(companyOf(listener.actor))
      const seen = { seq: lastSeq ?? channel.seq, operatorSeq: lastOperatorSeq ?? operator.seq }
      if (lastSeq !== null && !mayReplay(channel, listener, seen)) {
        channel.listeners.add(listener)
        sendStanding(listener, 'resync', numbersOf(channel))
        return 'resync'
      }
      if (lastSeq === null) channel.listeners.add(listener)
      else channel.behind.set(listener, seen)
      sendStanding(listener, 'ready', lastSeq === null ? numbersOf(channel) : seen)
      catchUp(channel, listener)
      return 'ready'
    },

    /** Call it when the socket's backlog has shrunk. */
    drained(listener: Listener) {
      const channel = channels.get(listener.actor.tenantId)
      if (channel) catchUp(channel, listener)
    },

    /** Drops earlier events and makes every page fetch everything again: the company's data may have been replaced. */
    startAnew(company: Company) {
      const channel = channelOf(company)
      forgetRecent(channel, recent, clock())
      channel.leave(() => sendResync(channel))
    },

    /** Closes a socket for a reason that is in the database. */
    close(listener: Listener, code: number, reason: string) {
      channelOf(companyOf(listener.actor)).leave(() => listener.close(code, reason))
    },

    leave(listener: Listener) {
      const channel = channels.get(listener.actor.tenantId)
      if (!channel?.behind.delete(listener)) channel?.listeners.remove(listener)
    },

    /** Applies changed rights to an open socket. */
    changeActor(listener: Listener, actor: Actor) {
      const { behind, listeners } = channelOf(companyOf(actor))
      if (behind.has(listener)) listener.actor = actor
      else listeners.change(listener, actor)
    },

    /** Sets the function that sends a frame to all sockets of a topic at once. */
    broadcastWith(sendToAll: Broadcast) {
      broadcast = sendToAll
    },

    /** Sets what also gets each event of the operator, in a fleet. */
    relayByOperator(relayed: OperatorRelay) {
      relay = relayed
    },

    all: (): readonly Listener[] => [...channels.values()].flatMap(listenersOf),
    /** Sockets of one company. */
    of: (tenantId: number): readonly Listener[] => listenersOf(channels.get(tenantId)),

    size: () => [...channels.values()].reduce((sum, { listeners, behind }) => sum + listeners.size() + behind.size, 0),
  }
}

/** The pages lack a frame that will never leave, so they connect again and fetch everything. */
function closeAll(channel: Channel | undefined) {
  for (const listener of listenersOf(channel)) listener.close(SERVED_AGAIN, 'connect again')
}

/** At once: a fleet's node that has just lost the company drops what waits to leave. */
function forgetRecent(channel: Channel, recent: ReturnType<typeof createRecent>, now: number) {
  recent.drop(channel)
  // Disconnected pages that are up to date must fetch again as well. Numbers rise also if another node gave some.
  channel.seq = Math.max(channel.seq + 1, now * 1000)
}

function sendResync(channel: Channel) {
  for (const listener of channel.behind.keys()) listen(channel, listener)
  for (const listener of channel.listeners.all()) sendStanding(listener, 'resync', numbersOf(channel))
}

const whileServed = ({ whileOverdue }: LiveEvent, of: Audience): Audience =>
  whileOverdue ? of : (listener) => !listener.isOverdue && of(listener)

function wireForm({ name, payload }: LiveEvent, companyId: number) {
  const { event, ...kind } = wireName(name, companyId)
  return { event, data: { ...kind, ...payload } }
}

const numbersOf = ({ seq, operator }: Channel): Position => ({ seq, operatorSeq: operator.seq })

const sendStanding = (listener: Listener, event: 'ready' | 'resync', seen: Position) =>
  listener.send(JSON.stringify({ event, data: { userId: listener.actor.userId }, ...seen }))

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
    sendStanding(listener, 'resync', numbersOf(channel))
    return
  }
  const missed = [
    ...missedSince(channel, listener, last.seq).map(({ seq, frame }) => ({ frame, to: { ...last, seq } })),
    ...missedSince(channel.operator, listener, last.operatorSeq).map(({ seq, frame }) => ({
      frame,
      to: { seq: channel.seq, operatorSeq: seq },
    })),
  ]
  for (const { frame, to } of missed) {
    if (!channel.behind.has(listener) || listener.backlog() > REPLAY_BACKLOG) return
    channel.behind.set(listener, to)
    listener.send(frame)
  }
  listen(channel, listener)
}

const missedSince = ({ kept }: Stream, { actor }: Listener, last: number): RecentEvent[] =>
  kept.filter(({ seq, audience }) => seq > last && audience(actor))

const mayReplay = (channel: Channel, listener: Listener, { seq, operatorSeq }: Position): boolean =>
  mayReplayFrom(channel, listener, seq) && mayReplayFrom(channel.operator, listener, operatorSeq)

/** Not when it is too old, or a number never issued because the clock was set back before a restart. */
function mayReplayFrom(stream: Stream, listener: Listener, last: number): boolean {
  const oldest = stream.kept[0]?.seq ?? stream.seq + 1
  return last >= oldest - 1 && last <= stream.seq && !isTakenBack(missedSince(stream, listener, last))
}

/** Whether a later event withdraws the subject of an earlier one. */
function isTakenBack(missed: readonly RecentEvent[]): boolean {
  const gone = new Set<Subject>()
  return missed.toReversed().some(({ about, takesBack }) => {
    const isGone = about.some((subject) => gone.has(subject))
    if (takesBack !== null) gone.add(takesBack)
    return isGone
  })
}

function add(stream: Stream, kept: RecentEvent, mostBytes: number) {
  stream.kept.push(kept)
  stream.keptBytes += kept.bytes
  if (stream.kept.length < KEPT_EVENTS * 1.25 && stream.keptBytes < mostBytes * 1.25) return
  let from = Math.max(0, stream.kept.length - KEPT_EVENTS)
  let bytes = stream.kept.slice(from).reduce((sum, { bytes }) => sum + bytes, 0)
  while (bytes > mostBytes && from < stream.kept.length) bytes -= stream.kept[from++]?.bytes ?? 0
  stream.kept = stream.kept.slice(from)
  stream.keptBytes = bytes
}
