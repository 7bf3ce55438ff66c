import { basename, join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { RestoreResult } from '../../src/operator/backup/restore'
import { CONTROL } from '../../src/platform/gate'
import {
  type Common,
  companyIn,
  dataDirOf,
  installationCommand,
  interruption,
  outputOf,
  withInstallation,
} from '../command'
import { exit } from '../exit'
import { print, table } from '../terminal'
import { waitingWords } from './activate'

export const backupCommand = () =>
  new Command('backup')
    .description('Create, list, verify and restore backups')
    .addCommand(create())
    .addCommand(list())
    .addCommand(verify())
    .addCommand(restore())

type CreateOptions = Common & { to?: string; withKey?: boolean; keep?: number; byServer?: boolean }

const create = () =>
  installationCommand('create', 'Back up everything, even while the server is running, and verify the copy')
    .option('--to <folder>', 'a new folder (default: backups/<time> in the data folder)')
    .option(
      '--with-key',
      'include secret.key: anyone with the backup can then sign in as anyone and take over the WhatsApp numbers',
    )
    .addOption(new Option('--by-server', 'the server records it itself').hideHelp())
    .option('--keep <number>', 'then delete all but this many of the newest backups in the data folder', atLeastOne)
    .action(async (options: CreateOptions) => {
      const { sizeOf } = await import('../../src/operator/backup/runner')
      const { createBackup, pruneBackups } = await import('../../src/operator/backup/create')
      const { requireInstallation } = await import('../../src/operator/installation')
      const { storedFiles } = await import('../../src/stored-files')
      const dataDir = dataDirOf(options)
      const fleet = process.env.BALCAO_FLEET ? (await import('../fleet')).backupScope(dataDir) : undefined
      requireInstallation(dataDir)
      const isNoted = !options.byServer && (await fleet?.find(CONTROL))?.isHere !== false
      const signal = await interruption('Stopped: no backup was made, and nothing is left behind.')
      const requested = { to: options.to ?? null, withKey: options.withKey === true, storedFiles, signal, fleet }
      const { folder, manifest, problems } = await createBackup(dataDir, Date.now(), requested)
      const removed = options.keep && problems.length === 0 ? pruneBackups(dataDir, options.keep) : []
      const bytes = sizeOf(manifest)
      const copied = manifest.companies.filter(({ missing }) => missing === null)
      if (isNoted) await note(options, { folder, bytes, companies: copied.length, problems })
      await print(outputOf(options), { folder, bytes, ...summary(manifest), problems, removed }, [
        `${folder}: ${contentsOf(manifest)}, ${counted(Object.keys(manifest.files).length, 'file', 'files')}, ${problems.length === 0 ? 'verified.' : 'damaged:'}`,
        ...problems,
        ...(manifest.hasKey ? [] : [`It does not include secret.key. Keep a copy elsewhere: ${WITHOUT_KEY}`]),
        ...removed.map((name) => `removed ${name}`),
      ])
      if (problems.length > 0) process.exitCode = exit.problems
    })

type BackupNote = {
  readonly folder: string
  readonly bytes: number
  readonly companies: number
  readonly problems: readonly string[]
}

/** For the operator's monitor and audit log. */
const note = (options: Common, { folder, bytes, companies, problems }: BackupNote) =>
  withInstallation(options, async (databases) => {
    const { noteCommandRun } = await import('../../src/operator/backup/runs')
    const { recordInstallationAct } = await import('../../src/operator/acts')
    const state = problems.length === 0 ? 'verified' : 'failed'
    noteCommandRun(databases.writableControl(), Date.now(), {
      state,
      folder,
      bytes,
      companies,
      problem: problems[0] ?? null,
    })
    recordInstallationAct(databases, Date.now(), {
      kind: 'backup',
      act: 'create',
      subject: { id: null, name: basename(folder) },
    })
  }).catch(() => undefined) // the backup is there

const list = () =>
  installationCommand('list', 'List the backups in the data folder, newest first').action(async (options: Common) => {
    const { listBackups } = await import('../../src/operator/backup/list')
    const { requireInstallation } = await import('../../src/operator/installation')
    const backups = listBackups(dataDirOf(options))
    if (backups.length === 0) requireInstallation(dataDirOf(options)) // an empty list may mean a wrong folder
    await print(
      outputOf(options),
      backups.map(({ name, folder, manifest }) => ({ name, folder, ...summary(manifest) })),
      table([
        ['backup', 'version', 'companies', 'messages'],
        ...backups.map(({ name, manifest }) => [
          name,
          manifest.version,
          manifest.companies.length,
          messagesIn(manifest),
        ]),
      ]),
    )
  })

const verify = () =>
  installationCommand('verify', 'Verify a backup: every file unchanged, every database intact')
    .argument('<backup>', 'a folder, or a name from the list')
    .action(async (word: string, options: Common) => {
      const { findBackup } = await import('../../src/operator/backup/list')
      const { verifyBackup } = await import('../../src/operator/backup/verify')
      const folder = findBackup(dataDirOf(options), word)
      const { storedFiles } = await import('../../src/stored-files')
      const { manifest, problems, faults, missing } = await verifyBackup(folder, {
        readMedia: true,
        storedFiles,
        isOfFleet: Boolean(process.env.BALCAO_FLEET),
      })
      const isSound = problems.length + faults.length + missing.length === 0
      await print(outputOf(options), { folder, ...summary(manifest), problems, faults, missing }, [
        ...(isSound ? [`${folder} is intact.`] : []),
        ...listed(`${folder} is damaged:`, problems),
        ...listed('No Balcão server wrote these; a restore removes them and keeps the rest:', faults),
        ...listed('It can be restored, but these are missing:', missing),
      ])
      if (!isSound) process.exitCode = exit.problems
    })

type RestoreOptions = Common & { to?: string; tenant?: string; incomplete?: boolean }

const restore = () =>
  installationCommand('restore', 'Restore everything into an empty folder, on standby; or a single company')
    .argument('<backup...>', 'a folder, or a name from the list; of a fleet those of all its nodes')
    .option('--to <folder>', 'the empty folder (default: the data folder)')
    .option('--tenant <uuid>', 'restore only this company, into the data folder; the server can be running')
    .option('--incomplete', 'also if companies of a fleet are in none of the backups')
    .action((words: string[], options: RestoreOptions, command: Command) => {
      if (options.tenant && options.to) command.error('error: --tenant restores into the data folder; leave out --to')
      return options.tenant ? restoreOne(words, options.tenant, options) : restoreAll(words, options)
    })

async function restoreAll(words: readonly string[], options: RestoreOptions) {
  if (process.env.BALCAO_FLEET) await leaveFleet(options)
  const { findBackup } = await import('../../src/operator/backup/list')
  const { restoreInstallation } = await import('../../src/operator/backup/restore')
  const { silentLog } = await import('../../src/operator/installation')
  const to = options.to ?? dataDirOf(options)
  const { storedFiles } = await import('../../src/stored-files')
  const moment = { now: Date.now(), storedFiles, log: silentLog(), isIncomplete: options.incomplete === true }
  const backups = words.map((word) => findBackup(dataDirOf(options), word))
  const restored = await restoreInstallation(backups, to, moment)
  await withInstallation({ data: to }, async (databases) => {
    const { recordInstallationAct } = await import('../../src/operator/acts')
    const subject = { id: null, name: backups.map((backup) => basename(backup)).join(', ') }
    recordInstallationAct(databases, Date.now(), { kind: 'backup', act: 'restore', subject })
  }).catch(() => undefined) // the data is there
  await print(outputOf(options), restored, [
    `Restored ${companiesOf({ companies: restored.companies.filter(({ missing }) => missing === null) })} into ${restored.folder}.`,
    ...listed(
      'Not restored:',
      restored.companies.flatMap(({ id, name, missing }) => (missing === null ? [] : [`${id} "${name}": ${missing}`])),
    ),
    ...listed('Not restored, because they were deleted before the newest backup was made:', restored.deleted),
    ...reportLines(restored),
    ...(restored.hasKey
      ? []
      : [
          `The backup has no secret.key. First copy the one from the original installation to ${join(restored.folder, 'secret.key')}: ${WITHOUT_KEY}`,
        ]),
    `Start it: balcao serve --data ${restored.folder}`,
    `It starts on standby: nothing is sent or received until you run: balcao activate --data ${restored.folder}`,
  ])
}

/** The restored installation is another one, without a fleet. */
async function leaveFleet({ to }: RestoreOptions) {
  if (to === undefined) {
    const { Refusal } = await import('../../src/operator/refusal')
    throw new Refusal(
      'This folder belongs to a fleet, where single companies are restored: balcao backup restore <backup> --tenant <uuid>. To restore everything, give the backups of all nodes and an empty folder: balcao backup restore <backup> <backup> … --to <folder>. What comes of it has no fleet; balcao fleet init makes one of it afterwards.',
    )
  }
  for (const name of Object.keys(process.env)) if (name.startsWith('BALCAO_FLEET')) delete process.env[name]
}

async function restoreOne(words: readonly string[], uuid: string, options: RestoreOptions) {
  const fleet = process.env.BALCAO_FLEET ? await import('../fleet') : undefined
  await fleet?.requireControlHere(dataDirOf(options))
  await fleet?.bringHere(dataDirOf(options), uuid)
  await withInstallation(options, async (databases) => {
    const { findBackup, findCopyAmong } = await import('../../src/operator/backup/list')
    const { restoreCompany } = await import('../../src/operator/backup/restore')
    const { storedFiles } = await import('../../src/stored-files')
    const { carriedOver, waitingIn } = await import('../../src/standby')
    const backups = words.map((word) => findBackup(dataDirOf(options), word))
    const backup = findCopyAmong(backups, uuid.toLowerCase())
    const wanted = {
      uuid: uuid.toLowerCase(),
      now: Date.now(),
      storedFiles,
      carriedOver,
      ...(fleet && { access: fleet.lentFolderFor('restore') }),
    }
    const restored = await restoreCompany(databases, backup, wanted)
    const { recordOperatorAct } = await import('../../src/audit/record')
    recordOperatorAct(() => databases.tenant(wanted.uuid), wanted.now, {
      kind: 'backup',
      act: 'restore',
      subject: { id: null, name: basename(backup) },
    })
    const waiting = waitingIn((await companyIn(databases, uuid)).cx)
    await print(outputOf(options), { ...restored, waiting }, [
      ...restored.companies.map(({ id, name }) => `Company ${id} "${name}" is restored from ${backup}.`),
      ...(restored.setAside ? [`The previous data was moved to ${restored.setAside}.`] : []),
      ...reportLines(restored),
      ...listed(
        'What was sent since the backup could not be read in full, and may be sent again. Check campaigns and scheduled messages before you activate:',
        restored.lost,
      ),
      `It is on standby: it receives messages and attendants can reply, but nothing is sent automatically: ${waitingWords(waiting)}.`,
      `Its admins can resume sending in the browser, or you can run: balcao activate --tenant ${uuid.toLowerCase()} --data ${dataDirOf(options)}`,
    ])
  })
}

const listed = (head: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [head, ...lines.map((one) => `  ${one}`)]

const reportLines = ({ refusedEmails, cleared, missing }: RestoreResult): string[] => [
  ...refusedEmails.map((email) => `${email} cannot sign in: another company has the same address`),
  ...listed('Removed, because no Balcão server wrote it. Find out who had access to the backup:', cleared),
  ...listed('Not in the backup:', missing),
]

type ListedBackup = {
  version: string
  createdAt: string
  hasKey: boolean
  companies: readonly { counts: { messages: number } | null }[]
}
const WITHOUT_KEY = 'without it, every WhatsApp number must be linked again after a restore.'
const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
const companiesOf = ({ companies }: { companies: readonly unknown[] }) =>
  counted(companies.length, 'company', 'companies')

type Contents = {
  readonly companies: readonly { readonly missing: string | null; readonly elsewhere?: string | undefined }[]
}

/** Such as `14 companies (43 more are on other nodes)`. */
export function contentsOf({ companies }: Contents): string {
  const copied = companiesOf({ companies: companies.filter(({ missing }) => missing === null) })
  const elsewhere = companies.filter(({ missing, elsewhere }) => missing !== null && elsewhere !== undefined).length
  return elsewhere === 0 ? copied : `${copied} (${elsewhere} more ${elsewhere === 1 ? 'is' : 'are'} on other nodes)`
}

const summary = ({ version, createdAt, hasKey, companies }: ListedBackup) => ({ version, createdAt, hasKey, companies })
const messagesIn = ({ companies }: ListedBackup): number =>
  companies.reduce((sum, { counts }) => sum + (counts?.messages ?? 0), 0)

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a number of at least 1.')
  return Number(text)
}
