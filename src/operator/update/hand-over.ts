/**
 * The executable that is started hands over to a newer program in the data folder, before anything else is loaded: the service
 * cannot write the folder of the installed executable. The rest stays: process id, arguments, environment, terminal.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { dataFolderOf, findDataFlag } from '../../platform/data-folder'
import { version as ownVersion } from '../../version'
import {
  type Attempt,
  findUnfinished,
  isNewer,
  isUntouched,
  type KeptProgram,
  programPath,
  readUpdateState,
  type UpdateState,
} from './programs'

/** `own`: the executable that was started is the one that is meant, as in the checks of `install.sh`. */
export const PROGRAM = 'BALCAO_PROGRAM'
/** Names the attempt in which this process tries its program. */
export const TRIAL = 'BALCAO_TRIAL'

/** They work without an installation, or are started by a program that knows why. */
const WITHOUT_DATA: ReadonlySet<string | undefined> = new Set([
  undefined,
  'demo',
  'simulator',
  'parse',
  'help',
  '--help',
  '-h',
  '--version',
  '-V',
])

type Environment = Readonly<Record<string, string | undefined>>

/** Returns if this program is the right one. */
export async function handOver(args: readonly string[], env: Environment): Promise<void> {
  if (env[PROGRAM] === 'own' || WITHOUT_DATA.has(args[0])) return
  const dataDir = dataFolderOf(findDataFlag(args), env)
  const state = readUpdateState(dataDir)
  const next = chooseProgram(state, { args, trial: env[TRIAL] })
  if (!next) return
  const fault = findFault(dataDir, next, args[0] === 'serve')
  const path = programPath(dataDir, next.version)
  if (fault === undefined) return startProgram(path, args, env)
  console.error(`${path} ${fault}. Version ${ownVersion}, the executable that was started, runs instead of it.`)
}

/** Undefined: the one that runs. */
export function chooseProgram(
  state: UpdateState,
  { args, trial }: { readonly args: readonly string[]; readonly trial: string | undefined },
): KeptProgram | undefined {
  const running = findUnfinished(state)
  if (running && running.id === trial && running.version === ownVersion) return
  // Once the doors of a new program are open, it alone knows the data. Its `serve` is for the older one to decide.
  const opened =
    running?.phase === 'opened' && args[0] !== 'serve' && !isInternal(args) ? findProgram(state, running) : undefined
  return [opened, state.current].find((program) => program && isNewer(program.version, ownVersion)) ?? undefined
}

/** Commands that an update starts by the path of the program that it means. */
const isInternal = ([command]: readonly string[]) => command === 'watch-update' || command === 'try-update'

export const findProgram = (
  { programs }: UpdateState,
  { version }: Pick<Attempt, 'version'>,
): KeptProgram | undefined => programs.find((one) => one.version === version)

/** Undefined if the program is the one that was verified. */
export function findFault(dataDir: string, program: KeptProgram, isThorough: boolean): string | undefined {
  try {
    if (!isThorough && isUntouched(dataDir, program)) return undefined
    return digestNow(programPath(dataDir, program.version)) === program.sha256
      ? undefined
      : 'has changed since its signature was verified'
  } catch {
    return 'is missing'
  }
}

const CHUNK_BYTES = 1024 * 1024

/** Without the event loop: nothing else has begun. */
function digestNow(path: string): string {
  const hash = new Bun.CryptoHasher('sha256')
  const chunk = new Uint8Array(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

/** What this program must not pass on: it would make the next one an interpreter, or was meant for this one alone. */
const NOT_PASSED_ON = { BUN_BE_BUN: undefined, BUN_OPTIONS: undefined, [PROGRAM]: undefined, [TRIAL]: undefined }

/** Goes on as another program. Returns, after saying why, if the system refuses. */
export async function startProgram(path: string, args: readonly string[], env: Environment): Promise<void> {
  const { replaceProcess } = await import('../../platform/replace-process')
  try {
    replaceProcess({ path, args, env: { ...env, ...NOT_PASSED_ON } })
  } catch {
    console.error(`${path} cannot be started here, such as on a disk that allows no programs.`)
  }
}
