/** Writes what an attempt to update does into `state.json`, each change durable before the next one begins. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStorageFull } from '../../platform/sqlite'
import { version as ownVersion } from '../../version'
import { syncToDisk } from '../backup/files'
import { processName } from '../handover'
import { Refusal } from '../refusal'
import {
  type Attempt,
  type AttemptStep,
  findProgramFile,
  findUnfinished,
  isNewer,
  type KeptProgram,
  programsFolder,
  readUpdateState,
  releasePath,
  signaturePath,
  statePath,
  type UpdateState,
} from './programs'

export type NewAttempt = Pick<Attempt, 'version' | 'by'>

/** Attempts that are kept for the operator to read. */
const ATTEMPTS_KEPT = 20
/** Given up on a full disk, so that the end of an attempt can always be written. */
const RESERVE_BYTES = 64 * 1024
const reservePath = (dataDir: string) => join(programsFolder(dataDir), 'reserve')

/** Refuses while another attempt runs. Returns its id. Only the process that holds the data folder may write. */
export function beginAttempt(dataDir: string, { version, by }: NewAttempt, now: number): string {
  if (findUnfinished(readUpdateState(dataDir))?.phase === 'ready')
    failAttempt(dataDir, 'Another attempt began before it was tried.', now)
  const state = readUpdateState(dataDir)
  const running = findUnfinished(state)
  if (running) throw new Refusal(`The update to ${running.version} is still running.`)
  const id = crypto.randomUUID()
  const attempt: Attempt = {
    id,
    version,
    from: ownVersion,
    by,
    phase: 'fetching',
    startedAt: now,
    endedAt: null,
    changesData: false,
    steps: [],
    cause: null,
    process: processName(process.pid),
    isStopped: false,
  }
  mkdirSync(programsFolder(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(reservePath(dataDir), Buffer.alloc(RESERVE_BYTES, 1), { mode: 0o600 })
  writeState(dataDir, { ...state, attempts: [attempt, ...state.attempts].slice(0, ATTEMPTS_KEPT) })
  return id
}

/** Adds the step, or changes the state of the one that runs. */
export function noteStep(
  dataDir: string,
  { step, state, detail = null }: Pick<AttemptStep, 'step' | 'state'> & { readonly detail?: string | null },
  now: number,
): void {
  changeAttempt(dataDir, (attempt) => ({ steps: withStep(attempt.steps, { step, state, at: now, detail }) }))
}

const withStep = (steps: readonly AttemptStep[], next: AttemptStep): AttemptStep[] =>
  steps.at(-1)?.step === next.step ? [...steps.slice(0, -1), next] : [...steps, next]

/** Changes the attempt that runs. */
export function changeAttempt(dataDir: string, change: (attempt: Attempt) => Partial<Attempt>): void {
  changeState(dataDir, (state) => {
    const running = findUnfinished(state)
    if (!running) throw new Refusal('The update has been given up meanwhile.')
    return { ...state, attempts: [{ ...running, ...change(running) }, ...state.attempts.slice(1)] }
  })
}

/** Ends it without success. The step that was running is the one that failed. */
export function failAttempt(dataDir: string, cause: string, now: number, serving?: KeptProgram): void {
  changeState(dataDir, (state) => {
    const running = findUnfinished(state)
    if (!running) return state
    const steps = running.steps.map((one) =>
      one.state === 'running' ? { ...one, state: 'failed' as const, detail: one.detail ?? cause } : one,
    )
    const ended: Attempt = { ...running, phase: 'failed', endedAt: now, cause, steps, process: null }
    return { ...state, ...(serving && { current: serving }), attempts: [ended, ...state.attempts.slice(1)] }
  })
}

/** Keeps what a program came with: `sent` is its release, in base64, and the signature. */
export function keepSignature(
  dataDir: string,
  version: string,
  sent: { readonly bytes: string; readonly signature: string },
): void {
  replaceFile(releasePath(dataDir, version), Buffer.from(sent.bytes, 'base64'))
  replaceFile(signaturePath(dataDir, version), sent.signature)
}

/** Notes the file of a program that has just been verified. */
export function keepProgram(
  dataDir: string,
  program: Pick<KeptProgram, 'version' | 'sha256' | 'size'>,
  now: number,
): KeptProgram {
  const file = findProgramFile(dataDir, program.version)
  if (!file || file.size !== program.size)
    throw new Refusal(`The program of version ${program.version} is not in ${programsFolder(dataDir)} any more.`)
  const kept = { ...program, ctimeMs: file.ctimeMs, inode: file.ino, verifiedAt: now }
  changeState(dataDir, (state) => ({ ...state, programs: sorted([kept, ...without(state.programs, kept)]) }))
  return kept
}

const without = (programs: readonly KeptProgram[], { version }: Pick<KeptProgram, 'version'>) =>
  programs.filter((one) => one.version !== version)
const sorted = (programs: KeptProgram[]) => programs.sort((a, b) => (isNewer(a.version, b.version) ? -1 : 1))

/** Reads, changes and writes the state. */
export function changeState(dataDir: string, change: (state: UpdateState) => UpdateState): void {
  writeState(dataDir, change(readUpdateState(dataDir)))
}

function writeState(dataDir: string, state: UpdateState): void {
  const text = `${JSON.stringify(state, null, 2)}\n`
  try {
    replaceFile(statePath(dataDir), text)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    rmSync(reservePath(dataDir), { force: true })
    replaceFile(statePath(dataDir), text)
  }
}

/** Old or new after a crash, and on the disk when it returns. */
function replaceFile(path: string, content: string | Uint8Array): void {
  const next = `${path}.next`
  const file = openSync(next, 'w', 0o600)
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
  syncToDisk(join(path, '..'))
}
