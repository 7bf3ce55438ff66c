/**
 * Opens sessions a few at a time, with a small random delay: a hundred simultaneous handshakes would block the
 * server, and look to WhatsApp like an attack.
 */
import type { Limits } from '../limits'

export type OpeningQueue = ReturnType<typeof createOpeningQueue>
type Opening = { readonly begin: (done: () => void) => void }

export function createOpeningQueue(
  limits: Pick<Limits, 'openAtOnce' | 'openApart' | 'openSlow'>,
  random: () => number,
) {
  const waiting: Opening[] = []
  let running = 0
  let isPaused = false

  function beginNext(): void {
    if (isPaused || running >= limits.openAtOnce) return
    const opening = waiting.shift()
    if (!opening) return
    running += 1
    isPaused = true
    setTimeout(
      () => {
        isPaused = false
        beginNext()
      },
      limits.openApart * (0.5 + random()),
    ).unref()
    opening.begin(makeDone())
  }

  function makeDone(): () => void {
    let isRunning = true
    const done = () => {
      clearTimeout(slow)
      if (!isRunning) return
      isRunning = false
      running -= 1
      beginNext()
    }
    // Sessions on a dead network must not block the others.
    const slow = setTimeout(done, limits.openSlow)
    slow.unref()
    return done
  }

  return {
    /**
     * `first`: somebody is waiting at the screen. Resolves when the session may open. Call the result when it is open;
     * further calls do nothing.
     */
    begin: ({ first }: { readonly first: boolean }): Promise<() => void> =>
      new Promise((begin) => {
        if (first) waiting.unshift({ begin })
        else waiting.push({ begin })
        beginNext()
      }),
  }
}
