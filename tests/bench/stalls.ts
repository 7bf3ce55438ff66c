/** How long the server's main loop was held, from its own histogram: who holds it stops every company. */
import type { Report } from './report'
import type { Server } from './server'

const limits = [10, 20, 50, 100] as const
export type Stalls = Readonly<Record<`over${(typeof limits)[number]}ms`, number>>

/** How often the loop was held for so long since the process started. */
export async function readStalls({ port }: Pick<Server, 'port'>): Promise<Stalls> {
  return stallsIn(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
}

export function stallsIn(metrics: string): Stalls {
  const upTo = (le: string) =>
    Number(metrics.match(`balcao_loop_stall_seconds_bucket\\{le="${le}"\\} (\\d+)`)?.[1] ?? 0)
  const all = upTo('\\+Inf')
  return each((_key, ms) => all - upTo(String(ms / 1000)))
}

const each = (count: (key: keyof Stalls, ms: number) => number): Stalls =>
  Object.fromEntries(limits.map((ms) => [`over${ms}ms`, count(`over${ms}ms`, ms)])) as Stalls // one for each limit

export const since = (before: Stalls, now: Stalls): Stalls => each((key) => now[key] - before[key])
export const sum = (one: Stalls | undefined, other: Stalls): Stalls => each((key) => (one?.[key] ?? 0) + other[key])

/** The workload alone: starting and pairing are told apart, because they happen when nobody works yet. */
export async function reportStalls(
  report: Report,
  { server, stallsBefore }: { readonly server: Server; readonly stallsBefore: Stalls },
  during: string,
) {
  report.add({ id: 'stall', during, ...since(stallsBefore, await readStalls(server)) })
}
