/** The state of each company, from memory and control.db. */
import * as v from 'valibot'
import { type Backlog, backlogs, factOfBacklog, MOST_COUNTED } from '../../platform/backlogs'
import { instant } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { remembered } from '../../platform/sqlite'
import { listCompanies } from '../../tenancy/companies'
import { type CompanyKey, readEverywhere } from '../../tenancy/elsewhere'
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

type StoredFacts = {
  /** Undefined if the company was not asked yet. */
  readonly connections: Connections | undefined
  /** What waits, by backlog: how much, since when, and how much of it has failed. */
  readonly waiting: ReadonlyMap<string, Waiting>
  /** When each of its live sign-in sessions expires. */
  readonly expiries: readonly number[]
}
const NO_FACTS: StoredFacts = { connections: undefined, waiting: new Map(), expiries: [] }

export type CompanyNow = Pick<StoredFacts, 'connections' | 'waiting'> & {
  readonly company: Company
  readonly sockets: number
  readonly people: number
  readonly sessions: number
}

/** What a node says of a company, as JSON. */
type CompanyAnswer = Pick<CompanyNow, 'connections' | 'sockets' | 'people' | 'sessions'> & {
  readonly waiting: readonly (readonly [string, Waiting])[]
}

type Deps = Pick<Services, 'databases' | 'hub' | 'timetable' | 'clock' | 'membersOf'>

/** Returns a function that reads companies of this node, by their ids. */
function createReader({ hub, timetable, clock, membersOf }: Deps) {
  const names = membersOf(backlogs)
  return () => {
    const facts = new Map(timetable.facts())
    const now = clock()
    return ({ id, uuid }: CompanyKey, isActive: boolean): Omit<CompanyNow, 'company'> => {
      const found = facts.get(uuid)
      const { connections, waiting, expiries } = found ? readFacts(found, names) : NO_FACTS
      const listeners = hub.of(id)
      return {
        connections,
        waiting,
        sockets: listeners.length,
        people: new Set(listeners.map(({ actor }) => actor.userId)).size,
        sessions: isActive ? expiries.filter((at) => at > now).length : 0,
      }
    }
  }
}

/** What is asked of other nodes. */
export const COMPANIES_NOW = 'monitor.companies'

/** Answers other nodes. */
export function createCompaniesNowHere(deps: Deps) {
  const reader = createReader(deps)
  return async (companies: readonly CompanyKey[]): Promise<ReadonlyMap<number, CompanyAnswer>> => {
    const active = new Map(listCompanies(deps.databases.control).map(({ id, active }) => [id, active]))
    const read = reader()
    return new Map(
      companies.map((company) => {
        const { waiting, ...now } = read(company, active.get(company.id) ?? false)
        return [company.id, { ...now, waiting: [...waiting] }]
      }),
    )
  }
}

/** Other nodes are asked this often at most. */
const ASKED_EVERY_MS = 3000

export type CompaniesNow = {
  /** Those of this node; of the others there is the name only. */
  here(): CompanyNow[]
  /** With what other nodes of a fleet say of theirs. */
  everywhere(): Promise<CompanyNow[]>
}

export function createCompaniesNow(deps: Deps): CompaniesNow {
  const { databases } = deps
  const { control } = databases
  const companies = remembered(control.$client, () => listCompanies(control), ['companies', 'plans'])
  const reader = createReader(deps)
  let asked: Promise<ReadonlyMap<number, CompanyAnswer | null>> | undefined
  let askedAt = 0

  /** Of those that other nodes have. */
  function askOthers(): Promise<ReadonlyMap<number, CompanyAnswer | null>> {
    if (asked && performance.now() - askedAt < ASKED_EVERY_MS) return asked
    askedAt = performance.now()
    asked = readEverywhere<CompanyAnswer, Company>(databases, COMPANIES_NOW, companies(null), async () => new Map())
    return asked
  }

  function here(): CompanyNow[] {
    const read = reader()
    return companies(null).map((company) => {
      const isHere = databases.isAvailable(company.uuid)
      return { company, ...(isHere ? read(company, company.active) : NOTHING) }
    })
  }

  return {
    here,
    async everywhere() {
      const others = await askOthers()
      return here().map((one) => {
        const said = others.get(one.company.id)
        return said ? { ...one, ...said, waiting: new Map(said.waiting) } : one
      })
    },
  }
}

const NOTHING: Omit<CompanyNow, 'company'> = { ...NO_FACTS, sockets: 0, people: 0, sessions: 0 }

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
const parsed = new WeakMap<Facts, StoredFacts>()

function readFacts(facts: Facts, names: readonly Backlog[]): StoredFacts {
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
