/**
 * One look at the network may bring frames for hundreds of sessions, and all of them would be read before anything else
 * runs. Once that has taken a while, what is left waits for a task of its session.
 */
import type { EventEmitter } from 'node:events'
import type { Scheduler } from './scheduler'

/** What the line itself says, in its order. */
const FRAME = 'message'
const fromSocket: ReadonlySet<string | symbol> = new Set([FRAME, 'error', 'close'])
/** Of one session in one task: each takes about half a millisecond, and those of one task are made durable together. */
const AT_ONCE = 16

/** Tells whether frames of this session wait to be read: whatever ended the line may be among them. */
export function readScheduled(
  socket: EventEmitter,
  scheduler: Pick<Scheduler, 'schedule' | 'mayKeepReading'>,
): { isBehind(): boolean } {
  const emit = socket.emit.bind(socket)
  let waiting: { readonly event: string | symbol; read(): void }[] = []

  socket.emit = (event: string | symbol, ...words: unknown[]): boolean => {
    if (!fromSocket.has(event) || (waiting.length === 0 && scheduler.mayKeepReading())) return emit(event, ...words)
    if (waiting.push({ event, read: () => emit(event, ...words) }) === 1) scheduler.schedule(readSome)
    return true
  }

  /** What a frame says is known some microtasks after it was read, so a close behind it has a task of its own. */
  function readSome(): void {
    const frames = waiting.findIndex(({ event }) => event !== FRAME)
    const some = waiting.slice(0, Math.min(AT_ONCE, Math.max(1, frames < 0 ? waiting.length : frames)))
    for (const { read } of some) read()
    waiting = waiting.slice(some.length)
    if (waiting.length > 0) scheduler.schedule(readSome)
  }

  return { isBehind: () => waiting.length > 0 }
}
