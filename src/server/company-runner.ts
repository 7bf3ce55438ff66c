/** Decides every second which companies should run, and hands over folders to commands that request them. */
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
  /** Adds the company to the timetable. Returns whether it has sessions to start. */
  ask(tenantUuid: string): boolean
  /** Closes everything else that is open in the company's folder. */
  letGo(tenantUuid: string): void
  /** Called when the company's standby has ended. */
  released(tenantUuid: string): void
  /** Called when the folder is back; its data may be older than the events sent so far. */
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
  /** Suspended companies whose migration was attempted. */
  const tried = new Set<string>()
  const companiesNow = remembered(databases.control.$client, () => listCompanies(databases.control), [
    'companies',
    'plans',
  ])
  let onStandby = isOnStandby(databases.dataDir)
  let going: Promise<void> | undefined
  let isOver = false

  async function go(): Promise<void> {
    onStandby = isOnStandby(databases.dataDir)
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
      const should = active && !onStandby && databases.isAvailable(uuid)
      if (should && !running.has(uuid)) {
        if (migrators.isBehind(uuid)) migrating.push(migrate(uuid, () => startCompany(company)))
        else await startCompany(company)
      }
      if (!should && running.has(uuid)) await stopCompany(uuid)
      // Migrates suspended companies too: an earlier version left their session credentials unencrypted.
      if (!active && !onStandby && databases.isAvailable(uuid) && !tried.has(uuid)) {
        tried.add(uuid)
        if (migrators.isBehind(uuid)) migrating.push(migrate(uuid))
      }
    }
    await Promise.all(migrating)
  }

  /**
   * A request meanwhile opens the file: a small one is then migrated in this process at once, a large one is reported
   * as busy.
   */
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
    giveFolder(databases.dataDir, uuid) // also for a second command, whose request may come before we notice that the first has finished
  }

  function takeBack(uuid: string) {
    tried.delete(uuid)
    databases.takeBack(uuid)
    returned(uuid)
  }

  /** Starts a company. Without sessions, its file stays closed. */
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
      running.delete(uuid) // retried on the next run
      databases.noteDamage(uuid, error)
      log.error({ err: error, tenant: uuid }, 'could not start company')
    }
    await new Promise(setImmediate) // yields to the event loop between two companies
  }

  async function stopCompany(uuid: string) {
    running.delete(uuid)
    await sessions.stopCompany(uuid)
  }

  return {
    /** Starts and stops companies as needed. A concurrent call joins the running one. */
    go: (): Promise<void> => {
      going ??= go().finally(() => {
        going = undefined
      })
      return going
    },
    /** Like `go`, but in a new run: the current one may have passed a company that has changed since. */
    async again(): Promise<void> {
      await going
      await this.go()
    },
    isOnStandby: () => onStandby,
    /** Stops starting companies. */
    stop() {
      isOver = true
      migrators.stop()
    },
  }
}
