/** Decides every second which companies should run, and hands over folders to commands that request them. */
import type { Sessions } from '../channels/sessions/sessions'
import { giveFolder, listHandovers, readHandedOverFor } from '../operator/handover'
import { isOnStandby } from '../operator/standby'
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { clearSideFiles } from '../platform/files'
import type { Log } from '../platform/log'
import { MigrationFatal, type Migrators } from '../platform/migrators'
import { remembered } from '../platform/sqlite'
import { listCompanies } from '../tenancy/companies'
import type { Company } from '../tenancy/tables'

export type CompanyRunnerDeps = {
  readonly databases: Databases
  readonly sessions: Pick<Sessions, 'startCompany' | 'stopCompany'>
  readonly migrators: Migrators
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  folderOf(tenantUuid: string): string
  /** Adds the company to the timetable. Returns whether it has sessions to start. */
  ask(tenantUuid: string): boolean
  /** Closes everything else that is open in the company's folder. */
  letGo(tenantUuid: string): void
  /** Called when the company leaves this node of a fleet, before its files are closed. */
  left(tenantUuid: string): void
  /** Called when a command gets the folder: the company's pages connect again, and are told. */
  handedOver(tenantUuid: string): void
  /** Called when the company's standby has ended. */
  released(tenantUuid: string): void
  /** Called when the folder is back; its data may be older than the events sent so far. */
  returned(tenantUuid: string): void
}

/** What is due for a company. */
type Step = { readonly isLong: boolean; run(): Promise<void> }

export class CompanyRunner {
  readonly #deps: CompanyRunnerDeps
  readonly #companiesNow: (key: null) => Company[]
  readonly #running = new Set<string>()
  readonly #handedOver = new Set<string>()
  readonly #onStandby = new Set<string>()
  /** Suspended companies whose migration was attempted. */
  readonly #tried = new Set<string>()
  /** Companies that are being migrated, started or stopped. */
  readonly #atWork = new Map<string, Promise<void>>()
  /** Whether the whole server is on standby. */
  #isOnStandby: boolean
  #run: Promise<void> | undefined
  #isOver = false

  constructor(deps: CompanyRunnerDeps) {
    const { control, dataDir } = deps.databases
    this.#deps = deps
    this.#companiesNow = remembered(control.$client, () => listCompanies(control), ['companies', 'plans'])
    this.#isOnStandby = isOnStandby(dataDir)
  }

