/**
 * A command works on the folder of one company while the server runs: it asks for the folder, the server lets go of it,
 * and takes it back when the command is done or dead. A file in `handover/` is the word between the two processes.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DataFolderInUse, lockDataFolder } from '../platform/lock'
import { SECOND } from '../platform/time'
import { Refusal } from './refusal'

const PATIENCE = 15 * SECOND
const LOOK_EVERY = 50

const folderOf = (dataDir: string) => join(dataDir, 'handover')
const askedPath = (dataDir: string, uuid: string) => join(folderOf(dataDir), `${uuid}.asked`)
const givenPath = (dataDir: string, uuid: string) => join(folderOf(dataDir), `${uuid}.given`)

/** Companies whose folder a live command asks for or holds; requests of dead commands are deleted. */
export function listHandovers(dataDir: string): Set<string> {
  const found = new Set<string>()
  for (const name of namesIn(folderOf(dataDir)).filter((name) => /\.(asked|given)$/.test(name))) {
    const path = join(folderOf(dataDir), name)
    if (isAlive(path)) found.add(basename(name).replace(/\.(asked|given)$/, ''))
    else rmSync(path, { force: true })
  }
  return found
}

/** The server's answer: it has nothing of this company open any more. */
export function giveFolder(dataDir: string, uuid: string): void {
  if (existsSync(askedPath(dataDir, uuid))) renameSync(askedPath(dataDir, uuid), givenPath(dataDir, uuid))
}

/** Runs `work` on a company's folder with exclusive access, whether the server runs or not. */
export async function withFolderOf<T>(dataDir: string, uuid: string, work: () => Promise<T> | T): Promise<T> {
  const lock = lockIfFree(dataDir)
  if (!lock) await askServer(dataDir, uuid)
  try {
    return await work()
  } finally {
    rmSync(givenPath(dataDir, uuid), { force: true })
    lock?.release()
  }
}

async function askServer(dataDir: string, uuid: string): Promise<void> {
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  if (listHandovers(dataDir).has(uuid))
    throw new Refusal('Another command is at work on this company. Try again later.')
  ask(dataDir, uuid)
  const until = Date.now() + PATIENCE
  while (!existsSync(givenPath(dataDir, uuid))) {
    if (Date.now() > until) {
      rmSync(askedPath(dataDir, uuid), { force: true })
      throw new Refusal('The running server did not let go of the company. Stop it and try again.')
    }
    await Bun.sleep(LOOK_EVERY)
  }
}

/** Appears whole: half a word would be taken for that of a dead command. Fails when another has asked meanwhile. */
function ask(dataDir: string, uuid: string): void {
  const written = join(folderOf(dataDir), `${uuid}.${process.pid}`)
  writeFileSync(written, processName(process.pid), { mode: 0o600 })
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
 * The file names the command's process: its number, and when it started. After a power cut, or in a container, the number
 * alone soon belongs to another, and the company would stay away for as long as that one lives.
 */
export const processName = (pid: number): string => `${pid} ${startOf(pid)}`

/** In the system's own count; empty where it tells nothing of processes in files. */
function startOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')
    return words?.[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(path: string): boolean {
  try {
    const name = readFileSync(path, 'utf8')
    const pid = Number(name.split(' ')[0])
    return exists(pid) && name === processName(pid)
  } catch {
    return false // it has just been withdrawn
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no command has ever asked
  }
}
