/**
 * One network poll may bring frames for hundreds of sessions, and all of them would be read before anything else runs.
 * After a time limit the remaining frames wait for a scheduled task of their session.
 */
import type { EventEmitter } from 'node:events'
import type { Scheduler } from './scheduler'

/** Events of the socket itself, whose order is kept. */
const FRAME = 'message'
const fromSocket: ReadonlySet<string | symbol> = new Set([FRAME, 'error', 'close'])
/** Maximum frames of a session per task. Each takes about half a millisecond; those of one task share a commit. */
const FRAMES_PER_TASK = 16

/** `isBehind`: whether frames of this session still wait to be read; one of them may say why the socket was closed. */
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

  /** A frame takes effect some microtasks after it is read, so a close after it gets a separate task. */
  function readSome(): void {
    const frames = waiting.findIndex(({ event }) => event !== FRAME)
    const some = waiting.slice(0, Math.min(FRAMES_PER_TASK, Math.max(1, frames < 0 ? waiting.length : frames)))
    for (const { read } of some) read()
    waiting = waiting.slice(some.length)
    if (waiting.length > 0) scheduler.schedule(readSome)
  }

  return { isBehind: () => waiting.length > 0 }
}
