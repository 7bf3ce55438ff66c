/**
 * Compares a company's files byte for byte: those of its owner, the copies of its standby, and what the log alone says. All
 * nodes have been killed then. Somebody may just have committed something, such as a job: the owner's files are cut where the
 * log ends, as the next start does.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Copies } from '../../../src/fleet/copies'
import { readChainEnd } from '../../../src/fleet/crash'
import { Follower } from '../../../src/fleet/follower'
import { fleetKeyOf } from '../../../src/fleet/keys'
import { findOwnerNote, NOTE_NAME } from '../../../src/fleet/owner-note'
import { rebuild } from '../../../src/fleet/rebuild'
import { recover } from '../../../src/fleet/recovery'
import { createSealing } from '../../../src/fleet/sealing'
import { CONTROL } from '../../../src/platform/gate'
import { loadSecret } from '../../../src/platform/secret'
import { findDifference } from '../support/company'
import { type RigFleet, untilOwned } from './fleet'
import type { World } from './world'

export async function compareFiles(world: World): Promise<string[]> {
  const { fleet, nodes } = world
  if (!fleet) return []
  await fleet.askOwners()
  await untilOwned(fleet, { copied: nodes.length > 1 })
  const owners = new Map(fleet.readOwners())
  for (const node of nodes) await node.kill()
  const findings: string[] = []
  for (const [company, { node, standby }] of owners) {
    const parts = { world, fleet, company, node, standby }
    findings.push(
      ...(await compareCompany(parts).catch((error: Error) => [
        `files of ${company}: ${error.stack ?? error.message}`,
      ])),
    )
  }
  return findings
}

type Company = {
  readonly world: World
  readonly fleet: RigFleet
  readonly company: string
  readonly node: string
  readonly standby: string | undefined
}

async function compareCompany({ world, fleet: { log }, company, node, standby }: Company): Promise<string[]> {
  const names = company === CONTROL ? ['control.db'] : ['tenant.db', 'session.db']
  const at = (what: string) => join(world.folder, 'compared', company, what)
  const folderAt = (name: string) =>
    company === CONTROL ? join(world.folder, name) : join(world.folder, name, 'tenants', company)
  const secret = world.nodes[0]?.dataDir ?? ''
  const sealing = createSealing(fleetKeyOf(loadSecret(secret)), company)
  const told = await rebuild({ company, folder: at('log'), log, sealing })
  await told.finish()

  takeFiles(folderAt(node), at('owner'), [...names, NOTE_NAME])
  const note = findOwnerNote(company, at('owner'))
  const end = note && (await readChainEnd(log, sealing, note))
  const isOfChain = end && (await recover(at('owner'), note, end))
  if (!isOfChain) return [`what ${node} has of ${company} is not what the log ends with`]
  for (const name of names) foldLog(join(at('owner'), name))
  const findings = names.flatMap((name) => findDifference(join(at('owner'), name), join(at('log'), name)) ?? [])
  if (standby === undefined || company === CONTROL) return findings

  takeFiles(folderAt(standby), at('standby'), [...names, 'follower.json', 'follower.journal'])
  const copies = await Copies.open(company, at('standby'))
  if (!copies) return [...findings, `${standby} should have a copy of ${company}, and has none`]
  const follower = new Follower({ company, folder: at('standby'), log, sealing }, copies)
  await follower.catchUp()
  await follower.finish()
  return [
    ...findings,
    ...names.flatMap((name) => findDifference(join(at('standby'), name), join(at('log'), name)) ?? []),
  ]
}

/** With their times to the nanosecond, which a note of the owner names. */
function takeFiles(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { recursive: true })
  const paths = names.flatMap((name) => [name, `${name}-wal`].map((file) => join(from, file))).filter(existsSync)
  const { exitCode, stderr } = Bun.spawnSync(['cp', '--preserve=timestamps', ...paths, to])
  if (exitCode !== 0) throw new Error(String(stderr))
}

/** Moves SQLite's write-ahead log into the file. */
function foldLog(path: string): void {
  const db = new Sqlite(path)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
