/** The simulators at work, so that a failing test can print their stanzas. No test itself: what runs outside of bun's tests uses it too. */

type Wires = { trace(filter: { newest: number }): string | Promise<string> }

export const watched = new Set<Wires>()

/** Until the test ends. One in another process is named by a function that fetches `GET /control/trace`. */
export const watchWires = (wires: Wires): void => void watched.add(wires)
