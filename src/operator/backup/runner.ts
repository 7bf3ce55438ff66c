/**
 * Makes backups while the server runs, at the time that the operator has set or when they ask. Another process does the work:
 * checking a large database would hold the loop.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../../errors'
import { nextRun } from '../../platform/jobs'
import type { Log } from '../../platform/log'
import { defineService } from '../../platform/module'
import { lowerPriority } from '../../platform/priority'
import { remembered, type WritableControl } from '../../platform/sqlite'
import type { StoredFileColumn } from '../../platform/stored-files'
import type { Clock } from '../../platform/time'
import type { OperatorSettings } from '../../settings/operator/settings'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { messageIn } from '../command-words'
import { freeName } from './files'
import { backupName, listBackupsIn } from './list'
import { MANIFEST } from './manifest'
import {
  type BackupKind,
  type BackupRun,
  backupFolderOf,
  endRun,
  findRun,
  forgetRun,
  forgetUnfinished,
  listRuns,
  noteVerification,
  type Outcome,
  startRun,
} from './runs'

const NICENESS = 10
/** Runs that are looked through. */
const MOST_LISTED = 1000

declare module '../../platform/module' {
  interface Services {
    readonly backups: Backups
  }
}

export type BackupsDeps = {
  readonly dataDir: string
  readonly control: WritableControl
  /** As `Databases.whenControlIsHere`. */
  readonly whenHere: (call: () => void) => void
  readonly settings: Pick<OperatorSettings, 'read'>
  readonly storedFiles: readonly StoredFileColumn[]
  readonly clock: Clock
  readonly log: Log
  /** This program's command line. Without it, backups are made in this process. */
  readonly program: readonly string[] | undefined
  /** Of the operator's company. */
  timeZone(): string
  /** A backup began, ended, or was looked at. */
  changed(): void
}

const Made = v.object({
  folder: v.string(),
  bytes: v.number(),
  companies: v.array(v.unknown()),
  problems: v.array(v.string()),
})
const Verified = v.object({
  problems: v.array(v.string()),
  faults: v.array(v.string()),
  missing: v.array(v.string()),
})

export class Backups {
  readonly #deps: BackupsDeps
  readonly #openedAt: number
  readonly #newestHasFailed: (key: null) => boolean
  #isRunning = false
  /** When a node that does not write control.db last began one. */
  #triedAt = 0
  #work: Promise<unknown> = Promise.resolve()
  #isOver = false
  #child: ReturnType<typeof Bun.spawn> | undefined

  constructor(deps: BackupsDeps) {
    const { control, clock } = deps
    this.#deps = deps
    this.#openedAt = clock()
    deps.whenHere(() => this.#isRunning || forgetUnfinished(control))
    this.#newestHasFailed = remembered(
      control.$client,
      () => listRuns(control, 10).find(({ state }) => state !== 'running')?.state === 'failed',
      ['backup_runs'],
    )
  }

