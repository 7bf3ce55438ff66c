/** Notifies subscribers of changes at a limited rate. Also timers that end with the simulator. */
import type { SimulatorState } from './contract'

const SCREENS_EVERY_MS = 100
/** Separate from the screens' rate, so that tests do not wait for it. */
const TESTS_EVERY_MS = 5
/** Maximum share of time for sending the state: a large one is sent less often. */
const SHARE_OF_TIME = 0.1

export function followersOf(look: () => SimulatorState) {
  const screens = listenersOf(SCREENS_EVERY_MS, look)
  const tests = listenersOf(TESTS_EVERY_MS, () => undefined)
  return {
    subscribe: screens.add,
    onChange: tests.add,
    changed() {
      screens.changed()
      tests.changed()
    },
    stop() {
      screens.stop()
      tests.stop()
    },
  }
}

function listenersOf<News>(everyMs: number, look: () => News) {
  const listeners = new Set<(news: News) => void>()
  let timer: Timer | undefined
  let pause = everyMs

  const publish = () => {
    timer = undefined
    const started = performance.now()
    const news = look()
    for (const listener of listeners) listener(news)
    pause = Math.max(everyMs, (performance.now() - started) / SHARE_OF_TIME)
  }

  return {
    add(listener: (news: News) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed() {
      if (listeners.size > 0) timer ??= setTimeout(publish, pause)
    },
    stop() {
      clearTimeout(timer)
      listeners.clear()
    },
  }
}

export function createTimers() {
  const running = new Set<Timer>()
  return {
    later(milliseconds: number, task: () => void) {
      const timer = setTimeout(() => {
        running.delete(timer)
        task()
      }, milliseconds)
      running.add(timer)
    },
    stop() {
      for (const timer of running) clearTimeout(timer)
    },
  }
}
