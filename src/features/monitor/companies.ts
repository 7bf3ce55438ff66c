/** The state of each company, from memory and control.db. */
import * as v from 'valibot'
import { type Backlog, backlogs, factOfBacklog, MOST_COUNTED } from '../../platform/backlogs'
import { instant } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { remembered } from '../../platform/sqlite'
import { listCompanies } from '../../tenancy/companies'
import type { Company } from '../../tenancy/tables'
import { sessionFact } from '../../users/session-fact'
import type { ConnectionDown, QueueState } from './contract'

type Facts = Readonly<Record<string, unknown>>

const Connections = v.object({
  total: v.number(),
  up: v.number(),
  down: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      status: v.string(),
      reason: v.nullable(v.string()),
      since: v.number(),
    }),
  ),
})
type Connections = v.InferOutput<typeof Connections>
const Waiting = v.tuple([v.number(), v.nullable(v.number()), v.number()])
type Waiting = v.InferOutput<typeof Waiting>
const Expiries = v.array(v.number())

type CompanyFacts = {
  /** Undefined if the company was not asked yet. */
  readonly connections: Connections | undefined
  /** What waits, by backlog: how much, since when, and how much of it has failed. */
  readonly waiting: ReadonlyMap<string, Waiting>
  /** When each of its live sign-in sessions expires. */
  readonly expiries: readonly number[]
}
const NO_FACTS: CompanyFacts = { connections: undefined, waiting: new Map(), expiries: [] }

export type CompanyNow = CompanyFacts & {
  readonly company: Company
  readonly sockets: number
  readonly people: number
  readonly sessions: number
}

/** Returns a function that lists all companies as they are now. */
export function createCompaniesNow({ databases, hub, timetable, clock, membersOf }: Services): () => CompanyNow[] {
  const { control } = databases
  const names = membersOf(backlogs)
  const companies = remembered(control.$client, () => listCompanies(control), ['companies', 'plans'])
  return () => {
    const facts = new Map(timetable.facts())
    const now = clock()
    return companies(null).map((company) => {
      const found = facts.get(company.uuid)
      const own = found ? readFacts(found, names) : NO_FACTS
      const listeners = hub.of(company.id)
      return {
        company,
        ...own,
        sockets: listeners.length,
        people: new Set(listeners.map(({ actor }) => actor.userId)).size,
        sessions: company.active ? own.expiries.filter((at) => at > now).length : 0,
      }
    })
  }
}

/** By how much goes on, for sorting. */
export const busiest = (a: CompanyNow, b: CompanyNow): number =>
  b.sockets - a.sockets || b.sessions - a.sessions || a.company.id - b.company.id

export const showQueues = (all: readonly CompanyNow[], names: readonly Backlog[]): QueueState[] =>
  names.map(({ name, retry }) => {
    const found = all.flatMap(({ waiting }): Waiting[] => {
      const one = waiting.get(name)
      return one && one[0] > 0 ? [one] : []
    })
    const since = Math.min(...found.flatMap(([, since]) => since ?? []))
    return {
      name,
      waiting: found.reduce((sum, [count]) => sum + count, 0),
      isCut: found.some(([count]) => count >= MOST_COUNTED),
      companies: found.length,
      since: Number.isFinite(since) ? instant(since) : null,
      failed: found.reduce((sum, [, , failed]) => sum + failed, 0),
      canRetry: retry !== undefined,
    }
  })

/** Connections of active companies that do not work, the longest first. */
export const showDown = (all: readonly CompanyNow[]): ConnectionDown[] =>
  all
    .filter(({ company }) => company.active)
    .flatMap(({ company: { id, name }, connections }) =>
      (connections?.down ?? []).map((one) => ({ company: { id, name }, ...one })),
    )
    .toSorted((a, b) => a.since - b.since)
    .map((one) => ({ ...one, since: instant(one.since) }))

/** The timetable returns the same facts until it reads new ones. */
const parsed = new WeakMap<Facts, CompanyFacts>()

function readFacts(facts: Facts, names: readonly Backlog[]): CompanyFacts {
  const known = parsed.get(facts)
  if (known) return known
  const connections = read(Connections, facts.connections)
  const waiting = new Map(
    names.flatMap((backlog): [string, Waiting][] => {
      const one = read(Waiting, facts[factOfBacklog(backlog).name])
      return one ? [[backlog.name, one]] : []
    }),
  )
  const expiries = read(Expiries, facts[sessionFact.name]) ?? []
  const made = { connections, waiting, expiries }
  parsed.set(facts, made)
  return made
}

function read<S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> | undefined {
  if (typeof json !== 'string') return undefined
  const found = v.safeParse(schema, JSON.parse(json)) // SQLite wrote it
  return found.success ? found.output : undefined
}
