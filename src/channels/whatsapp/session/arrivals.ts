/**
 * One network poll may bring frames for hundreds of sessions, and all of them would be read before anything else runs.
 * After a time limit the remaining frames wait for a scheduled task of their session.
 *
 * Each frame is read when the one before it has taken effect: Baileys decompresses in another thread, and what arrived
 * meanwhile would overtake a compressed frame.
 */
import type { EventEmitter } from 'node:events'
import type { Scheduler } from './scheduler'

/** Events of the socket itself, whose order is kept. */
const FRAME = 'message'
const fromSocket: ReadonlySet<string | symbol> = new Set([FRAME, 'error', 'close'])
/** Maximum frames of a session per task. Each takes about half a millisecond; those of one task share a commit. */
const FRAMES_PER_TASK = 16

type Reading = {
  readonly scheduler: Pick<Scheduler, 'schedule' | 'mayKeepReading'>
  /** Passes a frame to Baileys. Resolves when it has taken effect, and never rejects; undefined if it already has. */
  read(frame: unknown): Promise<void> | undefined
}
type SocketEvent = { readonly event: string | symbol; readonly words: readonly unknown[] }

/** `isBehind`: whether frames of this session still wait to be read; one of them may say why the socket was closed. */
export function readScheduled(socket: EventEmitter, { scheduler, read }: Reading): { isBehind(): boolean } {
  const emit = socket.emit.bind(socket)
  let waiting: SocketEvent[] = []
  /** The event that was passed on last, until it has taken effect. */
  let underWay: Promise<void> | null = null

  socket.emit = (event: string | symbol, ...words: unknown[]): boolean => {
    if (!fromSocket.has(event)) return emit(event, ...words)
    const arrived = { event, words }
    if (waiting.length === 0 && scheduler.mayKeepReading()) passInTurn(arrived)
    else if (waiting.push(arrived) === 1) scheduler.schedule(readSome)
    return true
  }

  function passInTurn(arrived: SocketEvent): void {
    const passing = underWay ? underWay.then(() => pass(arrived)) : pass(arrived)
    if (!passing) return
    underWay = passing
    void passing.then(() => {
      if (underWay === passing) underWay = null
    })
  }

  function pass({ event, words }: SocketEvent): Promise<void> | undefined {
    if (event === FRAME) return read(words[0])
    emit(event, ...words)
    return undefined
  }

  /** A frame takes effect some microtasks after it is read, so a close after it gets a separate task. */
  function readSome(): void {
    const frames = waiting.findIndex(({ event }) => event !== FRAME)
    const some = waiting.slice(0, Math.min(FRAMES_PER_TASK, Math.max(1, frames < 0 ? waiting.length : frames)))
    for (const arrived of some) passInTurn(arrived)
    waiting = waiting.slice(some.length)
    if (waiting.length > 0) scheduler.schedule(readSome)
  }

  return { isBehind: () => waiting.length > 0 || underWay !== null }
}
