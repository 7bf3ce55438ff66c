import { type Command, Option } from 'commander'
import type { Newest } from '../../src/operator/update/command'
import type { Attempt } from '../../src/operator/update/programs'
import type { Databases } from '../../src/platform/databases'
import {
  type Common,
  dataDirOf,
  installationCommand,
  interruption,
  outputOf,
  readLine,
  withInstallation,
} from '../command'
import { exit } from '../exit'
import type { CommandContext } from '../index'
import { print } from '../terminal'

type Options = Common & { check?: boolean; yes?: boolean; goOn?: boolean; stop?: boolean }

export const updateCommand = (carried: CommandContext) =>
  installationCommand('update', 'Look for a newer version, verify its signature, and update to it')
    .option('--check', 'only say whether there is one')
    .option('--yes', 'do not ask')
    .addOption(
      new Option(
        '--go-on',
        'in a fleet: update the next node without the companies that balcao fleet status names',
      ).conflicts('stop'),
    )
    .option('--stop', 'in a fleet: stop the update of all nodes; one that has begun goes on')
    .action((options: Options) => update(options, carried))

async function update(options: Options, carried: CommandContext): Promise<void> {
  if (options.goOn || options.stop) return orderFleet(options)
  const { findNewest, relationOf, requireFile } = await import('../../src/operator/update/command')
  const { Refusal } = await import('../../src/operator/refusal')
  const { version } = await import('../../src/version')
  const signal = await interruption('Stopped. A running server goes on with an update that it has begun.')
  const { address, key } = await settingsFor(options, carried)
  const newest = await findNewest(address, key, signal)
  const relation = relationOf(newest)
  const found = {
    version,
    newest: newest.release.version,
    isNewer: relation === 'newer',
    changes: newest.release.changes.en,
  }
  if (relation === 'older' && !options.check)
    throw new Refusal(`${address} offers version ${newest.release.version}, which is older than this one (${version}).`)
  if (options.check || relation !== 'newer') {
    await print(outputOf(options), found, wordsOf(newest, found))
    return
  }
  requireFile(newest)
  if (!carried.isExecutable) throw new Refusal('This program runs from its sources. Update those instead.')
  if (!options.yes) await askPermission(wordsOf(newest, found))
  await carryOut(newest, options, signal)
}

async function orderFleet(options: Options): Promise<void> {
  const { Refusal } = await import('../../src/operator/refusal')
  if (!process.env.BALCAO_FLEET) throw new Refusal('Only the update of a fleet can be stopped or told to go on.')
  const { requireControlHere } = await import('../fleet')
  const { localNode } = await import('./fleet/local')
  await requireControlHere(dataDirOf(options))
  const order = options.goOn ? 'go-on' : 'stop'
  await localNode(dataDirOf(options)).ask(`/update/${order}`, {})
  const words = options.goOn ? 'The update goes on without them.' : 'The update has stopped.'
  await print(outputOf(options), { order }, [words])
}

/** Throws a `Refusal` where updates are not possible. */
async function settingsFor(options: Common, { releaseKey }: CommandContext) {
  const { readReleaseKey } = await import('../../src/operator/update/manifest')
  const { Refusal } = await import('../../src/operator/refusal')
  const key = readReleaseKey(releaseKey ?? '')
  if (!key) throw new Refusal('This program was built without a key, so it cannot verify updates and takes none.')
  const address = process.env.BALCAO_FLEET
    ? await addressOfNode(dataDirOf(options))
    : await withInstallation(options, (databases) => addressIn(databases, dataDirOf(options)))
  if (address === '')
    throw new Refusal('No address for updates is set. Set one: balcao settings set updateAddress <address>')
  return { key, address }
}

/** In a fleet the running node updates itself, and knows the settings. */
async function addressOfNode(dataDir: string): Promise<string> {
  const { localNode } = await import('./fleet/local')
  return localNode(dataDir).ask<string>('/update/address')
}

async function addressIn({ control }: Databases, dataDir: string): Promise<string> {
  const { createSettingsReader, OPERATOR_SECRETS, readEnvironment } = await import(
    '../../src/settings/operator/settings'
  )
  const { createEncryption } = await import('../../src/platform/encryption')
  const { loadSecret } = await import('../../src/platform/secret')
  const encryption = createEncryption(loadSecret(dataDir), OPERATOR_SECRETS)
  const environment = readEnvironment(process.env).values
  return createSettingsReader(control, encryption, { environment }).read('updateAddress')
}

