/** Commands that have control.db open for hours. They end before it leaves this node: its file is a copy then. */
import { SECOND } from '../../platform/time'
import { pause } from './pause'

export type ControlHolds = {
  /** Resolves when control.db is about to leave. */
  hold(isHeld: () => boolean): Promise<void>
  /** Resolves when nobody holds it any more, or after a while. */
  end(signal: AbortSignal): Promise<void>
}

/** A command ends within a slice of its work. */
const END_MS = 10 * SECOND
const LOOK_MS = 50

type Hold = { readonly isHeld: () => boolean; readonly left: PromiseWithResolvers<void> }

export function createControlHolds(within = END_MS): ControlHolds {
  const holds = new Set<Hold>()
  return {
    hold(isHeld) {
      for (const hold of holds) if (!hold.isHeld()) holds.delete(hold)
      const left = Promise.withResolvers<void>()
      holds.add({ isHeld, left })
      return left.promise
    },
    async end(signal) {
      const ending = [...holds]
      holds.clear()
      for (const { left } of ending) left.resolve()
      const until = performance.now() + within
      while (ending.some(({ isHeld }) => isHeld()) && performance.now() < until && !signal.aborted)
        await pause(LOOK_MS, signal)
    },
  }
}
