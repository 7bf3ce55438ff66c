/** Decides every second which companies should run, and hands over folders to commands that request them. */
import type { Sessions } from '../channels/sessions/sessions'
import { giveFolder, listHandovers } from '../operator/handover'
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
  /** Called when the company's standby has ended. */
  released(tenantUuid: string): void
  /** Called when the folder is back; its data may be older than the events sent so far. */
  returned(tenantUuid: string): void
}

export class CompanyRunner {
  readonly #deps: CompanyRunnerDeps
  readonly #companiesNow: (key: null) => Company[]
  readonly #running = new Set<string>()
  readonly #handedOver = new Set<string>()
  readonly #onStandby = new Set<string>()
  /** Suspended companies whose migration was attempted. */
  readonly #tried = new Set<string>()
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

  /** Stops starting companies. */
  stop(): void {
    this.#isOver = true
    this.#deps.migrators.stop()
  }

  async #goThrough(): Promise<void> {
    const { databases, migrators, released } = this.#deps
    this.#isOnStandby = isOnStandby(databases.dataDir)
    const handovers = listHandovers(databases.dataDir)
    const companies = this.#companiesNow(null)
    for (const { uuid } of companies) {
      if (handovers.has(uuid)) await this.#handOver(uuid)
      else if (this.#handedOver.delete(uuid)) this.#takeBack(uuid)
    }
    const migrating: Promise<void>[] = []
    for (const company of companies) {
      const { uuid, active, standbySince } = company
      if (standbySince !== null) this.#onStandby.add(uuid)
      else if (databases.isAvailable(uuid) && this.#onStandby.delete(uuid)) released(uuid)
      const should = active && !this.#isOnStandby && databases.isAvailable(uuid)
      if (should && !this.#running.has(uuid)) {
        if (migrators.isBehind(uuid)) migrating.push(this.#migrate(uuid, () => this.#startCompany(company)))
        else await this.#startCompany(company)
      }
      if (!should && this.#running.has(uuid)) await this.#stopCompany(uuid)
      // Migrates suspended companies too: an earlier version left their session credentials unencrypted.
      if (!active && !this.#isOnStandby && databases.isAvailable(uuid) && !this.#tried.has(uuid)) {
        this.#tried.add(uuid)
        if (migrators.isBehind(uuid)) migrating.push(this.#migrate(uuid))
      }
    }
    await Promise.all(migrating)
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
    const { databases, letGo } = this.#deps
    if (!this.#handedOver.has(uuid)) {
      this.#handedOver.add(uuid)
      await this.#stopCompany(uuid)
      databases.handOver(uuid)
      letGo(uuid)
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
