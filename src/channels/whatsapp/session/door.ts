/**
 * Opens sessions a few at a time, with a small random delay: a hundred simultaneous handshakes would block the house, and
 * look to WhatsApp like an attack.
 */
import type { Limits } from '../limits'

export type Door = ReturnType<typeof makeDoor>
type Guest = { readonly enter: (leave: () => void) => void }

export function makeDoor(limits: Pick<Limits, 'openAtOnce' | 'openApart' | 'openSlow'>, random: () => number) {
  const waiting: Guest[] = []
  let inside = 0
  let isShut = false

  function admit(): void {
    if (isShut || inside >= limits.openAtOnce) return
    const guest = waiting.shift()
    if (!guest) return
    inside += 1
    isShut = true
    setTimeout(
      () => {
        isShut = false
        admit()
      },
      limits.openApart * (0.5 + random()),
    ).unref()
    guest.enter(makeLeave())
  }

  function makeLeave(): () => void {
    let isInside = true
    const leave = () => {
      clearTimeout(slow)
      if (!isInside) return
      isInside = false
      inside -= 1
      admit()
    }
    // A network that answers nobody must not keep the others waiting.
    const slow = setTimeout(leave, limits.openSlow)
    slow.unref()
    return leave
  }

  return {
    /** `first`: somebody looks at the screen. Resolves with how to leave; leaving twice does no harm. */
    enter: ({ first }: { readonly first: boolean }): Promise<() => void> =>
      new Promise((enter) => {
        if (first) waiting.unshift({ enter })
        else waiting.push({ enter })
        admit()
      }),
  }
}
