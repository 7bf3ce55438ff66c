/** Decides every second which companies should be running, and hands folders over to commands that ask for them. */
import { hasAccounts } from '../channels/sessions/accounts'
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
  /** From now on the company's jobs are done when they are due. Returns whether it has sessions to start. */
  ask(tenantUuid: string): boolean
  /** Closes everything else that is open in the company's folder. */
  letGo(tenantUuid: string): void
  /** The company is at rest no more. */
  released(tenantUuid: string): void
  /** The folder is back, and its data may be older than the events sent so far. */
  returned(tenantUuid: string): void
}

export function createCompanyRunner({
  databases,
  sessions,
  migrators,
  log,
  cxOf,
  folderOf,
  ask,
  letGo,
  released,
  returned,
}: CompanyRunnerDeps) {
  const running = new Set<string>()
  const handedOver = new Set<string>()
  const resting = new Set<string>()
  /** Suspended companies that were brought up to date, or could not be. */
  const tried = new Set<string>()
  const companiesNow = remembered(databases.control.$client, () => listCompanies(databases.control), ['companies'])
  let passive = isOnStandby(databases.dataDir)
  let going: Promise<void> | undefined
  let isOver = false

  async function go(): Promise<void> {
    passive = isOnStandby(databases.dataDir)
    const handovers = listHandovers(databases.dataDir)
    const companies = companiesNow(null)
    for (const { uuid } of companies) {
      if (handovers.has(uuid)) await handOver(uuid)
      else if (handedOver.delete(uuid)) takeBack(uuid)
    }
    const migrating: Promise<void>[] = []
    for (const company of companies) {
      const { uuid, active, standbySince } = company
      if (standbySince !== null) resting.add(uuid)
      else if (databases.isAvailable(uuid) && resting.delete(uuid)) released(uuid)
      const should = active && !passive && databases.isAvailable(uuid)
      if (should && !running.has(uuid)) {
        if (migrators.isBehind(uuid)) migrating.push(migrate(uuid, () => startCompany(company)))
        else await startCompany(company)
      }
      if (!should && running.has(uuid)) await stopCompany(uuid)
      // An earlier version left the credentials of their sessions unencrypted.
      if (!active && !passive && databases.isAvailable(uuid) && !tried.has(uuid)) {
        tried.add(uuid)
        if (migrators.isBehind(uuid)) migrating.push(migrate(uuid))
      }
    }
    await Promise.all(migrating)
  }

  /** A request for the company meanwhile opens the file: a small one is then migrated in this process at once, a large one is reported as busy. */
  async function migrate(uuid: string, whenDone = async () => {}) {
    try {
      await migrators.migrate(uuid)
      await whenDone()
    } catch (error) {
      if (!(error instanceof MigrationFatal)) throw error
      databases.setAside(uuid, error.message)
    }
  }

  async function handOver(uuid: string) {
    if (!handedOver.has(uuid)) {
      handedOver.add(uuid)
      await stopCompany(uuid)
      databases.handOver(uuid)
      letGo(uuid)
    }
    giveFolder(databases.dataDir, uuid) // also to a second command, which may ask before we notice that the first has finished
  }

  function takeBack(uuid: string) {
    tried.delete(uuid)
    databases.takeBack(uuid)
    returned(uuid)
  }

  /** The file of one without sessions stays closed. */
  async function startCompany({ id, uuid }: Pick<Company, 'id' | 'uuid'>) {
    if (isOver) return
    running.add(uuid)
    try {
      clearSideFiles(folderOf(uuid))
      if (hasAccounts(databases.control, id)) {
        await sessions.startCompany(cxOf(uuid))
        ask(uuid)
      } else if (ask(uuid)) await sessions.startCompany(cxOf(uuid))
    } catch (error) {
      running.delete(uuid) // tried again at the next run
      databases.noteDamage(uuid, error)
      log.error({ err: error, tenant: uuid }, 'company could not be started')
    }
    await new Promise(setImmediate) // yields to other work between two companies
  }

  async function stopCompany(uuid: string) {
    running.delete(uuid)
    await sessions.stopCompany(uuid)
  }

  return {
    /** Brings what runs up to date; a second call while one is under way joins it. */
    go: (): Promise<void> => {
      going ??= go().finally(() => {
        going = undefined
      })
      return going
    },
    /** The same in a run of its own: one under way may be past a company that has changed since. */
    async again(): Promise<void> {
      await going
      await this.go()
    },
    isOnStandby: () => passive,
    /** Starts no company any more. */
    stop() {
      isOver = true
      migrators.stop()
    },
  }
}
