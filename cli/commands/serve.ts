import { existsSync } from 'node:fs'
import { Command } from 'commander'
import type { Running } from '../../src/main'
import { statePath } from '../../src/operator/update/programs'
import type { Trial } from '../../src/operator/update/trial'
import { feedWatchdog } from '../../src/platform/watchdog'
import type { BootstrappedCompany } from '../../src/users/new-company'
import { explain } from '../exit'
import type { CommandContext } from '../index'
import {
  claimFolder,
  fleetFaults,
  fleetHelp,
  onceThereIsSpace,
  open,
  openSimulator,
  settingsOf,
  type Updating,
  withSettings,
} from '../serving'
import { print } from '../terminal'

export function serveCommand(carried: CommandContext): Command {
  const command = new Command('serve').description('Run the server: API, web app and WhatsApp sessions')
  return withSettings(command)
    .option('--simulator', 'also run a simulated WhatsApp, with its phones at /simulator; never with real accounts')
    .option('--json', 'print JSON')
    .addHelpText('after', fleetHelp)
    .action(async ({ simulator: wanted, json }: { simulator?: boolean; json?: boolean }) => {
      const config = settingsOf(command, {}, await fleetFaults())
      feedWatchdog(process.env, () => console.error('Could not notify systemd that the server is alive.'))
      const updating = carried.isExecutable
        ? await onceThereIsSpace(config.dataDir, () => startUpdating(config.dataDir, carried))
        : undefined
      const { url, firstCompany, server, awake } = await inTrial(updating?.trial, config.dataDir, async () => {
        await claimFolder(config.dataDir, wanted === true)
        return open(config, carried, {
          ...(wanted && { simulator: await openSimulator(config.dataDir) }),
          updating,
        })
      })
      // The login must not be lost between two lines of the log.
      if (firstCompany) await awake.catch(() => {})
      const isPassive = server.isOnStandby()
      const standby = isPassive
        ? [
            `On standby after a restore: nothing is sent or received until you run: balcao activate --data ${config.dataDir}`,
          ]
        : []
      await print(
        { json: json === true, gate: server.gate },
        {
          url,
          isPassive,
          founded: firstCompany ? { email: firstCompany.admin.email, password: firstCompany.password } : null,
        },
        firstCompany ? framed(firstSteps(url, firstCompany, wanted === true)) : [`Balcão serves ${url}`, ...standby],
      )
    })
}

/** Finishes what an earlier update left. Does not return if another program has to serve. */
async function startUpdating(dataDir: string, { program, releaseKey = '' }: CommandContext): Promise<Updating> {
  const host = { dataDir, clock: Date.now, args: process.argv.slice(2), env: process.env }
  const load = () => import('../../src/operator/update/start')
  return {
    trial: existsSync(statePath(dataDir))
      ? await (await load()).startUpdated({ ...host, program, releaseKey })
      : undefined,
    swap: async (next, stop) => (await load()).swapTo(next, { ...host, stop }),
  }
}

/** A new program in its trial waits for nothing, and says why it does not hold. */
async function inTrial(trial: Trial | undefined, dataDir: string, start: () => Promise<Running>): Promise<Running> {
  if (!trial) return onceThereIsSpace(dataDir, start)
  try {
    await trial.tryDatabases()
    const running = await start()
    trial.stayInOrder()
    return running
  } catch (error) {
    trial.fail((await explain(error)).message)
    throw error
  }
}

/** install.sh shows the lines that begin so. */
const firstSteps = (url: string, { admin, password }: BootstrappedCompany, hasSimulator: boolean): string[] => [
  `Balcão serves ${url}`,
  `First start. Sign in with: ${admin.email}`,
  ...(password ? [`Password, shown only this once: ${password}`] : []),
  '',
  'What to do first:',
  `  1. Sign in at ${url}, and choose a password of your own (your name, top right).`,
  '  2. Follow "Primeiros passos" (first steps), which opens by itself: a queue, a connection, your people.',
  hasSimulator
    ? `  3. Link the connection to the company's phone at ${url}/simulator, by scanning its code.`
    : '  3. Link the connection to your WhatsApp by scanning its code with the phone.',
]

/** Stands out between lines of the log. */
const framed = (lines: readonly string[]): string[] => {
  const rule = '─'.repeat(Math.min(100, Math.max(...lines.map((line) => Bun.stringWidth(line)))))
  return ['', rule, ...lines, rule, '']
}
