/**
 * Replaces the running server by a verified program: stops in order, copies databases aside, starts the watcher, hands over.
 * From the stop on there is no way back into this process: what fails starts its own program anew, which finishes the attempt.
 */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { leavesSpace } from '../../platform/disk-space'
import { isOfFleetNode } from '../../platform/fleet-environment'
import { lockDataFolder } from '../../platform/lock'
import type { NewProgram } from '../../platform/module'
import { canReplaceProcess, replaceProcess } from '../../platform/replace-process'
import { SECOND } from '../../platform/time'
import { digestOf } from '../backup/files'
import { listHandovers, processName } from '../handover'
import { isMovingIn } from '../moving-in/folder'
import { Refusal } from '../refusal'
import { changeAttempt, keepProgram, noteStep } from './attempts'
import { copyAside, listChanging, listMayChange, listStoredChanging, type SchemaSteps, sizeOfAll } from './copies'
import { PROGRAM, startProgram, TRIAL } from './hand-over'
import { limits } from './limits'
import { type Attempt, findUnfinished, programPath, readUpdateState, watcherPath } from './programs'

/** What the swap needs of the process that it replaces. */
export type SwapHost = {
  readonly dataDir: string
  /** Stops the server in order; null when none runs in this process. */
  readonly stop: (() => Promise<void>) | null
  readonly clock: () => number
  /** Of the command that serves, without the program. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Ends this process: its id goes on as the new program. The attempt must have begun (`beginAttempt`), and its backup be made.
 * Throws a `Refusal`, with the server still running, if the program cannot be tried here.
 */
export async function swapTo(program: NewProgram, host: SwapHost): Promise<never> {
  const { dataDir, clock } = host
  const attempt = findUnfinished(readUpdateState(dataDir))
  if (attempt?.version !== program.version) throw new Refusal(`No update to ${program.version} has begun.`)
  requireOwnProgram()
  requireNoOtherWork(dataDir)
  await requireProgram(program, dataDir)
  keepProgram(dataDir, program, clock())
  const steps = await askSteps(programPath(dataDir, program.version), dataDir)
  const isNode = isOfFleetNode(dataDir)
  const changing = isNode ? listMayChange(dataDir, steps) : await listChanging(dataDir, steps)
  requireSpace(dataDir, sizeOfAll(changing))
  changeAttempt(dataDir, () => ({
    phase: 'stopping',
    changesData: changing.length > 0,
    process: processName(process.pid),
  }))
  noteSignals(attempt.id, dataDir)
  try {
    await stop(host)
    await prepare(attempt, isNode ? listStoredChanging(dataDir, steps) : changing, host)
    return handOverTo(program, attempt, host)
  } catch (error) {
    return comeBack(error, host)
  }
}

/** Who stops this process now wants no server, so the watcher must not become one. */
function noteSignals(id: string, dataDir: string): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (findUnfinished(readUpdateState(dataDir))?.id === id) changeAttempt(dataDir, () => ({ isStopped: true }))
    })
}

/** Of other processes, which would have the databases open while they are copied. */
export function requireNoOtherWork(dataDir: string): void {
  if (listHandovers(dataDir).size > 0)
    throw new Refusal('A command is working on a company. Try again when it has ended.')
  if (isMovingIn(dataDir)) throw new Refusal('An installation is moving in. Try again when that has ended.')
}

/** What starts again if the new program fails. */
function requireOwnProgram(): void {
  if (!canReplaceProcess())
    throw new Refusal('Programs cannot be replaced on this system: install the version by hand.')
  const [running, started] = ['/proc/self/exe', process.execPath].map((path) =>
    statSync(path, { throwIfNoEntry: false, bigint: true }),
  )
  if (running?.ino !== started?.ino || running?.dev !== started?.dev)
    throw new Refusal('The executable was replaced while the server runs. Restart the server before it is updated.')
}

async function requireProgram({ version, sha256 }: NewProgram, dataDir: string): Promise<void> {
  const found = await digestOf(programPath(dataDir, version)).catch(() => undefined)
  if (found?.sha256 !== sha256) throw new Refusal(`The program of version ${version} is not the one that was verified.`)
}

/** The schema versions of the new program. That it answers shows that it runs here. */
async function askSteps(path: string, dataDir: string): Promise<SchemaSteps> {
  const child = Bun.spawn([path, 'migrate', 'status', '--json', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [PROGRAM]: 'own' },
    timeout: limits.start,
    killSignal: 'SIGKILL',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  try {
    return stepsIn(JSON.parse(out))
  } catch {
    throw new Refusal(`The new program does not run here (exit code ${code}): ${messageIn(err)}`)
  }
}

/** The command's own words, if it is one of ours that speaks. */
function messageIn(err: string): string {
  const line = err.trim().split('\n').at(-1) ?? ''
  return /"message":"(.+?)"[,}]/.exec(line)?.[1] ?? line.slice(0, 500)
}