function wordsOf({ release }: Newest, { version, isNewer }: { version: string; isNewer: boolean }): string[] {
  if (!isNewer) return [`Version ${version} is the newest.`]
  const page = release.page ? [`More: ${release.page}`] : []
  return [
    `Version ${release.version} replaces version ${version}:`,
    ...release.changes.en.map((line) => `  - ${line}`),
    ...page,
  ]
}

async function askPermission(words: readonly string[]): Promise<void> {
  const { Refusal } = await import('../../src/operator/refusal')
  for (const line of words) console.error(line)
  console.error('A backup is made first, and the version before comes back by itself if the new one does not hold.')
  if (process.env.BALCAO_FLEET)
    console.error('Meanwhile other machines serve the companies of this one. Update one machine after the other.')
  process.stderr.write('Update now? [y/N] ')
  if (!/^(y|yes|s|sim)$/i.test((await readLine()).trim())) throw new Refusal('Nothing has changed.')
}

async function carryOut(newest: Newest, options: Options, signal: AbortSignal): Promise<void> {
  const { updateByServer, prepareForStart } = await import('../../src/operator/update/command')
  const { lockDataFolder, DataFolderInUse } = await import('../../src/platform/lock')
  const dataDir = dataDirOf(options)
  const changed = progressOn(options)
  let lock: ReturnType<typeof lockDataFolder>
  try {
    lock = lockDataFolder(dataDir)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    return report(await updateByServer(dataDir, newest, changed), options)
  }
  try {
    const { storedFiles } = await import('../../src/stored-files')
    await prepareForStart(newest, { dataDir, storedFiles, signal, clock: Date.now, changed })
  } finally {
    lock.release()
  }
  const { version } = newest.release
  await print(outputOf(options), { version, phase: 'ready' }, [
    `Version ${version} is here, verified, and a backup is made. The server tries it at its next start, and goes back by itself if it does not hold.`,
  ])
}

/** Each step that ends, for people. */
function progressOn({ json }: Options): (attempt: Attempt) => void {
  const shown = new Set<string>()
  return ({ steps }) => {
    for (const { step, state, detail } of steps) {
      if (json || state === 'running' || shown.has(step)) continue
      shown.add(step)
      console.error(`${step}: ${state}${detail === null ? '' : ` (${detail})`}`)
    }
  }
}

async function report({ version, from, phase, cause, steps }: Attempt, options: Options): Promise<void> {
  const isGood = phase === 'good'
  await print(outputOf(options), { version, from, phase, cause, steps }, [
    isGood ? `Version ${version} serves.` : `Version ${version} did not hold: ${cause}`,
  ])
  if (!isGood) process.exitCode = exit.refused
}

type Internal = Common & { readonly attempt: string; readonly parent: string }

const internalCommand = (name: string, description: string): Command =>
  installationCommand(name, description)
    .requiredOption('--attempt <id>', 'the attempt')
    .requiredOption('--parent <pid>', 'the process that started it')

/** Started by the version that is replaced. */
export const watchUpdateCommand = () =>
  internalCommand('watch-update', 'Watch a new version, and come back if it does not hold')
    .option('--start', 'also start it, as the first process of a container')
    .argument('[args...]', 'the command that serves')
    .action(async (args: string[], { start, ...options }: Internal & { start?: boolean }) => {
      const { watchUpdate } = await import('../../src/operator/update/watch')
      await watchUpdate(
        {
          dataDir: dataDirOf(options),
          attempt: options.attempt,
          parent: Number(options.parent),
          starts: start === true,
          args,
          clock: Date.now,
        },
        process.env,
      )
    })

/** Started by the new version. Prints a line for each step. */
export const tryUpdateCommand = () =>
  internalCommand('try-update', 'Migrate and check all databases').action(async (options: Internal) => {
    const { tryDatabases } = await import('../../src/operator/update/trial-work')
    const { companies, damaged } = tryDatabases(dataDirOf(options), {
      attempt: options.attempt,
      parent: Number(options.parent),
      progress: (done, of) => console.log(`${done} of ${of} companies`),
    })
    const words =
      damaged.length === 0 ? '' : `, without ${damaged.length} that were damaged before: ${damaged.join(', ')}`
    console.log(`${companies} companies${words}`)
  })
