/**
 * Chooses what is restored from several backups, such as those of a fleet's nodes, each of which has what its node owned: the
 * newest control.db, and the newest whole copy of each company that it names. A company's files may come from any of them.
 */
import { join } from 'node:path'
import type { Sha256 } from '../../platform/files'
import { listOperatorFiles } from '../../platform/operator-storage'
import { listNames, type StoredFileColumn } from '../../platform/stored-files'
import { withReader } from '../inspect'
import { SIMULATOR_MARK } from '../installation'
import { Refusal } from '../refusal'
import {
  type BackedUpCompany,
  CONTROL,
  companiesIn,
  KEY,
  type Manifest,
  mediaIn,
  operatorMediaIn,
  tenantIn,
} from './manifest'

export type SoundBackup = { readonly folder: string; readonly manifest: Manifest }

export type RestorePlan = {
  /** The file in its backup, by its name in the restored folder; control.db is the last. */
  readonly files: ReadonlyMap<string, string>
  readonly companies: readonly BackedUpCompany[]
  readonly hasKey: boolean
  /** In words: companies that the newest control.db does not know any more. */
  readonly deleted: readonly string[]
  /** In words: stored files that rows name and no backup has. */
  readonly missing: readonly string[]
}

/** Throws a `Refusal` for backups of different installations. */
export function planRestore(backups: readonly SoundBackup[], storedFiles: readonly StoredFileColumn[]): RestorePlan {
  const sorted = backups.toSorted((a, b) => (a.manifest.createdAt < b.manifest.createdAt ? 1 : -1))
  const [newest] = sorted
  if (!newest) throw new Refusal('No backup was given.')
  requireOneInstallation(sorted)
  const files = new Map<string, string>()
  const take = ({ folder }: SoundBackup, name: string) => files.set(name, join(folder, name))
  const withKey = sorted.find(({ manifest }) => manifest.hasKey)
  if (withKey) take(withKey, KEY)
  if (newest.manifest.files[SIMULATOR_MARK]) take(newest, SIMULATOR_MARK)
  const named = withReader(join(newest.folder, CONTROL), (raw) => [...listOperatorFiles(raw)])
  for (const name of Object.keys(newest.manifest.files)) if (/^operator-media\//.test(name)) take(newest, name)
  const missing = takeFiles(sorted, { files, named, nameOf: operatorMediaIn, of: CONTROL })
  const filesOf = new Map(sorted.map((backup) => [backup, Map.groupBy(Object.keys(backup.manifest.files), companyOf)]))
  const companies = companiesIn(join(newest.folder, CONTROL)).map((company) => {
    const found = findCopy(sorted, company.uuid)
    if (!found)
      return { ...company, missing: 'it is in none of the backups', counts: null, ...placeIn(newest, company.uuid) }
    const { backup, copy } = found
    for (const name of filesOf.get(backup)?.get(company.uuid) ?? []) take(backup, name)
    const path = tenantIn(company.uuid)
    const names = withReader(join(backup.folder, path), (raw) => [...listNames(raw, storedFiles)])
    const nameOf = (sha256: Sha256) => mediaIn(company.uuid, sha256)
    missing.push(...takeFiles(sorted, { files, named: names, nameOf, of: path }))
    return copy
  })
  take(newest, CONTROL)
  const known = new Set(companies.map(({ uuid }) => uuid))
  return { files, companies, hasKey: withKey !== undefined, deleted: listDeleted(sorted, known), missing }
}

/** The company's uuid; undefined for a file of the installation. */
const companyOf = (name: string): string | undefined => /^tenants\/([^/]+)\//.exec(name)?.[1]

function requireOneInstallation(backups: readonly SoundBackup[]): void {
  const [first, ...others] = backups.map(({ folder, manifest }) => ({
    folder,
    operators: manifest.companies.find(({ id }) => id === 1)?.uuid,
    key: manifest.files[KEY]?.sha256,
  }))
  for (const other of others)
    if (other.operators !== first?.operators)
      throw new Refusal(`${first?.folder} and ${other.folder} are backups of different installations.`)
  const keys = new Set([first, ...others].flatMap((one) => one?.key ?? []))
  if (keys.size > 1) throw new Refusal('The backups have different keys in secret.key.')
}

/** The newest whole copy. */
function findCopy(backups: readonly SoundBackup[], uuid: string) {
  for (const backup of backups) {
    const copy = backup.manifest.companies.find((one) => one.uuid === uuid && one.missing === null)
    if (copy) return { backup, copy }
  }
  return undefined
}

/** Why the newest backup has no copy. */
function placeIn({ manifest }: SoundBackup, uuid: string): Partial<BackedUpCompany> {
  const { missing, elsewhere } = manifest.companies.find((one) => one.uuid === uuid) ?? {}
  return { ...(missing && { missing }), ...(elsewhere !== undefined && { elsewhere }) }
}

type FileSearch = {
  readonly files: Map<string, string>
  readonly named: readonly Sha256[]
  nameOf(sha256: Sha256): string
  /** The database that names them. */
  readonly of: string
}

/** Takes files that rows name from whichever backup has them. */
function takeFiles(backups: readonly SoundBackup[], { files, named, nameOf, of }: FileSearch): string[] {
  let missing = 0
  for (const name of named.map(nameOf)) {
    if (files.has(name)) continue
    const found = backups.find(({ manifest }) => manifest.files[name] !== undefined)
    if (found) files.set(name, join(found.folder, name))
    else missing++
  }
  return missing === 0 ? [] : [`${of}: ${missing} of ${named.length} files that it names are not in the backup`]
}

/** The newest copy that is left out says what it was. */
function listDeleted(backups: readonly SoundBackup[], known: ReadonlySet<string>): string[] {
  const found = new Map<string, string>()
  for (const { manifest } of backups)
    for (const { id, uuid, name, missing } of manifest.companies)
      if (missing === null && !known.has(uuid) && !found.has(uuid)) found.set(uuid, `Company ${id} "${name}" (${uuid})`)
  return [...found.values()]
}
