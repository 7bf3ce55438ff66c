/** Waits for a condition, and names the one that was not met in time. Tests never just sleep. */
export async function until<T>(claim: () => T, what = 'the condition', patience = 3000): Promise<NonNullable<T>> {
  const end = performance.now() + patience
  for (let turn = 0; ; turn++) {
    const value = claim()
    if (value) return value
    if (performance.now() > end) throw new Error(`${what} did not come true within ${patience} ms`)
    await (turn < 20 ? new Promise(setImmediate) : Bun.sleep(2))
  }
}

/** Lets everything that was planned for "right after this" happen. */
export async function quiet(turns = 6) {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}

/** Numbers that look random and are the same in every run. */
export function dice(seed: number) {
  let state = seed
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  return {
    below,
    maybe: (oneIn: number) => below(oneIn) === 0,
    pick: <T>(from: readonly T[]): T => {
      const chosen = from[below(from.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
  }
}
