/** Shared by `serve` and `demo`: a server that runs until it receives a signal. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { FleetSettings } from '../src/fleet/settings'
import type { Running, ServeOptions } from '../src/main'
import type { Trial } from '../src/operator/update/trial'
import { type Config, flagOf, readConfig, settingNames } from '../src/platform/config'
import { dataFolderOf } from '../src/platform/data-folder'
import type { NewProgram } from '../src/platform/module'
import { type OperatorEnvironment, readEnvironment } from '../src/settings/operator/settings'
import type { Simulator } from '../src/simulator/simulator'
import { exit } from './exit'
import type { CommandContext } from './index'

/** Longer than the server waits for messages in flight, shorter than systemd's stop timeout. */
const CLOSING_DEADLINE = 9000
/** Hard limit if the event loop is blocked and handles no signal. Also shorter than systemd's timeout. */
const LAST_RESORT_SECONDS = 11

/** Descriptions of settings, for `--help` and the README. */
const settingWords: Readonly<Record<string, string>> = {
  BALCAO_DATA: 'data folder',
  BALCAO_HOST: 'network address to listen on',
  BALCAO_PORT: 'port to listen on',
  BALCAO_DOMAIN: 'domain or public address to get a certificate for, such as atende.example.com',
  BALCAO_ACME_EMAIL: 'where the authority writes about certificates',
  BALCAO_ACME_URL: "directory of another ACME authority than Let's Encrypt",
  BALCAO_TLS_CERT: 'own certificate chain instead, a file in PEM',
  BALCAO_TLS_KEY: 'its private key, a file in PEM',
  BALCAO_HTTPS_PORT: 'port for TLS with a certificate of our own',
  BALCAO_HTTP_PORT: 'port for its validation and for redirects',
  BALCAO_PUBLIC_URL: 'public URL, when the server runs behind a proxy',
  BALCAO_TRUST_PROXY: 'trust X-Forwarded headers: true, or the addresses of your proxies (10.0.0.5,192.168.1.0/24)',
  BALCAO_OUTSIDE_ALLOW: 'networks and ports beside the server that companies may call, such as 192.168.1.10:5678',
  BALCAO_METRICS_TOKEN: 'bearer token that grants access to /metrics',
  BALCAO_ADMIN_EMAIL: 'first start: email of the first administrator',
  BALCAO_ADMIN_PASSWORD: 'first start: their password; if empty, one is generated and printed once',
  BALCAO_WHATSAPP_URL: 'WebSocket URL of a WhatsApp other than the public one',
  BALCAO_WHATSAPP_ROOT_KEY: 'root key of that WhatsApp, 64 hexadecimal digits',
  BALCAO_AI_URL: 'OpenAI-compatible service for companies without their own, such as https://api.openai.com/v1',
  BALCAO_AI_KEY: 'API key of that service, if it needs one',
  BALCAO_AI_MODEL: 'model to use there',
  BALCAO_SMTP_URL: 'mail server for reset codes and invoices, such as smtp://user:password@mail.example.com:587',
  BALCAO_MAIL_FROM: 'sender of those emails, such as Balcão <atende@example.com>',
  BALCAO_LOG_LEVEL: 'trace, debug, info, warn, error or silent',
}

/** Settings of a node in a fleet, which have no flags: `balcao fleet join` writes them into the data folder. */
const fleetWords: Readonly<Record<string, string>> = {
  BALCAO_FLEET: 'the log servers: nats://10.1.0.1:4222,nats://10.1.0.2:4222,nats://10.1.0.3:4222',
  BALCAO_FLEET_NODE: 'name of this node, such as node-1',
  BALCAO_FLEET_ADDRESS: 'where other nodes reach this one, such as 10.1.0.11:8443',
  BALCAO_FLEET_CA: 'certificate of the fleet’s authority, a file in PEM',
  BALCAO_FLEET_CERT: 'certificate of this node, a file in PEM',
  BALCAO_FLEET_KEY: 'its private key, a file in PEM',
  BALCAO_FLEET_CREDENTIALS: 'credentials for servers that ask for more: a NATS file, or user:password',
}

