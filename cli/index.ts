/** The command line: a thin layer over the actions that the API uses. Each command loads its code on demand. */
import { Command, CommanderError } from 'commander'
import { Refusal } from '../src/operator/refusal'
import { TRIAL } from '../src/operator/update/hand-over'
import { version } from '../src/version'
import { activateCommand } from './commands/activate'
import { backupCommand } from './commands/backup'
import { demoCommand } from './commands/demo'
import { doctorCommand } from './commands/doctor'
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

export async function runCommandLine(argv: readonly string[], carried: CommandContext): Promise<void> {
  process.umask(0o077) // new files are readable by their owner only
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
    versionCommand(),
    simulatorCommand(),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of [parseCommand(), watchUpdateCommand(), tryUpdateCommand()])
    program.addCommand(command, { hidden: true })
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
    refuseFleet()
    await program.parseAsync([...argv])
  } catch (error) {
    const code = await end(error, json)
    // systemd would not start the server again after wrong settings, although the version before may take them.
    process.exitCode = code === exit.usage && process.env[TRIAL] ? exit.refused : code
  }
}

/** With this setting, write-ahead logs are kept for a fleet to read, and no command makes one yet. */
function refuseFleet() {
  if (process.env.BALCAO_FLEET)
    throw new Refusal('BALCAO_FLEET is set, but this version serves from one machine only. Remove the setting.')
}

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

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
