/**
 * How long the server's event loop was blocked, from its own histogram, because a block stops every company. Time spent waiting
 * for a core is separate, because generator and simulator use the same cores.
 */
import type { Report } from './report'
import { METRICS_TOKEN, type ServerProcess } from './server'

const fields = ['over10ms', 'over20ms', 'over50ms', 'over100ms', 'coreWaitMs'] as const
export type Stalls = Readonly<Record<(typeof fields)[number], number>>

/** Blocks of the event loop by length, and the wait for a core during late turns, since process start. */
export async function readStalls({ port }: Pick<ServerProcess, 'port'>): Promise<Stalls> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  if (!answer.ok) throw new Error(`metrics: ${answer.status}`)
  return stallsIn(await answer.text())
}

export function stallsIn(metrics: string): Stalls {
  const metric = (what: string) => {
    const found = metrics.match(`balcao_loop_${what} (\\S+)`)
    if (!found) throw new Error(`the metrics have no balcao_loop_${what}`)
    return Number(found[1])
  }
  const upTo = (le: string) => metric(`stall_seconds_bucket\\{le="${le}"\\}`)
  return each((field) =>
    field === 'coreWaitMs'
      ? Math.round(metric('core_wait_seconds_sum') * 1000)
      : upTo('\\+Inf') - upTo(String(Number(/\d+/.exec(field)?.[0]) / 1000)),
  )
}

const each = (read: (field: (typeof fields)[number]) => number): Stalls =>
  Object.fromEntries(fields.map((field) => [field, read(field)])) as Stalls // one for each field

export const since = (before: Stalls, now: Stalls): Stalls => each((field) => now[field] - before[field])
export const sum = (one: Stalls | undefined, other: Stalls): Stalls =>
  each((field) => (one?.[field] ?? 0) + other[field])

/** Reports the stalls of the workload alone, without start and pairing, which happen before anybody works. */
export async function reportStalls(
  report: Report,
  { server, stallsBefore }: { readonly server: ServerProcess; readonly stallsBefore: Stalls },
  during: string,
) {
  report.add({ id: 'stall', counted: 1, expected: 1, during, ...since(stallsBefore, await readStalls(server)) })
}