  /** Resolves `done` when it has ended, however it went. */
  start(kind: BackupKind): { readonly run: BackupRun; readonly done: Promise<void> } {
    const { control, clock, changed } = this.#deps
    if (this.#isRunning) throw new AppError('ERR_BACKUP_RUNNING')
    const now = clock()
    const folder = freeName(join(this.folder(), backupName(now)))
    this.#isRunning = true
    const id = startRun(control, now, kind, folder)
    const done = this.#run(id, folder)
    this.#work = done
    changed()
    return { run: findRun(control, id) as BackupRun, done } // stored above
  }

  /**
   * Makes the scheduled one if its time has come, also after the server was off at that time. Returns how it ended;
   * undefined if none was due.
   */
  async startDue(): Promise<BackupRun | undefined> {
    const { control, clock } = this.#deps
    const at = this.nextAt()
    if (at === null || at > clock() || this.#isRunning) return undefined
    const { run, done } = this.start('scheduled')
    await done
    return this.#isOver ? undefined : findRun(control, run.id)
  }

  /**
   * On a node of a fleet where control.db is not written, so no row tells of it: makes the scheduled one of what the node owns,
   * in a folder of the node's name. Returns why it failed; null if it is good, undefined if none was due.
   */
  async makeDueOnNode(node: string): Promise<string | null | undefined> {
    const { clock, log, settings, timeZone } = this.#deps
    const pattern = settings.read('backupCron')
    if (pattern === '' || this.#isRunning) return undefined
    const folder = join(this.folder(), node)
    const [newest] = listBackupsIn(folder)
    const last = Math.max(newest ? Date.parse(newest.manifest.createdAt) : this.#openedAt, this.#triedAt)
    const at = nextRun(pattern, last, timeZone())
    if (at === null || at > clock() || this.#isOver) return undefined
    this.#isRunning = true
    this.#triedAt = clock()
    const work = this.#makeOnNode(folder).catch((error: unknown) => {
      if (!this.#isOver) log.error({ err: error, job: 'backup' }, 'backup failed')
      return error instanceof Error ? error.message : String(error)
    })
    this.#work = work
    const problem = await work
    this.#isRunning = false
    return this.#isOver ? undefined : problem
  }

  /** On a node of a fleet, wherever control.db is written: of what the node owns now. Returns why it failed; null if it is good. */
  async makeOnNode(node: string): Promise<string | null> {
    while (this.#isRunning) await this.#work
    this.#isRunning = true
    const work = this.#makeOnNode(join(this.folder(), node))
    this.#work = work.catch(() => {}) // whoever asked gets it
    try {
      return await work
    } finally {
      this.#isRunning = false
    }
  }

  async #makeOnNode(folder: string): Promise<string | null> {
    const { clock, settings } = this.#deps
    const { state, problem } = await this.#make(freeName(join(folder, backupName(clock()))))
    if (state !== 'verified') return problem
    for (const old of listBackupsIn(folder).slice(settings.read('backupKeep')))
      await rm(old.folder, { recursive: true, force: true })
    return null
  }

  /** Compares every file again. Resolves `done` when it has ended; undefined if there is no such backup. */
  verifyAgain(id: number): { readonly done: Promise<void> } | undefined {
    const found = findRun(this.#deps.control, id)
    if (!found) return undefined
    if (this.#isRunning || found.state === 'running') throw new AppError('ERR_BACKUP_RUNNING')
    this.#isRunning = true
    const done = this.#compare(found)
    this.#work = done
    return { done }
  }

  find(id: number): BackupRun | undefined {
    return findRun(this.#deps.control, id)
  }

  list(most: number): BackupRun[] {
    return listRuns(this.#deps.control, most)
  }

  /** Whether the newest one that has ended has failed. */
  hasFailed(): boolean {
    return this.#newestHasFailed(null)
  }

  /** When the newest good one was made. */
  lastGoodAt(): number | null {
    return this.list(MOST_LISTED).find(({ state }) => state === 'verified')?.startedAt ?? null
  }

  /** When the next scheduled one is due; null without a schedule. */
  nextAt(): number | null {
    const { settings, timeZone } = this.#deps
    const pattern = settings.read('backupCron')
    if (pattern === '') return null
    const [last] = this.list(MOST_LISTED).filter(({ kind }) => kind === 'scheduled')
    return nextRun(pattern, last?.startedAt ?? this.#openedAt, timeZone())
  }

  folder(): string {
    const { dataDir, settings } = this.#deps
    return backupFolderOf(dataDir, settings.read('backupFolder'))
  }

  isRunning(): boolean {
    return this.#isRunning
  }

  /** Resolves when what runs has ended, however it went. */
  async ended(): Promise<void> {
    await this.#work
  }

  /** A child process is ended, and leaves nothing. */
  async stop(): Promise<void> {
    this.#isOver = true
    this.#child?.kill()
    await this.#work
  }

  async #run(id: number, folder: string): Promise<void> {
    const { control, clock, log } = this.#deps
    try {
      const outcome = await this.#make(folder)
      endRun(control, clock(), id, outcome)
      if (outcome.state === 'verified') await this.#removeOld()
    } catch (error) {
      if (!this.#isOver) log.error({ err: error, job: 'backup' }, 'backup failed')
      const problem = error instanceof Error ? error.message : String(error)
      if (this.#isOver) return void forgetUnfinished(control)
      endRun(control, clock(), id, { state: 'failed', folder, bytes: null, companies: null, problem })
    } finally {
      this.#ended()
    }
  }

  async #compare({ id, folder }: BackupRun): Promise<void> {
    const note = (problem: string | null) => {
      if (!this.#isOver) noteVerification(this.#deps.control, this.#deps.clock(), id, problem)
    }
    try {
      note(existsSync(folder) ? await this.#verify(folder) : 'missing')
    } catch (error) {
      note(error instanceof Error ? error.message : String(error))
    } finally {
      this.#ended()
    }
  }

  #ended(): void {
    this.#isRunning = false
    if (!this.#isOver) this.#deps.changed()
  }

  async #make(folder: string): Promise<Outcome> {
    const { program, dataDir, clock, storedFiles } = this.#deps
    if (!program) {
      const { createBackup } = await import('./create')
      const made = await createBackup(dataDir, clock(), { to: folder, withKey: false, storedFiles })
      return outcomeOf({ ...made, bytes: sizeOf(made.manifest), companies: made.manifest.companies })
    }
    const out = await this.#command(program, ['create', '--by-server', '--to', folder])
    return outcomeOf(v.parse(Made, JSON.parse(out)))
  }

  async #verify(folder: string): Promise<string | null> {
    const { program, storedFiles } = this.#deps
    const found = program
      ? v.parse(Verified, JSON.parse(await this.#command(program, ['verify', folder])))
      : await (await import('./verify')).verifyBackup(folder, { readMedia: true, storedFiles })
    return [...found.problems, ...found.faults, ...found.missing][0] ?? null
  }

  /** Returns what the command writes. */
  async #command(program: readonly string[], args: readonly string[]): Promise<string> {
    const child = Bun.spawn([...program, 'backup', ...args, '--json', '--data', this.#deps.dataDir], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    lowerPriority(child.pid, NICENESS)
    const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
    await child.exited
    this.#child = undefined
    if (out?.trim()) return out
    throw new Error(messageIn(err ?? '') || `the process ended with ${child.signalCode ?? child.exitCode}`)
  }

  /** Keeps the newest of those that the server made; the last good one always stays. */
  async #removeOld(): Promise<void> {
    const { control, settings } = this.#deps
    const keep = settings.read('backupKeep')
    const made = this.list(MOST_LISTED).filter(({ kind, state }) => kind !== 'command' && state === 'verified')
    for (const { id, folder } of made.slice(keep)) {
      if (isBackup(folder)) await rm(folder, { recursive: true, force: true })
      forgetRun(control, id)
    }
  }
}

export const backups = defineService('backups', {
  create({ databases, operatorSettings, announce, ...services }) {
    const { dataDir, serviceControl: control } = databases
    const backups = new Backups({
      ...services,
      dataDir,
      control,
      whenHere: databases.whenControlIsHere,
      settings: operatorSettings,
      timeZone: () => findCompany(control, OPERATOR_COMPANY)?.timeZone ?? 'UTC',
      changed: () => announce({ backupFailed: backups.hasFailed() }, ({ super: isSuper }) => isSuper),
    })
    return backups
  },
  stop: (backups) => backups.stop(),
})

type MadeBackup = Pick<v.InferOutput<typeof Made>, 'folder' | 'bytes'> & {
  readonly companies: readonly unknown[]
  readonly problems: readonly string[]
}

/** A restored control.db may name any folder: only what is a backup is removed. */
const isBackup = (folder: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{6}Z(-\d+)?$/.test(basename(folder)) && existsSync(join(folder, MANIFEST))

const outcomeOf = ({ folder, bytes, companies, problems }: MadeBackup): Outcome => ({
  state: problems.length === 0 ? 'verified' : 'failed',
  folder,
  bytes,
  companies: companies.length,
  problem: problems[0] ?? null,
})

export const sizeOf = ({ files }: { readonly files: Readonly<Record<string, { readonly size: number }>> }): number =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0)
