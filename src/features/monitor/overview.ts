/**
 * The state of the installation, from memory and control.db: no company's file is opened. The timetable reads the
 * companies' own facts together with what is due (`platform/company-facts.ts`).
 */

import { readdirSync, statfsSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { type Backlog, backlogs, factOfBacklog, MOST_COUNTED } from '../../platform/backlogs'
import type { ErrorGroup } from '../../platform/error-groups'
import { instant, instantOrNull } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { fits, needleOf } from '../../platform/needle'
import { type Sample, thinned } from '../../platform/samples'
import { getRows } from '../../platform/sql'
import { type ControlDb, remembered } from '../../platform/sqlite'
import { HOUR, MINUTE } from '../../platform/time'
import { listCompanies } from '../../tenancy/companies'
import { createDiskUses } from '../../tenancy/disk'
import type { Company } from '../../tenancy/tables'
import {
  type BackupPlan,
  COMPANIES_A_PAGE,
  type CompanyPage,
  type CompanyState,
  type ConnectionDown,
  type ErrorState,
  type JobState,
  MOST_COMPANIES,
  MOST_POINTS,
  MOST_ROWS,
  type Overview,
  type Point,
  type QueueState,
} from './contract'

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

/** The timetable returns the same facts until it reads new ones. */
const parsed = new WeakMap<Facts, { readonly connections: Connections | undefined; waiting: Map<string, Waiting> }>()

function factsOf(facts: Facts, names: readonly Backlog[]) {
  const known = parsed.get(facts)
  if (known) return known
  const connections = read(Connections, facts.connections)
  const waiting = new Map(
    names.flatMap((backlog): [string, Waiting][] => {
      const one = read(Waiting, facts[factOfBacklog(backlog).name])
      return one ? [[backlog.name, one]] : []
    }),
  )
  const made = { connections, waiting }
  parsed.set(facts, made)
  return made
}

function read<S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> | undefined {
  if (typeof json !== 'string') return undefined
  const found = v.safeParse(schema, JSON.parse(json)) // SQLite wrote it
  return found.success ? found.output : undefined
}

export type Monitor = ReturnType<typeof createMonitor>

export function createMonitor(services: Services) {
  const { databases, hub, timetable, vitals, backups, operatorSettings, clock, membersOf } = services
  const { control, dataDir } = databases
  const names = membersOf(backlogs)
  const companiesNow = remembered(control.$client, () => listCompanies(control), ['companies', 'plans'])
  const measure = measurer(dataDir, clock)
  const diskUses = createDiskUses(dataDir, clock)

  const refusedAccount = () => {
    const account = services.mailSignIn.find(null)
    return account && account.refusedAt !== null ? account.address : null
  }
  const gather = () => {
    const facts = new Map(timetable.facts())
    const signedIn = sessionsByCompany(control, clock())
    return companiesNow(null).map((company) => {
      const own = facts.get(company.uuid)
      const listeners = hub.of(company.id)
      return {
        company,
        ...(own ? factsOf(own, names) : { connections: undefined, waiting: new Map<string, Waiting>() }),
        sockets: listeners.length,
        people: new Set(listeners.map(({ actor }) => actor.userId)).size,
        sessions: signedIn.get(company.id) ?? 0,
      }
    })
  }
  type Gathered = ReturnType<typeof gather>[number]

  const showCompany = ({ company, connections, waiting, sockets, sessions }: Gathered): CompanyState => ({
    id: company.id,
    name: company.name,
    active: company.active,
    sockets,
    sessions,
    connections: connections?.total ?? null,
    up: connections?.up ?? null,
    outbox: waiting.get('outbox')?.[0] ?? 0,
    disk: diskUses.of(company.uuid),
  })
  const busiest = (a: Gathered, b: Gathered) =>
    b.sockets - a.sockets || b.sessions - a.sessions || a.company.id - b.company.id

  const queuesOf = (all: readonly Gathered[]): QueueState[] =>
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

  const downOf = (all: readonly Gathered[]): ConnectionDown[] =>
    all
      .filter(({ company }) => company.active)
      .flatMap(({ company: { id, name }, connections }) =>
        (connections?.down ?? []).map((one) => ({ company: { id, name }, ...one })),
      )
      .toSorted((a, b) => a.since - b.since)
      .map((one) => ({ ...one, since: instant(one.since) }))

  const jobs = (): JobState[] => {
    const ofCompanies = timetable.state().map(({ name, due, since, next }) => ({
      name,
      due,
      since: instantOrNull(since),
      next: instantOrNull(next),
    }))
    const known = new Set(ofCompanies.map(({ name }) => name))
    const ofServer = vitals.jobs
      .names()
      .filter((name) => !known.has(name))
      .map((name) => ({ name, due: null, since: null, next: null }))
    return [...ofCompanies, ...ofServer].map((job) => {
      const { runs, failures, ranAt, took, failedAt } = vitals.jobs.of(job.name)
      return {
        ...job,
        runs,
        failures,
        took: Math.round(took),
        ranAt: instantOrNull(ranAt),
        failedAt: instantOrNull(failedAt),
      }
    })
  }

  const plan = (): BackupPlan => ({
    pattern: operatorSettings.read('backupCron'),
    keep: operatorSettings.read('backupKeep'),
    folder: backups.folder(),
    next: instantOrNull(backups.nextAt()),
    lastGoodAt: instantOrNull(backups.lastGoodAt()),
    isRunning: backups.isRunning(),
    hasFailed: backups.hasFailed(),
    records: backups.list(MOST_ROWS).map(({ startedAt, endedAt, verifiedAt, folder, ...run }) => ({
      ...run,
      folder,
      name: basename(folder),
      startedAt: instant(startedAt),
      endedAt: instantOrNull(endedAt),
      verifiedAt: instantOrNull(verifiedAt),
    })),
  })

  /** By hour, with the one under way. */
  const hourly = (since: number): Sample[] => {
    const kept = vitals.hours.since(since)
    const now = vitals.samples.thisHour()
    return now ? [...kept.filter(({ at }) => at !== now.at), now] : kept
  }

  return {
    overview(): Overview {
      const all = gather()
      const down = downOf(all)
      const slow = vitals.requests.listSlow()
      const open = all.filter(({ sockets }) => sockets > 0)
      const { p50 = 0, p99 = 0, max = 0 } = vitals.samples.last() ?? {}
      return {
        startedAt: instant(vitals.startedAt),
        loop: { p50, p99, max },
        memory: { used: process.memoryUsage.rss(), total: totalmem() },
        disk: measure(backups.list(1000)),
        sockets: {
          count: open.reduce((sum, { sockets }) => sum + sockets, 0),
          people: open.reduce((sum, { people }) => sum + people, 0),
          companies: open.length,
        },
        connections: {
          total: all.reduce((sum, { connections }) => sum + (connections?.total ?? 0), 0),
          up: all.reduce((sum, { connections }) => sum + (connections?.up ?? 0), 0),
        },
        requests: {
          total: vitals.requests.total(),
          slow: vitals.requests.slowTotal(),
          worst: slow[0]?.route ?? null,
        },
        queues: queuesOf(all),
        jobs: jobs(),
        errors: vitals.errors.list().slice(0, MOST_ROWS).map(showError),
        companies: { count: all.length, records: all.toSorted(busiest).slice(0, MOST_COMPANIES).map(showCompany) },
        down: { count: down.length, records: down.slice(0, MOST_ROWS) },
        slow: slow.slice(0, MOST_ROWS).map(({ lastAt, worst, ...one }) => ({
          ...one,
          worst: Math.round(worst),
          lastAt: instant(lastAt),
        })),
        backups: plan(),
        mailSignedOut: refusedAccount(),
        biUrl: operatorSettings.read('biUrl') || null,
      }
    },

    companies({ search, page }: { readonly search: string; readonly page: number }): CompanyPage {
      const needle = needleOf(search)
      const found = gather().filter(({ company }) => fits(needle, company.name))
      const from = (page - 1) * COMPANIES_A_PAGE
      const records = found
        .toSorted(busiest)
        .slice(from, from + COMPANIES_A_PAGE)
        .map(showCompany)
      return { records, count: found.length, hasMore: found.length > from + COMPANIES_A_PAGE }
    },

    points(hours: number): Point[] {
      const since = clock() - hours * HOUR
      const samples = hours > 24 ? hourly(since) : thinned(vitals.samples.since(since), MOST_POINTS)
      return samples.map((sample) => ({ ...sample, at: instant(sample.at) }))
    },

    /** Companies with failures, for a retry. */
    failing: (name: string): Company[] =>
      gather().flatMap(({ company, waiting }) => ((waiting.get(name)?.[2] ?? 0) > 0 ? company : [])),
    queues: () => queuesOf(gather()),
    down: () => downOf(gather()).length,
    disk: () => measure(backups.list(1000)),
    plan,
  }
}

const showError = ({ companies, firstAt, lastAt, ...group }: ErrorGroup): ErrorState => ({
  ...group,
  companies: companies.length,
  firstAt: instant(firstAt),
  lastAt: instant(lastAt),
})

function sessionsByCompany(control: ControlDb, now: number): ReadonlyMap<number, number> {
  const rows = getRows<{ id: number; n: number }>(
    control,
    'SELECT company_id AS id, count(*) AS n FROM sessions WHERE ended_at IS NULL AND expires_at > (? + 0) GROUP BY company_id',
    now,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** File sizes change slowly, and each company has three files. */
const MEASURED_EVERY = 5 * MINUTE

function measurer(dataDir: string, clock: () => number) {
  let databases = 0
  let measuredAt = -Infinity
  return (made: readonly { readonly folder: string; readonly state: string; readonly bytes: number | null }[]) => {
    const { blocks, bavail, bsize } = statfsSync(dataDir)
    if (Math.abs(clock() - measuredAt) > MEASURED_EVERY) {
      measuredAt = clock()
      databases = sizeOfDatabases(dataDir)
    }
    return {
      total: blocks * bsize,
      free: bavail * bsize,
      databases,
      backups: made.reduce((sum, { state, bytes }) => sum + (state === 'verified' ? (bytes ?? 0) : 0), 0),
    }
  }
}

function sizeOfDatabases(dataDir: string): number {
  const folders = readdirSync(join(dataDir, 'tenants')).map((uuid) => join(dataDir, 'tenants', uuid))
  const files = [
    join(dataDir, 'control.db'),
    ...folders.flatMap((folder) => [join(folder, 'tenant.db'), join(folder, 'session.db')]),
  ]
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}
