/**
 * The executable that is started hands over to a newer program in the data folder, before anything else is loaded: the service
 * cannot write the folder of the installed executable. The rest stays: process id, arguments, environment, terminal.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { dataFolderOf, findDataFlag } from '../../platform/data-folder'
import { version as ownVersion } from '../../version'
import {
  type Attempt,
  findProgramFile,
  findUnfinished,
  isNewer,
  isOwn,
  isUntouched,
  type KeptProgram,
  programPath,
  readUpdateState,
  releasePath,
  signaturePath,
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

/** Returns if this program is the right one. `releaseKey` is the key inside it, in PEM. */
export async function handOver(args: readonly string[], env: Environment, releaseKey: string): Promise<void> {
  if (env[PROGRAM] === 'own' || WITHOUT_DATA.has(args[0])) return
  const dataDir = dataFolderOf(findDataFlag(args), env)
  const state = readUpdateState(dataDir)
  const next = chooseProgram(state, { args, trial: env[TRIAL] })
  if (!next) return
  const fault = await findFault(dataDir, next, { releaseKey, isThorough: args[0] === 'serve' })
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

export type Check = {
  readonly releaseKey: string
  /** Also read the file, which finds a broken disk. */
  readonly isThorough: boolean
}

/** Undefined if the program may run. */
export async function findFault(
  dataDir: string,
  program: KeptProgram,
  { releaseKey, isThorough }: Check,
): Promise<string | undefined> {
  const file = findProgramFile(dataDir, program.version)
  if (!file) return 'is missing'
  if (!isOwn(dataDir, file)) return 'belongs to another user'
  const path = programPath(dataDir, program.version)
  if (isUntouched(file, program))
    return isThorough && digestNow(path) !== program.sha256 ? 'has changed since its signature was verified' : undefined
  return (await isSigned(dataDir, program.version, releaseKey, digestNow(path)))
    ? undefined
    : `was copied or changed, and this executable cannot verify its signature: install version ${program.version} by hand`
}

async function isSigned(dataDir: string, version: string, releaseKey: string, sha256: string): Promise<boolean> {
  const { fileFor, platformHere, readReleaseKey, verifyRelease } = await import('./manifest')
  try {
    const key = readReleaseKey(releaseKey)
    const bytes = readFileSync(releasePath(dataDir, version))
    const release = key && verifyRelease(bytes, readFileSync(signaturePath(dataDir, version), 'utf8'), key)
    return release?.version === version && fileFor(release, platformHere())?.sha256 === sha256
  } catch {
    return false
  }
}

const CHUNK_BYTES = 1024 * 1024

/** Without the event loop: nothing else has begun. */
export function digestNow(path: string): string {
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
