/**
 * Makes backups while the server runs, at the time that the operator has set or when they ask. Another process does the work:
 * checking a large database would hold the loop.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { AppError } from '../../errors'
import { nextRun } from '../../platform/jobs'
import type { Log } from '../../platform/log'
import { defineService } from '../../platform/module'
import { type ControlDb, remembered } from '../../platform/sqlite'
import type { StoredFileColumn } from '../../platform/stored-files'
import type { Clock } from '../../platform/time'
import type { OperatorSettings } from '../../settings/operator/settings'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { freeName } from './files'
import { backupName } from './list'
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

declare module '../../platform/module' {
  interface Services {
    readonly backups: Backups
  }
}

export type Backups = ReturnType<typeof createBackups>

export type BackupsDeps = {
  readonly dataDir: string
  readonly control: ControlDb
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

export function createBackups(deps: BackupsDeps) {
  const { dataDir, control, settings, storedFiles, clock, log, program, changed } = deps
  const openedAt = clock()
  let isRunning = false
  let going: Promise<unknown> = Promise.resolve()
  let isOver = false
  let child: ReturnType<typeof Bun.spawn> | undefined
  forgetUnfinished(control)
  const lastHasFailed = remembered(
    control.$client,
    () => listRuns(control, 10).find(({ state }) => state !== 'running')?.state === 'failed',
    ['backup_runs'],
  )

  async function run(args: readonly string[]): Promise<string> {
    const process = Bun.spawn([...(program ?? []), 'backup', ...args, '--json', '--data', dataDir], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = process
    setPriority(process.pid, NICENESS)
    const [out, err] = await Promise.all([process.stdout, process.stderr].map((stream) => new Response(stream).text()))
    await process.exited
    child = undefined
    if (out?.trim()) return out
    throw new Error(messageIn(err ?? '') || `the process ended with ${process.signalCode ?? process.exitCode}`)
  }

  async function make(folder: string): Promise<Outcome> {
    if (!program) {
      const { createBackup } = await import('./create')
      const made = await createBackup(dataDir, clock(), { to: folder, withKey: false, storedFiles })
      return outcomeOf({ ...made, bytes: sizeOf(made.manifest), companies: made.manifest.companies })
    }
    return outcomeOf(v.parse(Made, JSON.parse(await run(['create', '--by-server', '--to', folder]))))
  }

  async function verify(folder: string): Promise<string | null> {
    const found = program
      ? v.parse(Verified, JSON.parse(await run(['verify', folder])))
      : await (await import('./verify')).verifyBackup(folder, { readMedia: true, storedFiles })
    return [...found.problems, ...found.faults, ...found.missing][0] ?? null
  }

  /** Keeps the newest of those that the server made; the last good one always stays. */
  async function removeOld(): Promise<void> {
    const keep = settings.read('backupKeep')
    const made = listRuns(control, 1000).filter(({ kind, state }) => kind !== 'command' && state === 'verified')
    for (const { id, folder } of made.slice(keep)) {
      if (isBackup(folder)) await rm(folder, { recursive: true, force: true })
      forgetRun(control, id)
    }
  }

  async function work(id: number, folder: string): Promise<void> {
    try {
      const outcome = await make(folder)
      endRun(control, clock(), id, outcome)
      if (outcome.state === 'verified') await removeOld()
    } catch (error) {
      if (!isOver) log.error({ err: error, job: 'backup' }, 'backup failed')
      const problem = error instanceof Error ? error.message : String(error)
      if (isOver) return void forgetUnfinished(control)
      endRun(control, clock(), id, { state: 'failed', folder, bytes: null, companies: null, problem })
    } finally {
      isRunning = false
      if (!isOver) changed()
    }
  }

  async function compare({ id, folder }: BackupRun): Promise<void> {
    const note = (problem: string | null) => {
      if (!isOver) noteVerification(control, clock(), id, problem)
    }
    try {
      note(existsSync(folder) ? await verify(folder) : 'missing')
    } catch (error) {
      note(error instanceof Error ? error.message : String(error))
    } finally {
      isRunning = false
      if (!isOver) changed()
    }
  }

  const start = (kind: BackupKind): { readonly run: BackupRun; readonly done: Promise<void> } => {
    if (isRunning) throw new AppError('ERR_BACKUP_RUNNING')
    const now = clock()
    const folder = freeName(join(backupFolderOf(dataDir, settings.read('backupFolder')), backupName(now)))
    isRunning = true
    const id = startRun(control, now, kind, folder)
    const done = work(id, folder)
    going = done
    changed()
    return { run: findRun(control, id) as BackupRun, done } // stored above
  }

  /** When the next scheduled one is due; null without a schedule. */
  const nextAt = (): number | null => {
    const pattern = settings.read('backupCron')
    if (pattern === '') return null
    const [last] = listRuns(control, 1000).filter(({ kind }) => kind === 'scheduled')
    return nextRun(pattern, last?.startedAt ?? openedAt, deps.timeZone())
  }

  return {
    /** Resolves `done` when it has ended, however it went. */
    start,
    /**
     * Makes the scheduled one if its time has come, also after the server was off at that time. Returns how it ended;
     * undefined if none was due.
     */
    async startDue(): Promise<BackupRun | undefined> {
      const at = nextAt()
      if (at === null || at > clock() || isRunning) return undefined
      const { run, done } = start('scheduled')
      await done
      return isOver ? undefined : findRun(control, run.id)
    },
    /** Compares every file again. Resolves `done` when it has ended; undefined if there is no such backup. */
    verifyAgain(id: number): { readonly done: Promise<void> } | undefined {
      const found = findRun(control, id)
      if (!found) return undefined
      if (isRunning || found.state === 'running') throw new AppError('ERR_BACKUP_RUNNING')
      isRunning = true
      const done = compare(found)
      going = done
      return { done }
    },
    list: (most: number) => listRuns(control, most),
    /** Whether the newest one that has ended has failed. */
    hasFailed: (): boolean => lastHasFailed(null),
    /** When the newest good one was made. */
    lastGoodAt: (): number | null =>
      listRuns(control, 1000).find(({ state }) => state === 'verified')?.startedAt ?? null,
    nextAt,
    folder: () => backupFolderOf(dataDir, settings.read('backupFolder')),
    isRunning: () => isRunning,
    /** A child process is ended, and leaves nothing. */
    async stop(): Promise<void> {
      isOver = true
      child?.kill()
      await going
    },
  }
}

export const backups = defineService('backups', {
  create({ databases, operatorSettings, announce, ...services }) {
    const { control, dataDir } = databases
    const backups = createBackups({
      ...services,
      dataDir,
      control,
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

/** The command's refusal, in its own words. */
function messageIn(err: string): string {
  const line = err.trim().split('\n').at(-1) ?? ''
  try {
    const { message } = JSON.parse(line) as { message?: unknown } // checked below
    return typeof message === 'string' ? message : line
  } catch {
    return line
  }
}
