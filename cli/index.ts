/** The command line: a thin layer over the actions that the API uses. Each command loads its code on demand. */
import { Command, CommanderError } from 'commander'
import { TRIAL } from '../src/operator/update/hand-over'
import { dataFolderOf, findDataFlag } from '../src/platform/data-folder'
import { isOfFleetNode, loadFleetEnvironment } from '../src/platform/fleet-environment'
import { version } from '../src/version'
import { activateCommand } from './commands/activate'
import { backupCommand } from './commands/backup'
import { demoCommand } from './commands/demo'
import { doctorCommand } from './commands/doctor'
import { fleetCommand } from './commands/fleet'
import { importCommand } from './commands/import'
import { invoiceCommand } from './commands/invoice'
import { migrateCommand } from './commands/migrate'
import { parseCommand } from './commands/parse'
import { planCommand } from './commands/plan'
import { serveCommand } from './commands/serve'
import { sessionCommand } from './commands/session'
import { settingsCommand } from './commands/settings'
import { simulatorCommand } from './commands/simulator'
import { tenantCommand } from './commands/tenant'
import { tryUpdateCommand, updateCommand, watchUpdateCommand } from './commands/update'
import { userCommand } from './commands/user'
import { versionCommand } from './commands/version'
import { exit, exitCodesHelp, explain } from './exit'
import { printFailure, watchOutput } from './terminal'

export type CommandContext = {
  /** Command line that starts this program. */
  readonly program: readonly string[]
  /** Whether it is an executable, which updates can replace. */
  readonly isExecutable?: boolean
  /** The public key whose signed releases this program takes, in PEM; empty if it takes none. */
  readonly releaseKey: string
  /** The packed screens inside the executable. */
  screens?(): Blob
  /** The OpenAPI document, compressed by gzip. */
  describeApi(): Promise<Uint8Array>
}

/** The whole command line, hidden commands included. */
export function createProgram(carried: CommandContext): Command {
  const program = new Command('balcao')
    .description('Customer service on WhatsApp: customers write on WhatsApp, attendants answer in the browser')
    .version(version)
    .addHelpText('after', exitCodesHelp)
  const commands = [
    serveCommand(carried),
    demoCommand(carried),
    tenantCommand(),
    invoiceCommand(),
    planCommand(),
    userCommand(),
    sessionCommand(),
    settingsCommand(),
    backupCommand(),
    importCommand(carried),
    activateCommand(),
    migrateCommand(),
    updateCommand(carried),
    doctorCommand(),
    fleetCommand(),
    versionCommand(),
    simulatorCommand(),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of [parseCommand(), watchUpdateCommand(), tryUpdateCommand()])
    program.addCommand(command, { hidden: true })
  return program
}

export async function runCommandLine(argv: readonly string[], carried: CommandContext): Promise<void> {
  process.umask(0o077) // new files are readable by their owner only
  const program = createProgram(carried)
  const json = argv.includes('--json')
  for (const command of everyCommand(program)) {
    command.exitOverride().showHelpAfterError('(see --help)')
    if (json) command.configureOutput({ writeErr: () => {} }) // printed below, as JSON
  }
  watchOutput((error) => {
    void end(error, json, 'The result could not be written to stdout. ').then((code) => {
      process.exitCode = code
    })
  })
  try {
    const dataDir = dataFolderOf(findDataFlag(argv.slice(2)))
    loadFleetEnvironment(dataDir, process.env)
    if (process.env.BALCAO_FLEET) await guardFleet(program, dataDir)
    else if (isOfFleetNode(dataDir)) await guardFolderOfFleet(program, dataDir)
    await program.parseAsync([...argv])
  } catch (error) {
    const code = await end(error, json)
    // systemd would not start the server again after wrong settings, although the version before may take them.
    process.exitCode = code === exit.usage && process.env[TRIAL] ? exit.refused : code
  }
}

async function guardFleet(program: Command, dataDir: string): Promise<void> {
  const { requireFleetAllows } = await import('./fleet')
  program.hook('preAction', (_, command) => requireFleetAllows(wordsOf(command), dataDir))
}

/** A folder of a node, without the settings of its fleet. */
async function guardFolderOfFleet(program: Command, dataDir: string): Promise<void> {
  const { requireNoFolder } = await import('./fleet')
  program.hook('preAction', (_, command) => requireNoFolder(wordsOf(command), dataDir))
}

/** Such as `user create`. */
export const wordsOf = (command: Command): string =>
  command.parent?.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name()

async function end(error: unknown, json: boolean, before = ''): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exit.done
    const message = error.message.replace(/^error: /, '')
    if (json) printFailure({ json }, { code: exit.usage, error: 'WRONG_USAGE', message })
    return exit.usage // commander has already printed the reason
  }
  const failure = await explain(error)
  printFailure({ json }, { ...failure, message: `${before}${failure.message}` })
  if (process.env.BALCAO_LOG_LEVEL === 'debug' || process.env.BALCAO_LOG_LEVEL === 'trace') console.error(error)
  return failure.code
}

export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
