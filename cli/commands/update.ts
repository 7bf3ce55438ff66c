import { Command } from 'commander'
import { type Common, dataDirOf, installationCommand } from '../command'
import type { CommandContext } from '../index'

export const updateCommand = (_carried: CommandContext) =>
  installationCommand('update', 'Look for a newer version, and update to it')
    .addCommand(watchCommand(), { hidden: true })
    .addCommand(trialCommand(), { hidden: true })

type Internal = Common & { readonly attempt: string; readonly parent: string }

const internalCommand = (name: string, description: string): Command =>
  installationCommand(name, description)
    .requiredOption('--attempt <id>', 'the attempt')
    .requiredOption('--parent <pid>', 'the process that started it')

/** Started by the version that is replaced. */
const watchCommand = () =>
  internalCommand('watch', 'Watch a new version, and come back if it does not hold')
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
const trialCommand = () =>
  internalCommand('trial', 'Migrate and check all databases').action(async (options: Internal) => {
    const { tryDatabases } = await import('../../src/operator/update/trial-work')
    const { companies, damaged } = tryDatabases(dataDirOf(options), {
      attempt: options.attempt,
      parent: Number(options.parent),
      progress: (done, of) => console.log(`${done} of ${of} companies`),
    })
    const words = damaged.length === 0 ? '' : `, without ${damaged.length} that were damaged before: ${damaged.join(', ')}`
    console.log(`${companies} companies${words}`)
  })
