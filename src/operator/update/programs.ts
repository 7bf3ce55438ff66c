/**
 * The programs that updates brought, in `<data>/programs/<version>/balcao`, and what `<data>/programs/state.json` says about
 * them. Each command reads it before anything else is loaded, so this file imports next to nothing.
 *
 * Whoever can write to this folder is the service's user, who can do anything with the data anyway; so a program that came in
 * with a signature here is trusted while its file is untouched, and other users never run it. A folder that was copied may come
 * from anybody, so its programs need the signature again.
 */
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** A program in the folder, with what its file looked like when its signature and digest were verified. */
export type KeptProgram = {
  readonly version: string
  readonly sha256: string
  readonly size: number
  /** When the file last changed in any way. Unlike its time of writing, nobody can set it. */
  readonly ctimeMs: number
  readonly inode: number
  readonly verifiedAt: number
}

export const stepNames = [
  // by the server that looks for updates
  'download',
  'verify',
  'backup',
  'drain',
  // by the swap
  'stop',
  'copy',
  'start',
  'migrate',
  'check',
  'open',
  'steady',
  'back',
] as const
export type StepName = (typeof stepNames)[number]

/** `detail` is English, for people; null while there is nothing to say. */
export type AttemptStep = {
  readonly step: StepName
  readonly state: 'running' | 'done' | 'skipped' | 'failed'
  readonly at: number
  readonly detail: string | null
}

/**
 * `fetching`: nothing has changed yet. `ready`: the next start of the server tries it. `stopping`: the server stops, and
 * databases are copied aside. `trial`: the new program works with its doors shut. `opened`: its doors are open. `good` and
 * `failed` are final.
 */
export type AttemptPhase = 'fetching' | 'ready' | 'stopping' | 'trial' | 'opened' | 'good' | 'failed'

export type Attempt = {
  readonly id: string
  readonly version: string
  /** The version that serves if it fails. */
  readonly from: string
  readonly by: 'schedule' | 'operator' | 'command'
  readonly phase: AttemptPhase
  readonly startedAt: number
  readonly endedAt: number | null
  /** Databases are migrated, so they are copied aside before. */
  readonly changesData: boolean
  readonly steps: readonly AttemptStep[]
  /** Why it failed, in English; null unless it did. */
  readonly cause: string | null
  /** The process that works on it, by id and start. */
  readonly process: string | null
  /** Somebody has stopped the new program in order, which is no fault of it. */
  readonly isStopped: boolean
}

export type UpdateState = {
  readonly format: 1
  /** Serves instead of an older executable; null: the executable itself. */
  readonly current: KeptProgram | null
  /** Verified programs in the folder, newest version first. */
  readonly programs: readonly KeptProgram[]
  /** Newest first; the first may still run. */
  readonly attempts: readonly Attempt[]
}

export const programsFolder = (dataDir: string) => join(dataDir, 'programs')
export const programPath = (dataDir: string, version: string) => join(programsFolder(dataDir), version, 'balcao')
/** The release that the program came with, and its signature. */
export const releasePath = (dataDir: string, version: string) => join(programsFolder(dataDir), version, 'release.json')
export const signaturePath = (dataDir: string, version: string) => `${releasePath(dataDir, version)}.sig`
/** Holds the id of the watcher's process. */
export const watcherPath = (dataDir: string) => join(programsFolder(dataDir), 'watcher')
export const statePath = (dataDir: string) => join(programsFolder(dataDir), 'state.json')

const NOTHING: UpdateState = { format: 1, current: null, programs: [], attempts: [] }

/**
 * Of an installation that was never updated, or whose state cannot be read: nothing. Each command reads it first, so what is
 * damaged in it is left out.
 */
export function readUpdateState(dataDir: string): UpdateState {
  const path = statePath(dataDir)
  if (!existsSync(path)) return NOTHING
  try {
    const state = JSON.parse(readFileSync(path, 'utf8')) as UpdateState // we write it
    const current = isProgram(state.current) ? state.current : null
    return { ...state, current, programs: state.programs.filter(isProgram), attempts: state.attempts.filter(isAttempt) }
  } catch {
    return NOTHING
  }
}

/** It names a folder, and is compared. */
const isVersion = (version: unknown): boolean =>
  typeof version === 'string' && /^\d+\.\d+\.\d+(-[\da-z.]+)?$/.test(version)
const isProgram = (read: KeptProgram | null): boolean => isVersion(read?.version)
const isAttempt = (read: Attempt | null): boolean => isVersion(read?.version) && Array.isArray(read?.steps)

export const isUnfinished = ({ phase }: Pick<Attempt, 'phase'>): boolean => phase !== 'good' && phase !== 'failed'

/** The attempt that runs, or that a crash left. */
export const findUnfinished = ({ attempts: [newest] }: UpdateState): Attempt | undefined =>
  newest && isUnfinished(newest) ? newest : undefined

/** Versions that were tried here and failed: the schedule does not try them again. */
export const listFailed = ({ attempts }: UpdateState): string[] =>
  attempts
    .filter(({ phase, steps }) => phase === 'failed' && steps.some(({ step }) => step === 'start'))
    .map(({ version }) => version)

export const isNewer = (version: string, than: string): boolean => Bun.semver.order(version, than) > 0

/** What a kept program's file looks like now; undefined if there is none. */
export function findProgramFile(dataDir: string, version: string): Stats | undefined {
  try {
    const found = statSync(programPath(dataDir, version))
    return found.isFile() ? found : undefined
  } catch {
    return undefined
  }
}

/** Whether the file is untouched since it was verified. */
export const isUntouched = (file: Stats, { size, ctimeMs, inode }: KeptProgram): boolean =>
  file.size === size && file.ctimeMs === ctimeMs && file.ino === inode

/** Whether it and its folder belong to this user, or to root. */
export function isOwn(dataDir: string, file: Stats): boolean {
  const user = process.geteuid?.()
  return [file, statSync(programsFolder(dataDir)), statSync(dataDir)].every(({ uid }) => uid === user || uid === 0)
}
