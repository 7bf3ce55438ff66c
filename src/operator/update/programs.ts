/**
 * The programs that updates brought, in `<data>/programs/<version>/balcao`, and what `<data>/programs/state.json` says about
 * them. Read by each command before anything else is loaded, so this file imports next to nothing.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program in the folder, with what its file looked like when its signature and digest were verified. */
export type KeptProgram = {
  readonly version: string
  readonly sha256: string
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
  readonly verifiedAt: number
}

export const stepNames = [
  // by the server that looks for updates
  'download',
  'verify',
  'backup',
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
 * `fetching`: nothing has changed yet. `stopping`: the server stops, and databases are copied aside. `trial`: the new program
 * works with its doors shut. `opened`: its doors are open. `good` and `failed` are final.
 */
export type AttemptPhase = 'fetching' | 'stopping' | 'trial' | 'opened' | 'good' | 'failed'

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
export const statePath = (dataDir: string) => join(programsFolder(dataDir), 'state.json')

const NOTHING: UpdateState = { format: 1, current: null, programs: [], attempts: [] }

/** Of an installation that was never updated, or whose state cannot be read: nothing. */
export function readUpdateState(dataDir: string): UpdateState {
  try {
    return JSON.parse(readFileSync(statePath(dataDir), 'utf8')) as UpdateState // we write it
  } catch {
    return NOTHING
  }
}

export const isUnfinished = ({ phase }: Attempt): boolean => phase !== 'good' && phase !== 'failed'

/** The attempt that runs, or that a crash left. */
export const findUnfinished = ({ attempts: [newest] }: UpdateState): Attempt | undefined =>
  newest && isUnfinished(newest) ? newest : undefined

/** Versions that failed here: the schedule does not try them again. */
export const listFailed = ({ attempts }: UpdateState): string[] =>
  attempts.filter(({ phase }) => phase === 'failed').map(({ version }) => version)
