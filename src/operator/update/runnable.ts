/** Whether a downloaded program runs on this machine, and is the version that it was signed as. */
import { SECOND } from '../../platform/time'

const ANSWER_WITHIN = 60 * SECOND
const ANSWER_LENGTH = 300

export class NotRunnable extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'NotRunnable'
  }
}

/** Throws a `NotRunnable` with the system's or the program's own words. */
export async function requireRunnable(path: string, version: string, signal: AbortSignal): Promise<void> {
  const said = await run(path, signal)
  if (said !== version) throw new NotRunnable(`it says that it is version ${JSON.stringify(said.slice(0, 40))}`)
}

async function run(path: string, signal: AbortSignal): Promise<string> {
  const late = AbortSignal.timeout(ANSWER_WITHIN)
  let child: ReturnType<typeof spawn>
  try {
    child = spawn(path, AbortSignal.any([late, signal]))
  } catch (error) {
    // Another machine's program, a folder mounted with noexec.
    throw new NotRunnable(error instanceof Error ? error.message : String(error))
  }
  const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
  await child.exited
  signal.throwIfAborted()
  if (late.aborted) throw new NotRunnable('it does not answer')
  if (child.exitCode === 0) return (out ?? '').trim()
  const ended = `it ended with ${child.signalCode ?? child.exitCode}`
  const words = (err ?? '').trim().slice(0, ANSWER_LENGTH)
  throw new NotRunnable(words === '' ? ended : `${ended}: ${words}`)
}

/** `BALCAO_PROGRAM=own`: this very file answers, not one that it would hand over to. */
const spawn = (path: string, signal: AbortSignal) =>
  Bun.spawn([path, 'version'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, BALCAO_PROGRAM: 'own' },
    signal,
    killSignal: 'SIGKILL',
  })
