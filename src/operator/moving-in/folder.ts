/**
 * What a run keeps beside the companies: `moving-in/staging.db`, the companies that are being built, and two files that
 * other processes read, with the state and the result.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { ImportReport, ImportSummary } from '../../moving-in/contract'
import { isInUse } from '../../platform/lock'
import { makeFolder, syncToDisk } from '../backup/files'
import { MovingState } from './state'

export const movingFolder = (dataDir: string): string => join(dataDir, 'moving-in')
export const stagingPath = (dataDir: string): string => join(movingFolder(dataDir), 'staging.db')
/** Their files, unpacked from an archive. */
export const filesPath = (dataDir: string): string => join(movingFolder(dataDir), 'files')
/** Companies of an unfinished run. */
export const runFolder = (dataDir: string): string => join(movingFolder(dataDir), 'run')
/** A small installation, thrown away, into which a dry run moves. */
export const dryFolder = (dataDir: string): string => join(movingFolder(dataDir), 'dry-run')

/** Whether another process moves in: of this server, of an earlier one, or of the command line. */
export const isMovingIn = (dataDir: string): boolean =>
  existsSync(movingFolder(dataDir)) && isInUse(movingFolder(dataDir))

const Run = v.object({
  id: v.string(),
  /** Of the dump, and of the staging file that holds its order. */
  source: v.string(),
  /** Files without fsync are lost when the machine stops. */
  boot: v.string(),
  startedAt: v.number(),
  /** The uuid that each company gets, by their id. */
  companies: v.record(v.string(), v.string()),
})
export type Run = v.InferOutput<typeof Run>

/**
 * Goes on with an unfinished run of the same source, and begins another for any other. `forgotten`: uuids that the former
 * run had given to companies.
 */
export function openRun(dataDir: string, source: string, now: number): { run: Run; forgotten: readonly string[] } {
  const folder = runFolder(dataDir)
  const known = readJson(join(folder, 'run.json'), Run)
  const isSame = known?.source === source
  if (isSame && known.boot === bootId()) return { run: known, forgotten: [] }
  rmSync(folder, { recursive: true, force: true })
  const run = isSame
    ? { ...known, boot: bootId() } // the machine was started anew: what was built aside may be torn
    : { id: crypto.randomUUID(), source, boot: bootId(), startedAt: now, companies: {} }
  keepRun(dataDir, run)
  return { run, forgotten: isSame ? [] : Object.values(known?.companies ?? {}) }
}

export function keepRun(dataDir: string, run: Run): void {
  mkdirSync(runFolder(dataDir), { recursive: true, mode: 0o700 })
  writeWhole(join(runFolder(dataDir), 'run.json'), run)
}

/** The installation's first sign-in, while the import that created it has not ended: nothing else knows its password. */
const FirstSignIn = v.object({ email: v.string(), password: v.string() })
export type FirstSignIn = v.InferOutput<typeof FirstSignIn>

const firstSignInPath = (dataDir: string): string => join(movingFolder(dataDir), 'first-sign-in.json')
export const readFirstSignIn = (dataDir: string): FirstSignIn | undefined =>
  readJson(firstSignInPath(dataDir), FirstSignIn)
export function keepFirstSignIn(dataDir: string, signIn: FirstSignIn): void {
  makeFolder(movingFolder(dataDir))
  writeWhole(firstSignInPath(dataDir), signIn)
}
/** Once it was shown. */
export const forgetFirstSignIn = (dataDir: string): void => rmSync(firstSignInPath(dataDir), { force: true })

/** Empty where the system has none: then a kill of the machine is not noticed. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Another file at the same path is another source, even if it was made of the same dump. */
export const fileIdentity = (path: string): string => {
  const { ino, birthtimeMs } = statSync(path)
  return `${ino}/${birthtimeMs}`
}

const statePath = (dataDir: string): string => join(movingFolder(dataDir), 'state.json')

export const readMovingState = (dataDir: string): MovingState | undefined => readJson(statePath(dataDir), MovingState)

export const forgetState = (dataDir: string): void => rmSync(statePath(dataDir), { force: true })

export const readLastReport = (dataDir: string): ImportReport | undefined => readJson(reportPath(dataDir), ImportReport)

/** Often: it need not survive a crash of the machine. */
export const keepState = (dataDir: string, state: MovingState): void =>
  writeWhole(statePath(dataDir), state, { isDurable: false })

/** Without the lines about single rows, which may be many megabytes. */
export const readLastSummary = (dataDir: string): ImportSummary | undefined =>
  readJson(summaryPath(dataDir), ImportSummary)

export const reportPath = (dataDir: string): string => join(movingFolder(dataDir), 'report.json')
export const summaryPath = (dataDir: string): string => join(movingFolder(dataDir), 'summary.json')

export function keepReport(dataDir: string, report: ImportReport): void {
  const companies = report.companies.map(({ details: _, ...company }) => company)
  writeWhole(reportPath(dataDir), report)
  writeWhole(summaryPath(dataDir), { ...report, companies })
}

export function readJson<T>(path: string, schema: v.GenericSchema<unknown, T>): T | undefined {
  try {
    const found = v.safeParse(schema, JSON.parse(readFileSync(path, 'utf8')))
    return found.success ? found.output : undefined
  } catch {
    return undefined // there is none, or it was never complete
  }
}

export function writeWhole(path: string, content: unknown, { isDurable } = { isDurable: true }): void {
  writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 })
  if (isDurable) syncToDisk(`${path}.new`)
  renameSync(`${path}.new`, path)
  if (isDurable) syncToDisk(dirname(path))
}
