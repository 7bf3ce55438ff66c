/**
 * The state of the installation, from memory and control.db: no company's file is opened. The timetable reads the
 * companies' own facts together with what is due (`platform/company-facts.ts`).
 */
import { totalmem } from 'node:os'
import { basename } from 'node:path'
import { type Backlog, backlogs } from '../../platform/backlogs'
import type { ErrorGroup } from '../../platform/error-groups'
import { instant, instantOrNull } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { fits, needleOf } from '../../platform/needle'
import { type Sample, thinned } from '../../platform/samples'
import { HOUR } from '../../platform/time'
import { createDiskUses } from '../../tenancy/disk'
import type { Company } from '../../tenancy/tables'
import { busiest, type CompaniesNow, type CompanyNow, createCompaniesNow, showDown, showQueues } from './companies'
import {
  type BackupPlan,
  COMPANIES_A_PAGE,
  type CompanyPage,
  type CompanyState,
  type ErrorState,
  type JobState,
  MOST_COMPANIES,
  MOST_POINTS,
  MOST_ROWS,
  type Overview,
  type Point,
  type QueueState,
} from './contract'
import { createDiskMeter } from './disk'

/** Backups whose sizes count. */
const MOST_MEASURED_BACKUPS = 1000

export class Monitor {
  readonly #services: Services
  readonly #backlogs: readonly Backlog[]
  readonly #companiesNow: CompaniesNow
  readonly #measureDisk: ReturnType<typeof createDiskMeter>
  readonly #diskUses: ReturnType<typeof createDiskUses>

  constructor(services: Services) {
    const { databases, clock, membersOf } = services
    this.#services = services
    this.#backlogs = membersOf(backlogs)
    this.#companiesNow = createCompaniesNow(services)
    this.#measureDisk = createDiskMeter(databases.dataDir, clock)
    this.#diskUses = createDiskUses(databases, clock)
  }

  async overview(): Promise<Overview> {
    const { vitals, operatorSettings, fleet } = this.#services
    const all = await this.#companiesNow.everywhere()
    const down = showDown(all)
    const slow = vitals.requests.listSlow()
    const open = all.filter(({ sockets }) => sockets > 0)
    const { p50 = 0, p99 = 0, max = 0 } = vitals.samples.last() ?? {}
    return {
      machine: fleet?.node ?? null,
      startedAt: instant(vitals.startedAt),
      loop: { p50, p99, max },
      memory: { used: process.memoryUsage.rss(), total: totalmem() },
      disk: this.disk(),
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
      queues: showQueues(all, this.#backlogs),
      jobs: this.#jobs(),
      errors: vitals.errors.list().slice(0, MOST_ROWS).map(showError),
      companies: {
        count: all.length,
        records: all
          .toSorted(busiest)
          .slice(0, MOST_COMPANIES)
          .map((one) => this.#showCompany(one)),
      },
      down: { count: down.length, records: down.slice(0, MOST_ROWS) },
      slow: slow.slice(0, MOST_ROWS).map(({ lastAt, worst, ...one }) => ({
        ...one,
        worst: Math.round(worst),
        lastAt: instant(lastAt),
      })),
      backups: this.plan(),
      mailSignedOut: this.#refusedAccount(),
      certificate: showCertificate(this.#services.certificates.report()),
      update: this.#update(),
      biUrl: operatorSettings.read('biUrl') || null,
    }
  }

  async companies({ search, page }: { readonly search: string; readonly page: number }): Promise<CompanyPage> {
    const needle = needleOf(search)
    const found = (await this.#companiesNow.everywhere()).filter(({ company }) => fits(needle, company.name))
    const from = (page - 1) * COMPANIES_A_PAGE
    const records = found
      .toSorted(busiest)
      .slice(from, from + COMPANIES_A_PAGE)
      .map((one) => this.#showCompany(one))
    return { records, count: found.length, hasMore: found.length > from + COMPANIES_A_PAGE }
  }

  points(hours: number): Point[] {
    const { clock, vitals } = this.#services
    const since = clock() - hours * HOUR
    const samples = hours > 24 ? this.#listByHour(since) : thinned(vitals.samples.since(since), MOST_POINTS)
    return samples.map((sample) => ({ ...sample, at: instant(sample.at) }))
  }

  /** Companies with failures, for a retry. */
  async failing(name: string): Promise<Company[]> {
    return (await this.#companiesNow.everywhere()).flatMap(({ company, waiting }) =>
      (waiting.get(name)?.[2] ?? 0) > 0 ? company : [],
    )
  }

  /** Of this node, as each says for itself in its metrics. */
  queues(): QueueState[] {
    return showQueues(this.#companiesNow.here(), this.#backlogs)
  }

  countDown(): number {
    return showDown(this.#companiesNow.here()).length
  }

  disk(): Overview['disk'] {
    return this.#measureDisk(this.#services.backups.list(MOST_MEASURED_BACKUPS))
  }

  plan(): BackupPlan {
    const { backups, operatorSettings } = this.#services
    return {
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
    }
  }

  #update(): Overview['update'] {
    const found = this.#services.updates.finding()
    return found && { ...found, at: instant(found.at) }
  }

  #jobs(): JobState[] {
    const { timetable, vitals } = this.#services
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

  #showCompany({ company, connections, waiting, sockets, sessions }: CompanyNow): CompanyState {
    return {
      id: company.id,
      name: company.name,
      active: company.active,
      sockets,
      sessions,
      connections: connections?.total ?? null,
      up: connections?.up ?? null,
      outbox: waiting.get('outbox')?.[0] ?? 0,
      disk: this.#diskUses.of(company),
    }
  }

  /** With the hour under way. */
  #listByHour(since: number): Sample[] {
    const { vitals } = this.#services
    const kept = vitals.hours.since(since)
    const now = vitals.samples.thisHour()
    return now ? [...kept.filter(({ at }) => at !== now.at), now] : kept
  }

  #refusedAccount(): string | null {
    const account = this.#services.mailSignIn.find(null)
    return account && account.refusedAt !== null ? account.address : null
  }
}

const showError = ({ companies, firstAt, lastAt, ...group }: ErrorGroup): ErrorState => ({
  ...group,
  companies: companies.length,
  firstAt: instant(firstAt),
  lastAt: instant(lastAt),
})

/** Null while nothing is wrong with it. */
function showCertificate({
  state,
  name,
  certificate,
}: ReturnType<Services['certificates']['report']>): Overview['certificate'] {
  if (state !== 'failing' && state !== 'expired' && state !== 'missing') return null
  return { name, state, to: certificate ? instant(certificate.to) : null }
}