export const fleetHelp = `
In a fleet (see: balcao fleet --help), the data folder’s fleet.env or the environment has:
${Object.entries(fleetWords)
  .map(([name, words]) => `  ${name.padEnd(26)}${words}`)
  .join('\n')}`

/** Adds every setting as a flag. */
export function withSettings(command: Command, except: readonly string[] = []): Command {
  for (const name of settingNames)
    if (!except.includes(name))
      command.option(
        `${flagOf(name)} ${mayStandAlone(name) ? '[value]' : '<value>'}`,
        `${settingWords[name] ?? ''} (${name})`,
      )
  return command
}

/** Settings whose flag needs no value. */
const mayStandAlone = (name: string) => name === 'BALCAO_TRUST_PROXY'

/** The installation's settings, and those of the operator that the environment determines. */
export type Settings = Config & { readonly operator: OperatorEnvironment }

/** What the program brings with it, beside the settings. */
type Brought = {
  readonly simulator?: Simulator | undefined
  readonly demo?: ServeOptions['demo']
  /** For a server that can be updated. */
  readonly updating?: Updating | undefined
}
export type Updating = {
  /** The trial in which this process is. */
  readonly trial: Trial | undefined
  /** Goes on as another program; `stop` closes this one in order. */
  swap(program: NewProgram, stop: () => Promise<void>): Promise<never>
}

/** Flags override the environment, which overrides `defaults`. */
export function settingsOf(
  command: Command,
  defaults: Readonly<Record<string, string>> = {},
  otherFaults: readonly string[] = [],
): Settings {
  const flags = settingNames.flatMap((name): [string, string][] => {
    const value: unknown = command.getOptionValue(camel(flagOf(name)))
    if (value === true) return [[name, 'true']]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const given = { ...defaults, ...withoutEmpty(process.env) }
  const chosen = Object.fromEntries(flags)
  const source = { ...given, ...chosen, BALCAO_DATA: dataFolderOf(chosen.BALCAO_DATA, given) }
  const { values: operator, faults } = readEnvironment(source)
  return { ...readConfig(source, [...faults, ...otherFaults]), operator }
}

export async function open(
  config: Settings,
  carried: CommandContext,
  { simulator, demo, updating }: Brought = {},
): Promise<Running> {
  const { serve } = await import('../src/main')
  const { endAfter } = await import('../src/platform/last-resort')
  const options: ServeOptions = {
    fleet: (await readFleet()).settings,
    program: carried.program,
    releaseKey: carried.releaseKey,
    describeApi: carried.describeApi,
    operator: config.operator,
    ...(demo && { demo }),
    ...(carried.screens ? { screens: carried.screens } : {}),
    ...(simulator ? { simulator } : {}),
    ...(updating && {
      swap: (next) => updating.swap(next, stop),
      beforeListening: updating.trial && ((health) => updating.trial?.open(health) ?? Promise.resolve()),
    }),
  }
  const starting = serve(config, options)
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= starting.then((running) => running.stop()).then(() => simulator?.stop()))
  const leave = exitOnSignal(starting, stop) // a signal during the start takes effect after it, so that everything is closed in order
  try {
    const running = await starting
    // Compiles native code, so requests that waited for the start come first.
    setTimeout(() => {
      if (!endAfter(['SIGTERM', 'SIGINT'], LAST_RESORT_SECONDS))
        running.server.log.debug('no native signal handler: signals need a running event loop')
    }, 100).unref()
    return running
  } catch (error) {
    leave()
    await simulator?.stop()
    throw error
  }
}

/** Without a fleet nothing of it is loaded. */
async function readFleet(): Promise<{ readonly settings?: FleetSettings; readonly faults: readonly string[] }> {
  if (!Object.keys(process.env).some((name) => name.startsWith('BALCAO_FLEET'))) return { faults: [] }
  const { readFleetSettings } = await import('../src/fleet/settings')
  return readFleetSettings(process.env)
}

export const fleetFaults = async (): Promise<readonly string[]> => (await readFleet()).faults

const LOOK_FOR_SPACE = 2000

/** Repeats a start that failed because the disk is full. A service would otherwise restart every two seconds and fill the disk with its log. */
export async function onceThereIsSpace<T>(dataDir: string, start: () => Promise<T>): Promise<T> {
  const { isForLackOfSpace } = await import('../src/platform/disk-space')
  for (let tries = 0; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (!isForLackOfSpace(dataDir, error)) throw error
      if (tries === 0) console.error(`The disk is full. The server starts as soon as there is space in ${dataDir}.`)
      await Bun.sleep(LOOK_FOR_SPACE)
    }
  }
}

