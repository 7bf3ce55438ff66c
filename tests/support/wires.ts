/** The running simulators, so that a failing test can print their stanzas. Also used outside bun's tests. */

type Wires = { trace(filter: { newest: number }): string | Promise<string> }

export const watched = new Set<Wires>()

/** Watches a simulator until the test ends. For one in another process, `wires` fetches `GET /control/trace`. */
export const watchWires = (wires: Wires): void => void watched.add(wires)
