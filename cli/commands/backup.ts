import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Restored } from '../../src/operator/backup/restore'
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
    .description('Make, list, verify and restore backups')
    .addCommand(create())
    .addCommand(list())
    .addCommand(verify())
    .addCommand(restore())

type CreateOptions = Common & { to?: string; withKey?: boolean; keep?: number }

const create = () =>
  installationCommand('create', 'Back up everything, also while the server runs, and verify the copy')
    .option('--to <folder>', 'a new folder (else backups/<time> in the data folder)')
    .option(
      '--with-key',
      'with secret.key: whoever gets the backup can then sign in as anybody, and take over the WhatsApp numbers',
    )
    .option('--keep <number>', 'then keep only this many of the newest in the data folder', atLeastOne)
    .action(async (options: CreateOptions) => {
      const { createBackup, pruneBackups } = await import('../../src/operator/backup/create')
      const { requireInstallation } = await import('../../src/operator/installation')
      const { storedFiles } = await import('../../src/stored-files')
      const dataDir = dataDirOf(options)
      requireInstallation(dataDir)
      const signal = await interruption('Stopped: there is no backup, and nothing is left of it.')
      const requested = { to: options.to ?? null, withKey: options.withKey === true, storedFiles, signal }
      const { folder, manifest, problems } = await createBackup(dataDir, Date.now(), requested)
      const removed = options.keep && problems.length === 0 ? pruneBackups(dataDir, options.keep) : []
      print(outputOf(options), { folder, ...summary(manifest), problems, removed }, [
        `${folder}: ${companiesOf(manifest)}, ${counted(Object.keys(manifest.files).length, 'file', 'files')}, ${problems.length === 0 ? 'verified.' : 'damaged:'}`,
        ...problems,
        ...(manifest.hasKey ? [] : [`It has no secret.key. Keep a copy of that elsewhere: ${WITHOUT_KEY}`]),
        ...removed.map((name) => `removed ${name}`),
      ])
      if (problems.length > 0) process.exitCode = exit.problems
    })

const list = () =>
  installationCommand('list', 'List the backups in the data folder, newest first').action(async (options: Common) => {
    const { listBackups } = await import('../../src/operator/backup/list')
    const { requireInstallation } = await import('../../src/operator/installation')
    const backups = listBackups(dataDirOf(options))
    if (backups.length === 0) requireInstallation(dataDirOf(options)) // an empty list may mean the wrong folder
    print(
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
      const { manifest, problems, faults, missing } = await verifyBackup(folder, { readMedia: true, storedFiles })
      const isSound = problems.length + faults.length + missing.length === 0
      print(outputOf(options), { folder, ...summary(manifest), problems, faults, missing }, [
        ...(isSound ? [`${folder} is intact.`] : []),
        ...listed(`${folder} is damaged:`, problems),
        ...listed('A server of ours wrote none of this; a restore clears it and keeps the rest:', faults),
        ...listed('It can be restored, but without these:', missing),
      ])
      if (!isSound) process.exitCode = exit.problems
    })

type RestoreOptions = Common & { to?: string; tenant?: string }

const restore = () =>
  installationCommand('restore', 'Restore everything into an empty folder, where it starts at rest; or one company')
    .argument('<backup>', 'a folder, or a name from the list')
    .option('--to <folder>', 'the empty folder (else the data folder)')
    .option('--tenant <uuid>', 'bring back this company alone, into the data folder; the server may run')
    .action((word: string, options: RestoreOptions, command: Command) => {
      if (options.tenant && options.to) command.error('error: --tenant restores into the data folder; leave out --to')
      return options.tenant ? restoreOne(word, options.tenant, options) : restoreAll(word, options)
    })

async function restoreAll(word: string, options: RestoreOptions) {
  const { findBackup } = await import('../../src/operator/backup/list')
  const { restoreInstallation } = await import('../../src/operator/backup/restore')
  const { silentLog } = await import('../../src/operator/installation')
  const to = options.to ?? dataDirOf(options)
  const { storedFiles } = await import('../../src/stored-files')
  const moment = { now: Date.now(), storedFiles, log: silentLog() }
  const restored = await restoreInstallation(findBackup(dataDirOf(options), word), to, moment)
  print(outputOf(options), restored, [
    `Restored ${companiesOf(restored)} into ${restored.folder}.`,
    ...toldOf(restored),
    ...(restored.hasKey
      ? []
      : [
          `The backup has no secret.key. Copy the one of the former installation to ${join(restored.folder, 'secret.key')} first: ${WITHOUT_KEY}`,
        ]),
    `Start it: balcao serve --data ${restored.folder}`,
    `It starts at rest: nothing is sent or received until you activate it: balcao activate --data ${restored.folder}`,
  ])
}

async function restoreOne(word: string, uuid: string, options: RestoreOptions) {
  await withInstallation(options, async (databases) => {
    const { findBackup } = await import('../../src/operator/backup/list')
    const { restoreCompany } = await import('../../src/operator/backup/restore')
    const { storedFiles } = await import('../../src/stored-files')
    const { carriedOver, waitingIn } = await import('../../src/at-rest')
    const backup = findBackup(dataDirOf(options), word)
    const wanted = { uuid: uuid.toLowerCase(), now: Date.now(), storedFiles, carriedOver }
    const restored = await restoreCompany(databases, backup, wanted)
    const waiting = waitingIn((await companyIn(databases, uuid)).cx)
    print(outputOf(options), { ...restored, waiting }, [
      ...restored.companies.map(({ id, name }) => `Company ${id} "${name}" is back as it was in ${backup}.`),
      ...(restored.setAside ? [`What was there before lies in ${restored.setAside}.`] : []),
      ...toldOf(restored),
      ...listed(
        'What has left since the backup could not be read in full, and may leave a second time. Look at the campaigns and schedules before you activate:',
        restored.lost,
      ),
      `It is at rest: it receives and people answer, but nothing leaves by itself: ${waitingWords(waiting)}.`,
      `Its admins release that on their screens, or you: balcao activate --tenant ${uuid.toLowerCase()} --data ${dataDirOf(options)}`,
    ])
  })
}

const listed = (head: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [head, ...lines.map((one) => `  ${one}`)]

const toldOf = ({ refusedEmails, cleared, missing }: Restored): string[] => [
  ...refusedEmails.map((email) => `${email} cannot sign in: another company has the same address`),
  ...listed('Cleared, because no server of ours wrote it. Find out who had the backup in hand:', cleared),
  ...listed('Not in the backup:', missing),
]

type Listed = {
  version: string
  createdAt: string
  hasKey: boolean
  companies: readonly { counts: { messages: number } | null }[]
}
const WITHOUT_KEY = 'without it, each WhatsApp number has to be linked again after a restore.'
const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
const companiesOf = ({ companies }: { companies: readonly unknown[] }) =>
  counted(companies.length, 'company', 'companies')
const summary = ({ version, createdAt, hasKey, companies }: Listed) => ({ version, createdAt, hasKey, companies })
const messagesIn = ({ companies }: Listed): number =>
  companies.reduce((sum, { counts }) => sum + (counts?.messages ?? 0), 0)

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a number of at least 1.')
  return Number(text)
}