/**
 * Checks before opening anything that the folder is free and belongs to the chosen WhatsApp. Credentials of the
 * simulator become invalid when used with the real WhatsApp, and vice versa.
 */
export async function claimFolder(dataDir: string, wantsSimulator: boolean): Promise<void> {
  const { refuseForeignFolder, SIMULATOR_MARK } = await import('../src/operator/installation')
  const { Refusal } = await import('../src/operator/refusal')
  const { DataFolderInUse, isInUse } = await import('../src/platform/lock')
  const marker = join(dataDir, SIMULATOR_MARK)
  refuseForeignFolder(dataDir)
  const isSimulated = existsSync(marker)
  if (existsSync(dataDir) && isInUse(dataDir)) throw new DataFolderInUse(dataDir)
  if (wantsSimulator && !isSimulated && existsSync(join(dataDir, 'control.db')))
    throw new Refusal(
      `${dataDir} holds an installation that uses the real WhatsApp. Give the simulator another folder with --data.`,
    )
  if (!wantsSimulator && isSimulated)
    throw new Refusal(
      `${dataDir} belongs to the simulator. Start it with --simulator, or choose another folder with --data.`,
    )
  if (!wantsSimulator || isSimulated) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(marker, '')
}

/** Opens the simulated WhatsApp, with a mail server and a payment provider beside it. The first start creates the company's phone and three customers. */
export async function openSimulator(dataDir: string): Promise<Simulator> {
  const { startSimulator } = await import('../src/simulator/simulator')
  const { connection, customers } = await import('../src/operator/sample/story')
  const simulator = await startSimulator({
    port: 0,
    control: false,
    mailbox: true,
    payments: true,
    stateFile: join(dataDir, 'simulator.json'),
  })
  if (simulator.state().phones.length === 0) {
    simulator.addPhone({ ...connection, role: 'company' })
    for (const customer of customers) simulator.addPhone({ ...customer, role: 'customer' })
  }
  return simulator
}

/** Ends the process on a signal or an error. Returns a function that removes the handlers after a failed start. */
function exitOnSignal(starting: Promise<Running>, stop: () => Promise<void>): () => void {
  const complain = (err: unknown, words: string) =>
    void starting.then(
      ({ server }) => server.log.error({ err }, words),
      () => undefined, // the caller reports a failed start
    )
  let isStopping = false
  const closeWith = (code: number) => () => {
    if (isStopping) process.exit(1) // a second signal exits at once
    isStopping = true
    setTimeout(() => process.exit(1), CLOSING_DEADLINE).unref()
    void stop().then(
      () => process.exit(code),
      (error: unknown) => {
        complain(error, 'could not close in order')
        setImmediate(() => process.exit(1))
      },
    )
  }
  const handlers: Record<string, (error: unknown) => void> = {
    uncaughtException: (error) => complain(error, 'uncaught error'),
    unhandledRejection: (error) => complain(error, 'unhandled rejection'),
    SIGTERM: closeWith(exit.done),
    SIGINT: closeWith(exit.done),
  }
  for (const [event, handle] of Object.entries(handlers)) process.on(event, handle)
  void starting.then(
    ({ left }) => left?.then(closeWith(exit.left)),
    () => undefined,
  )
  return () => {
    for (const [event, handle] of Object.entries(handlers)) process.off(event, handle)
  }
}

const camel = (flag: string) => flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const withoutEmpty = (source: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value))
