/** Visits every state that a model can reach, breadth first, so that the way to a fault is a shortest one. */

export type Model<S> = {
  readonly first: S
  /** All that can happen next, each with its name. States are JSON, and equal if their JSON is. */
  readonly steps: (state: S) => Iterable<readonly [name: string, after: S]>
  /** What is wrong with a state. */
  readonly findFault: (state: S) => string | undefined
}

export type Exploration = {
  readonly states: number
  readonly steps: number
  /** The longest of the shortest ways to a state. */
  readonly depth: number
  /** The first fault, with the steps that lead to it. */
  readonly fault: { readonly what: string; readonly path: readonly string[] } | undefined
}

/** 53 bits: of a million states, two have the same number in one of 18,000 explorations. */
function numberOf(text: string): number {
  return Bun.hash.xxHash32(text, 1) * 2 ** 21 + (Bun.hash.xxHash32(text, 2) >>> 11)
}

type Way = { readonly before: number; readonly name: string }

/** Ends at the first fault. Throws when there are more than `most` states: a bound that hides states would prove nothing. */
export function explore<S>({ first, steps, findFault }: Model<S>, most: number): Exploration {
  const text = JSON.stringify(first)
  const start = numberOf(text)
  const ways = new Map<number, Way>([[start, { before: Number.NaN, name: '' }]])
  let layer: [number, string][] = [[start, text]]
  let [count, depth] = [0, 0]
  const pathTo = (at: number): string[] => {
    const path: string[] = []
    for (let way = ways.get(at); way && !Number.isNaN(way.before); way = ways.get(way.before)) path.unshift(way.name)
    return path
  }
  const faultAt = (what: string, path: readonly string[]): Exploration => ({
    states: ways.size,
    steps: count,
    depth,
    fault: { what, path },
  })
  const wrong = findFault(first)
  if (wrong !== undefined) return faultAt(wrong, [])
  while (layer.length > 0) {
    const nextLayer: [number, string][] = []
    for (const [at, known] of layer) {
      const before: S = JSON.parse(known)
      for (const [name, after] of steps(before)) {
        count++
        const afterText = JSON.stringify(after)
        const number = numberOf(afterText)
        if (ways.has(number)) continue
        ways.set(number, { before: at, name })
        if (ways.size > most) throw new Error(`more than ${most} states`)
        const fault = findFault(after)
        if (fault !== undefined) return faultAt(fault, pathTo(number))
        nextLayer.push([number, afterText])
      }
    }
    layer = nextLayer
    if (layer.length > 0) depth++
  }
  return { states: ways.size, steps: count, depth, fault: undefined }
}
