/** How many connections the companies that are open here have, from what the timetable knows of them. */
import * as v from 'valibot'
import type { Services } from '../platform/module'
import { connectionFact } from './facts'

export type ConnectionCounts = { readonly total: number; readonly up: number }

const Counts = v.object({ total: v.number(), up: v.number() })

/** The timetable returns the same facts of a company until it reads new ones. */
const known = new WeakMap<object, ConnectionCounts>()

export function countConnections({
  timetable,
  databases,
}: Pick<Services, 'timetable' | 'databases'>): ConnectionCounts {
  const sum = { total: 0, up: 0 }
  for (const [uuid, facts] of timetable.facts()) {
    if (!databases.isAvailable(uuid)) continue
    const { total, up } = countsIn(facts)
    sum.total += total
    sum.up += up
  }
  return sum
}

/** By company. */
export function countConnectionsByCompany({
  timetable,
  databases,
}: Pick<Services, 'timetable' | 'databases'>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [uuid, facts] of timetable.facts())
    if (databases.isAvailable(uuid)) counts.set(uuid, countsIn(facts).total)
  return counts
}

function countsIn(facts: Readonly<Record<string, unknown>>): ConnectionCounts {
  const before = known.get(facts)
  if (before) return before
  const json = facts[connectionFact.name]
  const found = v.safeParse(Counts, typeof json === 'string' ? JSON.parse(json) : undefined) // SQLite wrote it
  const counts = found.success ? found.output : { total: 0, up: 0 }
  known.set(facts, counts)
  return counts
}
