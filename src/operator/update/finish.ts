/**
 * Ends attempts: as good, or by going back. A start of the server does it before it opens anything, whatever `state.json` says
 * and however often it is killed meanwhile.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { controlPath } from '../../platform/databases'
import { isOfFleetNode } from '../../platform/fleet-environment'
import { DataFolderInUse, lockDataFolder } from '../../platform/lock'
import { SECOND } from '../../platform/time'
import { isRunning, processName } from '../handover'
import { readVersion } from '../inspect'
import { kinds } from '../layout'
import { listSchemaVersions } from '../migrations'
import { changeAttempt, changeState, failAttempt, noteStep } from './attempts'
import { copyOf, putBack, removeCopies, removeCopiesOf } from './copies'
import { findProgram } from './hand-over'
import {
  type Attempt,
  findUnfinished,
  isUnfinished,
  programsFolder,
  readUpdateState,
  type UpdateState,
} from './programs'

/** The new program serves from now on, and what the way back needed goes. */
export function succeed(dataDir: string, now: number): void {
  changeState(dataDir, (state) => {
    const [running, ...others] = state.attempts
    if (!running) return state
    const kept = [running.version, state.current?.version] // the one that serves, and the one before
    const programs = state.programs.filter(({ version }) => kept.includes(version))
    const current = findProgram(state, running) ?? null
    return {
      ...state,
      current,
      programs,
      attempts: [{ ...running, phase: 'good', endedAt: now, process: null }, ...others],
    }
  })
  removeCopies(dataDir)
  removeOthers(dataDir, readUpdateState(dataDir))
}

/** Folders of programs that are not kept. A process that still runs one is not disturbed. */
function removeOthers(dataDir: string, { programs }: UpdateState): void {
  const kept = new Set(programs.map(({ version }) => version))
  for (const entry of readdirSync(programsFolder(dataDir), { withFileTypes: true }))
    if (entry.isDirectory() && /^\d/.test(entry.name) && !kept.has(entry.name))
      rmSync(join(programsFolder(dataDir), entry.name), { recursive: true, force: true })
}

/** A process that was killed right after an attempt had ended leaves its copies. */
export function removeLeftCopies(dataDir: string): void {
  for (const attempt of readUpdateState(dataDir).attempts)
    if (!isUnfinished(attempt)) removeCopiesOf(dataDir, attempt.id)
}

/**
 * Finishes what an earlier process left. Throws `DataFolderInUse` while that process runs. Returns whether another program
 * has to serve now: the new one has changed the data, and this one does not know them.
 */
export async function finishUpdate(dataDir: string, clock: () => number): Promise<boolean> {
  const left = findUnfinished(readUpdateState(dataDir))
  if (!left || left.phase === 'ready') return false
  if (left.process !== null && left.process !== processName(process.pid) && isRunning(left.process))
    throw new DataFolderInUse(dataDir)
  const lock = await lockSoon(dataDir)
  try {
    const attempt = findUnfinished(readUpdateState(dataDir))
    return attempt !== undefined && finish(dataDir, attempt, clock)
  } finally {
    lock.release()
  }
}

function finish(dataDir: string, attempt: Attempt, clock: () => number): boolean {
  switch (attempt.phase) {
    case 'trial': {
      changeAttempt(dataDir, () => ({ process: processName(process.pid) }))
      const cause = causeOf(attempt)
      noteStep(dataDir, { step: 'back', state: 'running' }, clock())
      const names = putBack(dataDir, attempt.id)
      const words = names.length > 0 ? `${names.length} databases are as they were before` : null
      noteStep(dataDir, { step: 'back', state: 'done', detail: words }, clock())
      failAttempt(dataDir, cause, clock())
      return false
    }
    case 'opened':
      return finishOpened(dataDir, attempt, clock)
    default:
      removeCopies(dataDir)
      failAttempt(dataDir, failedStep(attempt)?.detail ?? 'It was interrupted before the new program started.', clock())
      return false
  }
}

/** What came in since the doors opened must not be lost: the older program serves only if it knows these data. */
function finishOpened(dataDir: string, attempt: Attempt, clock: () => number): boolean {
  if (attempt.isStopped) {
    succeed(dataDir, clock())
    return true
  }
  if (isOfFleetNode(dataDir) ? !hasBroughtControl(dataDir, attempt) : knowsData(dataDir)) {
    failAttempt(dataDir, causeOf(attempt), clock())
    removeCopies(dataDir)
    return false
  }
  const words = `Version ${attempt.from} cannot ${isOfFleetNode(dataDir) ? 'own control.db' : 'read the data'} any more, so version ${attempt.version} serves all the same.`
  failAttempt(dataDir, `${causeOf(attempt)} ${words}`, clock(), findProgram(readUpdateState(dataDir), attempt))
  removeCopies(dataDir)
  return true
}

const knowsData = (dataDir: string): boolean =>
  listSchemaVersions(dataDir).every(({ step, of }) => step === null || step <= of)

/**
 * Whether the node has brought control.db further than this program knows: then no node of the version before can own it. Where
 * another node has done that already, this one may go back.
 */
function hasBroughtControl(dataDir: string, { id }: Attempt): boolean {
  if (!existsSync(copyOf(dataDir, id, controlPath(dataDir)))) return false // it would not have changed
  const folder = mkdtempSync(join(programsFolder(dataDir), 'look-'))
  try {
    for (const ending of ['', '-wal'])
      if (existsSync(`${controlPath(dataDir)}${ending}`))
        copyFileSync(`${controlPath(dataDir)}${ending}`, join(folder, `control.db${ending}`))
    return (readVersion(join(folder, 'control.db')) ?? 0) > kinds.control.steps
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const failedStep = ({ steps }: Attempt) => steps.findLast(({ state }) => state === 'failed')

function causeOf(attempt: Attempt): string {
  if (attempt.isStopped) return 'The server was stopped while the update was being tried.'
  return failedStep(attempt)?.detail ?? 'The new program ended unexpectedly.'
}

const LOCK_TIMEOUT_MS = 5 * SECOND
const LOOK_EVERY = 50

/** A child of the ended process needs a moment to end, too. */
async function lockSoon(dataDir: string) {
  const until = performance.now() + LOCK_TIMEOUT_MS
  for (;;)
    try {
      return lockDataFolder(dataDir)
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || performance.now() > until) throw error
      await Bun.sleep(LOOK_EVERY)
    }
}
