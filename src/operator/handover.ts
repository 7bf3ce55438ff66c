/**
 * Lets a command work on one company's folder while the server runs: the command requests the folder, the server closes
 * everything in it, and reopens it when the command has ended. The processes communicate by files in `handover/`.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DataFolderInUse, lockDataFolder } from '../platform/lock'
import { SECOND } from '../platform/time'
import { type AwayWork, awayWorks } from '../platform/wire'
import { refuseDuringTrial } from './installation'
import { Refusal } from './refusal'

const HANDOVER_TIMEOUT_MS = 15 * SECOND
const LOOK_EVERY = 50

const folderOf = (dataDir: string) => join(dataDir, 'handover')
const askedPath = (dataDir: string, uuid: string) => join(folderOf(dataDir), `${uuid}.asked`)
const givenPath = (dataDir: string, uuid: string) => join(folderOf(dataDir), `${uuid}.given`)

/** Companies whose folder a running command requests or holds. Deletes requests of commands that have ended. */
export function listHandovers(dataDir: string): Set<string> {
  const found = new Set<string>()
  for (const name of namesIn(folderOf(dataDir)).filter((name) => /\.(asked|given)$/.test(name))) {
    const path = join(folderOf(dataDir), name)
    if (isAsked(path)) found.add(basename(name).replace(/\.(asked|given)$/, ''))
    else rmSync(path, { force: true })
  }
  return found
}

/** Confirms that the server has nothing of this company open. */
export function giveFolder(dataDir: string, uuid: string): void {
  if (existsSync(askedPath(dataDir, uuid))) renameSync(askedPath(dataDir, uuid), givenPath(dataDir, uuid))
}

/** What the command that requests or holds the folder does. */
export function readHandedOverFor(dataDir: string, uuid: string): AwayWork {
  for (const path of [askedPath(dataDir, uuid), givenPath(dataDir, uuid)]) {
    const work = awayWorks.find((one) => one === requestIn(path)?.work)
    if (work) return work
  }
  return 'work'
}

/**
 * Runs `work` with exclusive access to a company's folder, whether the server runs or not. `kind` is what the company's people
 * read meanwhile.
 */
export async function withExclusiveAccess<T>(
  dataDir: string,
  uuid: string,
  work: () => Promise<T> | T,
  kind: AwayWork = 'work',
): Promise<T> {
  refuseDuringTrial(dataDir)
  const lock = lockIfFree(dataDir)
  if (!lock) await askServer(dataDir, uuid, kind)
  try {
    return await work()
  } finally {
    rmSync(givenPath(dataDir, uuid), { force: true })
    lock?.release()
  }
}

async function askServer(dataDir: string, uuid: string, kind: AwayWork): Promise<void> {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  if (listHandovers(dataDir).has(uuid))
    throw new Refusal('Another command is working on this company. Try again later.')
  ask(dataDir, uuid, kind)
  const until = Date.now() + HANDOVER_TIMEOUT_MS
  while (!existsSync(givenPath(dataDir, uuid))) {
    if (Date.now() > until) {
      rmSync(askedPath(dataDir, uuid), { force: true })
      throw new Refusal('The running server did not release the company. Stop it and try again.')
    }
    await Bun.sleep(LOOK_EVERY)
  }
}

/**
 * Creates the request atomically: without its content it would look like one of an ended command. Fails if another
 * command was faster.
 */
function ask(dataDir: string, uuid: string, kind: AwayWork): void {
  const written = join(folderOf(dataDir), `${uuid}.${process.pid}`)
  writeFileSync(written, `${processName(process.pid)}\n${kind}`, { mode: 0o600 })
  try {
    linkSync(written, askedPath(dataDir, uuid))
  } finally {
    rmSync(written, { force: true })
  }
}

function lockIfFree(dataDir: string) {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    if (error instanceof DataFolderInUse) return undefined
    throw error
  }
}

/**
 * Identifies a process by id and start time. After a power cut or in a container another process soon has the same id,
 * and the company would stay closed while that one runs.
 */
export const processName = (pid: number): string => `${pid} ${startOf(pid)}`

const ENDED = 'ended'

/** Clock ticks since boot; empty without /proc, and for a process that has ended and is not collected yet. */
function startOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')
    return words?.[0] === 'Z' ? ENDED : (words?.[19] ?? '')
  } catch {
    return ''
  }
}

/** `name` is what `processName` returned. */
export function isRunning(name: string): boolean {
  const pid = Number(name.split(' ')[0])
  return exists(pid) && name === processName(pid) && !name.endsWith(ENDED)
}

const isAsked = (path: string): boolean => isRunning(requestIn(path)?.holder ?? '')

/** Undefined if the request was just withdrawn. */
function requestIn(path: string): { holder: string; work: string | undefined } | undefined {
  try {
    const [holder = '', work] = readFileSync(path, 'utf8').split('\n')
    return { holder, work }
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is running but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no command has ever requested a folder
  }
}
