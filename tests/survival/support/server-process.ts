/** The server as a process that a test may kill, freeze and start again on the same data folder. */
import { appendFileSync } from 'node:fs'
import { sources, program as usual } from '../../support/program'
import { afterThisTest } from './cleanups'
import type { Testbed } from './testbed'
import { until } from './until'

export const EMAIL = 'ana@loja.test'
export const PASSWORD = 'Senha-da-ana1'
export const METRICS_TOKEN = 'os-numeros-da-loja'

/** The executable cannot preload files. */
const programWith = (preload: string): readonly string[] => [
  process.execPath,
  '--preload',
  preload,
  ...sources.slice(1),
]

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

type Options = {
  readonly dataDir: string
  readonly testbed: Pick<Testbed, 'url' | 'rootKey'>
  /** Put before the command, such as `nsenter …`. */
  readonly prefix?: readonly string[]
  readonly logLevel?: 'trace' | 'debug' | 'info'
  /** A file to preload; the server then runs from the sources. */
  readonly preload?: string
  /** Data folder, if not the default. */
  readonly program?: readonly string[]
  /** 0 selects a free one. */
  readonly port?: number
  /** Addresses beside the internet that companies may call. */
  readonly outsideAllow?: string
  /** Beside that of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Receives all its output, including that of the start. */
  readonly output?: { text: string }
}

/** Starts a process of the server. Resolves when it responds. */
export async function startServerProcess(options: Options) {
  const {
    dataDir,
    testbed,
    prefix = [],
    logLevel = 'debug',
    preload,
    program = preload ? programWith(preload) : usual,
    port: wanted = 0,
    outsideAllow,
    env = {},
    output = { text: '' },
  } = options
  const started = performance.now()
  const settings = {
    data: dataDir,
    host: '127.0.0.1',
    port: String(wanted),
    'admin-email': EMAIL,
    'admin-password': PASSWORD,
    'whatsapp-url': testbed.url,
    'whatsapp-root-key': testbed.rootKey,
    'metrics-token': METRICS_TOKEN,
    'log-level': logLevel,
    ...(outsideAllow && { 'outside-allow': outsideAllow }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = Bun.spawn([...prefix, ...program, 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const drained = Promise.all([gather(child.stdout, output), gather(child.stderr, output)])
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    child.kill(signal)
    const code = await child.exited
    await drained
    return code
  }
  afterThisTest(async () => {
    await end('SIGKILL')
    const { BALCAO_TEST_LOG: file } = process.env
    if (file) appendFileSync(file, output.text)
  })
  const port = await until(
    async () => {
      if (child.exitCode !== null) {
        await drained
        throw new Error(`the server ended with ${child.exitCode}: ${output.text}`)
      }
      return /"port":(\d+)[^\n]*"serving"/.exec(output.text)?.[1]
    },
    { why: () => output.text },
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    /** Its exit code, when it has ended. */
    exited: child.exited,
    startedIn: performance.now() - started,
    /** All output. */
    log: () => output.text,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** kill -9 */
    kill: () => end('SIGKILL'),
    /** Stops it, and returns its exit code. */
    stop: () => end('SIGTERM'),
    end,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
  }
}

async function gather(stream: ReadableStream<Uint8Array>, into: { text: string }): Promise<void> {
  const decoder = new TextDecoder()
  for await (const part of stream) into.text += decoder.decode(part, { stream: true })
}