  /** Starts and stops companies as needed. A concurrent call joins the running one. */
  go(): Promise<void> {
    this.#run ??= this.#goThrough().finally(() => {
      this.#run = undefined
    })
    return this.#run
  }

  /** Like `go`, but in a new run: the current one may have passed a company that has changed since. */
  async again(): Promise<void> {
    await this.#run
    await this.go()
  }

  isOnStandby(): boolean {
    return this.#isOnStandby
  }

  /** A company has come to this node of a fleet: begins to start it. */
  take(uuid: string): void {
    const { log } = this.#deps
    this.#takeBack(uuid)
    const start = async () => {
      // A company that the copy of control.db does not have yet starts with the next run.
      const company = this.#companiesNow(null).find((one) => one.uuid === uuid)
      await (company && this.#stepFor(company))?.run()
    }
    this.#exclusively(uuid, start).catch((error: unknown) =>
      log.error({ err: error, tenant: uuid }, 'could not start company'),
    )
  }

  /** A company leaves this node: nothing of it runs, and nothing of it is open afterwards. */
  part(uuid: string): Promise<void> {
    const { databases, letGo, ask, left } = this.#deps
    return this.#exclusively(uuid, async () => {
      await this.#stopCompany(uuid)
      left(uuid)
      databases.closeFile(uuid)
      letGo(uuid)
      ask(uuid) // the timetable forgets it
    })
  }

  /** One thing at a time for a company. */
  #exclusively(uuid: string, work: () => Promise<void>): Promise<void> {
    const before = this.#atWork.get(uuid)?.catch(() => {}) ?? Promise.resolve()
    const done = before.then(work).finally(() => {
      if (this.#atWork.get(uuid) === done) this.#atWork.delete(uuid)
    })
    this.#atWork.set(uuid, done)
    return done
  }

  /** Stops starting companies. */
  stop(): void {
    this.#isOver = true
    this.#deps.migrators.stop()
  }

  async #goThrough(): Promise<void> {
    const { databases, released } = this.#deps
    this.#isOnStandby = isOnStandby(databases.dataDir)
    const handovers = listHandovers(databases.dataDir)
    const companies = this.#companiesNow(null)
    for (const { uuid } of companies) {
      if (handovers.has(uuid)) await this.#handOver(uuid)
      else if (this.#handedOver.delete(uuid)) this.#takeBack(uuid)
    }
    const migrating: Promise<void>[] = []
    for (const company of companies) {
      const { uuid, standbySince } = company
      if (standbySince !== null) this.#onStandby.add(uuid)
      else if (databases.isAvailable(uuid) && this.#onStandby.delete(uuid)) released(uuid)
      const step = this.#atWork.has(uuid) ? undefined : this.#stepFor(company)
      if (!step) continue
      const done = this.#exclusively(uuid, step.run)
      if (step.isLong) migrating.push(done)
      else await done
    }
    await Promise.all(migrating)
  }

  #stepFor(company: Company): Step | undefined {
    const { databases, migrators } = this.#deps
    const { uuid, active } = company
    const isOpen = !this.#isOnStandby && databases.isAvailable(uuid)
    if (this.#running.has(uuid))
      return active && isOpen ? undefined : { isLong: false, run: () => this.#stopCompany(uuid) }
    // Migrates suspended companies too: an earlier version left their session credentials unencrypted.
    if (!isOpen || (!active && this.#tried.has(uuid))) return undefined
    if (!active) this.#tried.add(uuid)
    const start = async () => {
      if (active) await this.#startCompany(company)
    }
    if (!migrators.isBehind(uuid)) return { isLong: false, run: start }
    return { isLong: true, run: () => this.#migrate(uuid, start) }
  }

  /**
   * A request meanwhile opens the file: a small one is then migrated in this process at once, a large one is reported
   * as busy.
   */
  async #migrate(uuid: string, whenDone = async () => {}): Promise<void> {
    const { databases, migrators } = this.#deps
    try {
      await migrators.migrate(uuid)
      await whenDone()
    } catch (error) {
      if (!(error instanceof MigrationFatal)) throw error
      databases.setAside(uuid, error.message)
    }
  }

  async #handOver(uuid: string): Promise<void> {
    const { databases, letGo, handedOver } = this.#deps
    if (!this.#handedOver.has(uuid)) {
      this.#handedOver.add(uuid)
      await this.#stopCompany(uuid)
      databases.handOver(uuid, readHandedOverFor(databases.dataDir, uuid))
      letGo(uuid)
      handedOver(uuid)
    }
    giveFolder(databases.dataDir, uuid) // also for a second command, whose request may come before we notice that the first has finished
  }

  #takeBack(uuid: string): void {
    const { databases, returned } = this.#deps
    this.#tried.delete(uuid)
    databases.takeBack(uuid)
    returned(uuid)
  }

  /** Starts a company. Without sessions, its file stays closed. */
  async #startCompany({ uuid }: Pick<Company, 'uuid'>): Promise<void> {
    const { databases, sessions, log, cxOf, folderOf, ask } = this.#deps
    if (this.#isOver) return
    this.#running.add(uuid)
    try {
      clearSideFiles(folderOf(uuid))
      if (ask(uuid)) await sessions.startCompany(cxOf(uuid))
    } catch (error) {
      this.#running.delete(uuid) // retried on the next run
      databases.noteDamage(uuid, error)
      log.error({ err: error, tenant: uuid }, 'could not start company')
    }
    await new Promise(setImmediate) // yields to the event loop between two companies
  }

  async #stopCompany(uuid: string): Promise<void> {
    this.#running.delete(uuid)
    await this.#deps.sessions.stopCompany(uuid)
  }
}
