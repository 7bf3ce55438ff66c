/** Opens an existing installation for a command, beside the running server. Never creates one. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { controlPath, type Databases, hasCompanies, openDatabases } from '../platform/databases'
import { isInUse } from '../platform/lock'
import { createLog, type Log } from '../platform/log'
import { DamagedDatabase } from '../platform/sqlite'
import { SECOND } from '../platform/time'
import { listCompanies } from '../tenancy/companies'
import { readVersion } from './inspect'
import { kinds } from './layout'
import { companyFiles } from './migrations'
import { Refusal } from './refusal'
import { isOnStandby } from './standby'
import { findUnfinished, readUpdateState } from './update/programs'

/** Marks a folder of the simulator, whose accounts the real WhatsApp does not know. */
export const SIMULATOR_MARK = 'simulator'

/** How long a command waits for the server's commits; the server waits much less. */
const LOCK_TIMEOUT_MS = 5 * SECOND

/** Commands print errors instead of logging them. */
export const silentLog = (): Log => createLog('silent')

export function openInstallation(dataDir: string): Databases {
  requireInstallation(dataDir)
  refuseDuringTrial(dataDir)
  const version = readVersion(controlPath(dataDir))
  if (version !== undefined && version < kinds.control.steps && isInUse(dataDir))
    throw new Refusal('The running server is an earlier version than this program. Restart it first.')
  const databases = openDatabases(dataDir, silentLog())
  databases.writableControl().$client.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`)
  const { tenant, create } = databases
  return {
    ...databases,
    tenant(uuid) {
      refuseEarlierServer(dataDir, uuid)
      const db = tenant.call(databases, uuid)
      db.$client.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`)
      return db
    },
    create(uuid) {
      const [operators] = listCompanies(databases.control)
      if (operators) refuseEarlierServer(dataDir, operators.uuid)
      return create.call(databases, uuid)
    },
  }
}

/**
 * Opening a company's file migrates it, and a running server of an earlier version would then take it for damaged. A
 * server of this version has migrated it already, unless it is on standby.
 */
export function refuseEarlierServer(dataDir: string, uuid: string): void {
  const isBehind = companyFiles(dataDir, uuid).some(({ path, steps }) => (readVersion(path) ?? steps) < steps)
  if (isBehind && !isOnStandby(dataDir) && isInUse(dataDir)) throw new Refusal(EARLIER_SERVER)
}
const EARLIER_SERVER =
  'The running server is of an earlier version than this program, or has not brought this company up to date yet. Restart it, or try again later.'

/** What a command changes while an update is tried with shut doors is lost when the databases are put back. */
export function refuseDuringTrial(dataDir: string): void {
  const { version, phase } = findUnfinished(readUpdateState(dataDir)) ?? {}
  if (phase === 'stopping' || phase === 'trial')
    throw new Refusal(
      `The update to ${version} is being tried. Try again in a minute. If no server runs, start it: it finishes the update or goes back.`,
    )
}

/** The service could not read files written by root into its folder. */
export function refuseForeignFolder(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid } = statSync(dataDir)
  if (uid !== 0)
    throw new Refusal(
      `${dataDir} belongs to another user (${uid}), who could not read what root writes there. The service's own command runs as that user: /usr/local/bin/balcao`,
    )
}

/** Anything among the company folders would be taken for a company or be removed with one. */
export function refuseAmongCompanies(folder: string): void {
  for (let at = resolve(folder); at !== dirname(at); at = dirname(at))
    if (basename(at) === 'tenants' && existsSync(controlPath(dirname(at))))
      throw new Refusal(`${at} is reserved for company folders. Choose another folder with --to.`)
}

export function requireInstallation(dataDir: string): void {
  refuseForeignFolder(dataDir)
  const control = controlPath(dataDir)
  if (statSync(control, { throwIfNoEntry: false })) return // throws in a folder that this user may not enter
  if (hasCompanies(dataDir)) throw new DamagedDatabase(control, 'the file is missing')
  throw new Refusal(
    `There is no installation in ${join(dataDir)}. Start one with balcao serve, or choose its folder with --data.`,
  )
}
