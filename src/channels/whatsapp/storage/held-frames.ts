/** Frames that Baileys has sent and that leave only when the keys used for them are on disk, and acknowledged. */
import type { Scheduler } from '../session/scheduler'

/** The part of a websocket (`ws`) that we take over. */
export type RawSocket = {
  readyState: number
  send(data: Uint8Array, done?: (error?: Error) => void): void
  close(...why: never[]): void
}
/** `isWritten`: its sender has continued. */
export type Frame = { readonly data: Uint8Array; isWritten: boolean }

const OPEN = 1

export function createHeldFrames(scheduler: Scheduler) {
  let frames: Frame[] = []
  let sendRaw: (data: Uint8Array) => void = () => {}

  /** While a frame's sender has not continued, its keys may not be staged yet: it and later frames wait. */
  function inOrder(): readonly Frame[] {
    const held = frames.findIndex(({ isWritten }) => !isWritten)
    return held === -1 ? frames : frames.slice(0, held)
  }

  /** Stops sending. */
  function drop(): void {
    frames = []
    sendRaw = () => {}
  }

  return {
    drop,
    isEmpty: (): boolean => frames.length === 0,
    /** Takes over the socket's `send` and `close`. */
    guard(raw: RawSocket, { came, closing }: { came(): void; closing(close: () => void): void }): void {
      const [send, close] = [raw.send.bind(raw), raw.close.bind(raw)]
      sendRaw = (data) => {
        if (raw.readyState === OPEN) send(data)
      }
      raw.send = (data, done) => {
        const frame: Frame = { data, isWritten: false }
        frames.push(frame)
        const goOn = () => {
          frame.isWritten = true
          done?.()
        }
        if (scheduler.mayContinue()) queueMicrotask(goOn)
        else scheduler.schedule(goOn)
        came()
      }
      raw.close = (...why) => closing(() => close(...why))
    },
    /** Takes the frames whose keys are on disk. */
    take(): readonly Frame[] {
      const ready = inOrder()
      frames = frames.slice(ready.length)
      return ready
    },
    /** Returns the error of a socket that refused one, or null. */
    send(ready: readonly Frame[]): unknown {
      try {
        for (const { data } of ready) sendRaw(data)
        return null
      } catch (error) {
        drop()
        return error
      }
    },
  }
}