function stepsIn(versions: unknown): SchemaSteps {
  if (!Array.isArray(versions)) throw new TypeError('no list of databases')
  const steps: { -readonly [kind in keyof SchemaSteps]: SchemaSteps[kind] } = {}
  for (const one of versions as { database?: unknown; of?: unknown }[]) {
    const kind = /(control|tenant|session)\.db$/.exec(String(one.database))?.[1] as keyof SchemaSteps | undefined
    if (kind && typeof one.of === 'number') steps[kind] = one.of
  }
  return steps
}

/** For the copies, and for what a migration writes anew. */
function requireSpace(dataDir: string, bytes: number): void {
  if (bytes > 0 && !leavesSpace(dataDir, 2 * bytes))
    throw new Refusal(`The disk is too full to try the update: it needs ${Math.ceil((2 * bytes) / 1e6)} MB.`)
}

async function stop({ dataDir, stop: stopServer, clock }: SwapHost): Promise<void> {
  noteStep(dataDir, { step: 'stop', state: stopServer ? 'running' : 'skipped' }, clock())
  if (!stopServer) return
  await Promise.race([
    stopServer(),
    Bun.sleep(limits.stop).then(() => {
      throw new Error('the server did not stop in time')
    }),
  ])
  noteStep(dataDir, { step: 'stop', state: 'done' }, clock())
}

async function prepare({ id }: Attempt, changing: readonly string[], { dataDir, clock }: SwapHost): Promise<void> {
  const lock = lockDataFolder(dataDir)
  try {
    if (changing.length === 0) return
    noteStep(dataDir, { step: 'copy', state: 'running' }, clock())
    await copyAside(dataDir, id, { paths: changing })
    noteStep(dataDir, { step: 'copy', state: 'done', detail: `${changing.length} databases` }, clock())
  } finally {
    lock.release()
  }
}

function handOverTo({ version }: NewProgram, attempt: Attempt, host: SwapHost): Promise<never> {
  const { dataDir, clock, args, env } = host
  noteStep(dataDir, { step: 'start', state: 'running' }, clock())
  changeAttempt(dataDir, () => ({ phase: 'trial' }))
  const path = programPath(dataDir, version)
  return startWatched(path, attempt.id, { dataDir, args, env })
}

const READY_TIMEOUT_MS = 20 * SECOND
const LOOK_EVERY = 20

type WatchedStart = Pick<SwapHost, 'dataDir' | 'args' | 'env'>

/**
 * Starts the watcher, a child of this process with its program, and goes on as the new one. As first process of a container
 * it is the other way round: nothing can end that one, and everything ends with it.
 */
async function startWatched(path: string, id: string, { dataDir, args, env }: WatchedStart): Promise<never> {
  const watch = ['watch-update', '--data', dataDir, '--attempt', id, '--parent', String(process.pid)]
  const next = { ...env, [TRIAL]: id, [PROGRAM]: undefined }
  if (process.pid === 1)
    return replaceProcess({
      path: process.execPath,
      args: [...watch, '--start', '--', ...args],
      env: { ...env, [PROGRAM]: 'own' },
    })
  rmSync(watcherPath(dataDir), { force: true })
  const watcher = Bun.spawn([process.execPath, ...watch, '--', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, [PROGRAM]: 'own' },
  })
  watcher.unref()
  const until = performance.now() + READY_TIMEOUT_MS
  while (!isReady(dataDir, watcher.pid)) {
    if (performance.now() > until || watcher.exitCode !== null) throw new Error('the watcher could not be started')
    await Bun.sleep(LOOK_EVERY)
  }
  return replaceProcess({ path, args, env: next })
}

function isReady(dataDir: string, pid: number): boolean {
  try {
    return readFileSync(watcherPath(dataDir), 'utf8') === String(pid)
  } catch {
    return false // not yet
  }
}

/** Starts this program anew. Its start puts everything back. */
async function comeBack(error: unknown, { dataDir, clock, args, env }: SwapHost): Promise<never> {
  const cause = error instanceof Error ? error.message : String(error)
  console.error(`The update cannot be tried: ${cause}`)
  try {
    changeAttempt(dataDir, ({ steps }) => ({
      steps: steps.map((one) =>
        one.state === 'running' ? { ...one, state: 'failed', detail: cause, at: clock() } : one,
      ),
    }))
  } catch {
    // what finishes it says that it was interrupted
  }
  await startProgram(process.execPath, args, env)
  process.exit(1)
}
