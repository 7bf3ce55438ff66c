/** A failing test shows what was on the wires: whatever starts a simulator imports `test` from here instead of from bun:test. */
import { test as plain } from 'bun:test'
import { afterEachTest } from './after-each'
import { watched } from './wires'

const NEWEST = 60
/** Of these, before the pings are left out. */
const LOOKED_AT = 600
/** As in package.json: what takes a second when it is alone takes ten on a machine that does much else. */
const USUAL_TIMEOUT_MS = 180_000
/** Bun ends a test that takes too long without a word to it; this much earlier we look. */
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
    // One in another process may be gone by now.
    const lines = await Promise.resolve(wires.trace({ newest: LOOKED_AT })).catch(String)
    const newest = withoutPings(lines.split('\n')).slice(-NEWEST).join('\n')
    console.error(`── ${why}; the newest on the wires:\n${newest || 'nothing'}\n──`)
  }
}

/** Clients of impatient tests do little else. */
function withoutPings(lines: readonly string[]): string[] {
  const idOf = (line: string) => line.match(/<iq [^>]*\bid="([^"]+)"/)?.[1]
  const pings = new Set(lines.filter((line) => line.includes('<ping/>')).map(idOf))
  return lines.filter((line) => !pings.has(idOf(line) ?? ''))
}
