/** Live events: numbered per company, sent to the sockets that may receive them, kept a while for clients that reconnect. */
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
type Channel = { seq: number; readonly listeners: ReturnType<typeof createListeners>; kept: Kept[]; keptBytes: number }

const KEPT_EVENTS = 2000
/** Cut back to this when a quarter above. Well below a socket's backpressure limit: a replay may send all of it at once. */
const KEPT_BYTES = 2.5 * 1024 * 1024
/** For all companies together: above this, each company keeps no more than its share. */
const KEPT_BYTES_IN_ALL = 16 * 1024 * 1024

export type Hub = ReturnType<typeof createHub>

/** `observe` sees every event as emitted (tests check payloads against their schema). */
export function createHub(clock: Clock, observe?: (tenant: Tenant, event: LiveEvent, audience: Audience) => void) {
  const channels = new Map<number, Channel>()
  let keptInAll = 0
  let broadcast: Broadcast | undefined

  /** Numbers start at the clock, so they keep rising across restarts: an old number is one we no longer hold. */
  const channelOf = (tenantId: number): Channel =>
    getOrMake(channels, tenantId, () => ({
      seq: clock() * 1000,
      listeners: createListeners(`company-${tenantId}`, () => broadcast),
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
    emit(tenant: Tenant, event: LiveEvent, audience: Audience) {
      observe?.(tenant, event, audience)
      const channel = channelOf(tenant.id)
      const { event: name, ...kind } = wireName(event.name, tenant.id)
      const seq = ++channel.seq
      const frame = JSON.stringify({ event: name, data: { ...kind, ...event.payload }, seq })
      const { about, takesBack } = event
      keep(channel, { seq, frame, bytes: Buffer.byteLength(frame), audience, about, takesBack })
      channel.listeners.tell(frame, audience)
    },

    /**
     * Subscribes a socket and sends what it missed since `lastSeq`; `resync` if those events are gone or may not
     * be repeated.
     */
    join(listener: Listener, lastSeq: number | null): 'ready' | 'resync' {
      const channel = channelOf(listener.actor.tenantId)
      const oldest = channel.kept[0]?.seq ?? channel.seq + 1
      const missed =
        lastSeq === null ? [] : channel.kept.filter(({ seq, audience }) => seq > lastSeq && audience(listener.actor))
      // Too old, or a number never issued because the clock was set back before a restart.
      const isUnknown = lastSeq !== null && (lastSeq < oldest - 1 || lastSeq > channel.seq)
      const resync = isUnknown || isTakenBack(missed)
      channel.listeners.add(listener)
      listener.send(
        JSON.stringify({
          event: resync ? 'resync' : 'ready',
          data: { userId: listener.actor.userId },
          seq: lastSeq !== null && !resync ? lastSeq : channel.seq,
        }),
      )
      if (!resync) for (const { frame } of missed) listener.send(frame)
      return resync ? 'resync' : 'ready'
    },

    /**
     * The company's data may have been replaced, for example by a backup: earlier events are dropped, and every page
     * fetches everything again.
     */
    startAnew(tenantId: number) {
      const channel = channelOf(tenantId)
      keptInAll -= channel.keptBytes
      channel.kept = []
      channel.keptBytes = 0
      const seq = ++channel.seq // pages that are away and up to date must fetch again as well
      for (const listener of channel.listeners.all())
        listener.send(JSON.stringify({ event: 'resync', data: { userId: listener.actor.userId }, seq }))
    },

    leave: (listener: Listener) => channels.get(listener.actor.tenantId)?.listeners.remove(listener),

    /** The person's rights have changed while the socket stayed open. */
    changeActor(listener: Listener, actor: Actor) {
      channelOf(actor.tenantId).listeners.change(listener, actor)
    },

    /** The server can tell all sockets of a topic at once. */
    broadcastWith(tellAll: Broadcast) {
      broadcast = tellAll
    },

    all: (): readonly Listener[] => [...channels.values()].flatMap(({ listeners }) => listeners.all()),

    size: () => [...channels.values()].reduce((sum, { listeners }) => sum + listeners.size(), 0),
  }
}

/** Whether one of the events is about something that a later one withdraws. */
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
