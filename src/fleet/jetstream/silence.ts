/**
 * A server that the others do not reach goes on talking to its nodes, and answers nothing that needs a majority. The library
 * notices only connections that end.
 */
import type { Timers } from '../placement/timers'

/** Answers come within milliseconds, and a node without one trusts its lease for nine seconds. */
const SILENT_MS = 4000
/** While no server has a majority, another one helps nobody. */
const LONGEST_MS = 60_000
/** A process that stood still has not read what was answered meanwhile. */
const LATE_MS = 500

export type Silence = ReturnType<typeof watchForSilence>

/** Calls `silent` when nothing was answered for four seconds, and twice as long each time until something is. */
export function watchForSilence(timers: Timers, silent: () => void) {
  let wait = SILENT_MS
  /** When the first question was asked that nobody has answered, nor any after it. */
  let since: number | undefined
  let endTimer: (() => void) | undefined

  const look = (at: number) => {
    endTimer = timers.after(at - timers.now(), () => {
      endTimer = undefined
      if (since === undefined) return
      const now = timers.now()
      if (now - at > LATE_MS) since = now
      if (now - since < wait) return look(since + wait)
      since = undefined
      wait = Math.min(wait * 2, LONGEST_MS)
      silent()
    })
  }

  const endLook = () => {
    endTimer?.()
    endTimer = undefined
  }

  return {
    /** Something was asked that a majority of the servers answers. */
    asked() {
      since ??= timers.now()
      if (!endTimer) look(since + wait)
    },
    answered() {
      since = undefined
      if (wait === SILENT_MS) return
      wait = SILENT_MS
      endLook()
    },
    /** Without a connection nobody can answer. */
    lost() {
      since = undefined
    },
    stop: endLook,
  }
}
