/**
 * A failing test prints the simulators' stanzas: files that start a simulator import `test` from here instead of
 * bun:test.
 */
import { test as plain } from 'bun:test'
import { afterEachTest } from './after-each'
import { watched } from './wires'

const NEWEST = 60
/** Number of stanzas read, before pings are removed. */
const LOOKED_AT = 600
/** As in package.json: generous for a busy machine. */
const USUAL_TIMEOUT_MS = 180_000
/** Bun ends a timed-out test without notice, so the trace is read this much earlier. */
const BEFORE_THE_END_MS = 400

afterEachTest(() => watched.clear())

export function test(name: string, run: () => unknown, timeoutMs = USUAL_TIMEOUT_MS): void {
  plain(name, () => showingWires(run, timeoutMs), timeoutMs)
}

export async function showingWires(run: () => unknown, timeoutMs: number): Promise<void> {
  const late = setTimeout(() => void show('the test takes too long'), timeoutMs - BEFORE_THE_END_MS)
  try {
    await run()
  } catch (error) {
    await show('the test failed')
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function show(why: string) {
  for (const wires of watched) {
    // A simulator in another process may be gone.
    const lines = await Promise.resolve(wires.trace({ newest: LOOKED_AT })).catch(String)
    const newest = withoutPings(lines.split('\n')).slice(-NEWEST).join('\n')
    console.error(`── ${why}; the newest on the wires:\n${newest || 'nothing'}\n──`)
  }
}

/** Clients of tests with short timeouts mostly ping. */
function withoutPings(lines: readonly string[]): string[] {
  const idOf = (line: string) => line.match(/<iq [^>]*\bid="([^"]+)"/)?.[1]
  const pings = new Set(lines.filter((line) => line.includes('<ping/>')).map(idOf))
  return lines.filter((line) => !pings.has(idOf(line) ?? ''))
}
