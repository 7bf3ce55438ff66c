/**
 * Moves an installation in from the operator's page. Another process does the work, and says in `state.json` how far it
 * is: what the page shows is what stands there, also after this server was started anew or ended without a word.
 */

import { rmSync } from 'node:fs'
import { fail } from '../../errors'
import type { CompanySummary } from '../../moving-in/contract'
import { movers } from '../../moving-in/mover'
import { operatorsOnly } from '../../platform/events'
import { typeOf } from '../../platform/file-type'
import { instant } from '../../platform/formats'
import type { Log } from '../../platform/log'
import { defineService } from '../../platform/module'
import { getValue } from '../../platform/sql'
import type { ControlDb } from '../../platform/sqlite'
import { SECOND } from '../../platform/time'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import {
  type Choice,
  type FileKind,
  fileKinds,
  type MovingIn,
  type MovingRun,
  movingInChanged,
  movingInProgress,
  type NewUpload,
  type SourceWords,
} from './contract'
import { movingInErrors as errors } from './errors'
import { filesPath, forgetState, isMovingIn, keepState, readLastSummary, readMovingState, stagingPath } from './folder'
import { forgetDryRun, keepDryRun, keepPlan, type Plan, readDryRun, readPlan } from './plan'
import { type RunDeps, type Running, type RunOrder, startRun } from './process'
import { pathOf, requireReadable, showFile, shownFacts, stampOf, uploadsFolder } from './source-files'
import type { MovingState } from './state'
import { freeBytes, Uploads } from './uploads'

declare module '../../platform/module' {
  interface Services {
    /** Moving in from the operator's page. */
    readonly movesIn: MovesIn
  }
}

/** Also the shortest time between two progress events. */
const LOOK_EVERY = SECOND

export type MovesInDeps = RunDeps & {
  readonly control: ControlDb
  readonly log: Log
  /** Companies have come. */
  arrived(): Promise<void>
  progressed(run: MovingRun): void
  changed(): void
}

export class MovesIn {
  readonly #deps: MovesInDeps
  readonly #uploads: Uploads
  #plan: Plan
  #running: Running | null = null
  #work: Promise<void> = Promise.resolve()
  #watch: Timer | undefined
  #shown = ''
  #isOver = false

  constructor(deps: MovesInDeps) {
    const { dataDir, clock } = deps
    this.#deps = deps
    this.#plan = readPlan(dataDir)
    this.#uploads = new Uploads({
      dataDir,
      clock,
      complete: ({ kind, name, bytes }) => {
        const others = this.#plan.uploads.filter((one) => one.kind !== kind)
        this.#keep({ uploads: [...others, { kind, name, bytes }] })
      },
    })
    if (this.#isRunning()) this.#follow()
    else if (this.#plan.task) this.#settle()
  }

  show(): MovingIn {
    const { dataDir } = this.#deps
    const { source, uploads, choice } = this.#plan
    this.#uploads.forgetOld()
    const dump = source && showFile(source, uploads, 'dump')
    return {
      source: source &&
        dump && {
          dump,
          media: showFile(source, uploads, 'media'),
          redis: showFile(source, uploads, 'redis'),
          name: source.name,
          zone: source.zone,
          database: source.database,
        },
      uploads: [...uploads],
      upload: this.#uploads.current(),
      run: this.#showRun(),
      ...this.#showReports(),
      choice,
      free: freeBytes(dataDir),
    }
  }

  /** `killed`: its process is gone without a word, perhaps before the first one. */
  #showRun(): MovingRun | null {
    const { task } = this.#plan
    const state = readMovingState(this.#deps.dataDir) ?? (task && stateAtFirst(task))
    if (!state) return null
    const isOurs = task?.isDryRun === state.isDryRun
    const isUpload = isOurs && this.#plan.source?.dump === ''
    return runOf(state, { isAlive: this.#isRunning(), isOurs, isUpload })
  }

  #showReports(): Pick<MovingIn, 'dryRun' | 'askedAbout' | 'result'> {
    const { dataDir } = this.#deps
    const { source, dryRun } = this.#plan
    const report = dryRun ? readDryRun(dataDir) : undefined
    const state = readMovingState(dataDir)
    const done = state?.state === 'done' && !state.isDryRun ? readLastSummary(dataDir) : undefined
    return {
      dryRun:
        source && dryRun && report ? { ...datesOf(dryRun), report, isStale: this.#stamp() !== dryRun.stamp } : null,
      askedAbout: report ? this.#askedAbout(report.companies) : null,
      result:
        state && done ? { ...datesOf({ ...state, endedAt: state.endedAt ?? state.startedAt }), report: done } : null,
    }
  }

  /** In the dry run it moved into company 1. */
  #askedAbout(companies: readonly CompanySummary[]): string | null {
    const hasMoved = 'SELECT 1 FROM moved_companies WHERE company_id = ?'
    if (getValue(this.#deps.control, hasMoved, OPERATOR_COMPANY) !== undefined) return null
    return companies.find(({ id }) => id === OPERATOR_COMPANY)?.theirs ?? null
  }

  /** Checks what can be seen before all of it is read. Fails with ERR_MOVING_IN_SOURCE or ERR_MOVING_IN_NO_SOURCE. */
  async choose(source: SourceWords): Promise<void> {
    const { dataDir } = this.#deps
    this.#requireIdle()
    for (const kind of fileKinds) {
      const path = pathOf(dataDir, source, this.#plan.uploads, kind)
      if (path !== null) await requireReadable({ dataDir, kind, path, isUpload: source[kind] === '' })
      else if (kind === 'dump') fail(errors.ERR_MOVING_IN_NO_SOURCE)
    }
    this.#requireIdle()
    forgetDryRun(dataDir)
    this.#keep({ source, dryRun: null, choice: null, task: null })
  }

  /** Forgets the source, what was uploaded and what was staged, and puts the last result away. */
  forget(): void {
    const { dataDir } = this.#deps
    this.#requireIdle()
    this.#uploads.forget()
    rmSync(uploadsFolder(dataDir), { recursive: true, force: true })
    rmSync(filesPath(dataDir), { recursive: true, force: true })
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${stagingPath(dataDir)}${ending}`, { force: true })
    forgetDryRun(dataDir)
    forgetState(dataDir)
    this.#keep({ source: null, uploads: [], dryRun: null, choice: null, task: null })
  }

  beginUpload(upload: NewUpload): void {
    this.#requireIdle()
    this.#uploads.begin(upload)
    this.#deps.changed()
  }

  /** A run reads what has come, so nothing takes its place meanwhile. */
  takePiece(at: number, body: ReadableStream<Uint8Array> | null): Promise<number> {
    this.#requireIdle()
    return this.#uploads.take(at, body)
  }

  giveUpUpload(): void {
    this.#uploads.forget()
    this.#deps.changed()
  }

  forgetOldUpload(): void {
    if (this.#uploads.forgetOld()) this.#deps.changed()
  }

  startDryRun(): void {
    this.#requireIdle()
    if (!this.#plan.source) fail(errors.ERR_MOVING_IN_NO_SOURCE)
    forgetDryRun(this.#deps.dataDir)
    this.#begin({ isDryRun: true, choice: null })
  }

  start(choice: Choice): void {
    this.#requireIdle()
    if (!this.#plan.source) fail(errors.ERR_MOVING_IN_NO_SOURCE)
    const report = this.#plan.dryRun ? readDryRun(this.#deps.dataDir) : undefined
    if (!report || this.#stamp() !== this.#plan.dryRun?.stamp) fail(errors.ERR_MOVING_IN_DRY_RUN)
    const theirs = report.companies.map((one) => one.theirs)
    const chosen = theirs.filter((id) => !choice.leftOut.includes(id))
    if (chosen.length === 0 || choice.leftOut.some((id) => !theirs.includes(id)))
      fail('ERR_INVALID_INPUT', [{ field: 'leftOut', message: 'form.invalid' }])
    const asked = this.#askedAbout(report.companies)
    if (asked !== null && chosen.includes(asked) && choice.isOperators === null)
      fail(errors.ERR_MOVING_IN_UNANSWERED, { question: 'operator' })
    this.#begin({ isDryRun: false, choice })
  }

  /** Goes on with what was stopped, was killed or has failed. */
  resume(): void {
    this.#requireIdle()
    if (!this.#showRun()?.canContinue || !this.#plan.task) fail(errors.ERR_MOVING_IN_IDLE)
    this.#begin({ isDryRun: this.#plan.task.isDryRun, choice: this.#plan.choice })
  }

  /** The run ends at its next slice; one of an earlier server, too. */
  halt(): void {
    if (!this.#isRunning()) fail(errors.ERR_MOVING_IN_IDLE)
    const pid = readMovingState(this.#deps.dataDir)?.pid
    if (this.#running) this.#running.stop()
    else if (pid !== undefined && pid !== process.pid) process.kill(pid, 'SIGTERM') // its lock is held, so that it is the one
  }

  /** Ends the run: the page offers to go on with it. */
  async stop(): Promise<void> {
    this.#isOver = true
    clearInterval(this.#watch)
    this.#running?.stop()
    this.#uploads.forget()
    await this.#work
  }

  #begin({ isDryRun, choice }: { readonly isDryRun: boolean; readonly choice: Choice | null }): void {
    const { dataDir, clock } = this.#deps
    if (this.#uploads.isReceiving()) fail(errors.ERR_MOVING_IN_UPLOADING)
    forgetState(dataDir)
    const task = { isDryRun, stamp: this.#stamp(), startedAt: clock() }
    this.#keep({ choice, task, ...(isDryRun && { dryRun: null }) })
    const running = startRun(this.#orderOf(isDryRun, choice), this.#deps)
    this.#running = running
    this.#work = running.done.then((problem) => this.#ended(problem))
    this.#follow()
  }

  #orderOf(isDryRun: boolean, choice: Choice | null): RunOrder {
    const source = this.#plan.source ?? fail(errors.ERR_MOVING_IN_NO_SOURCE)
    const path = (kind: FileKind) => pathOf(this.#deps.dataDir, source, this.#plan.uploads, kind)
    const leftOut = choice?.leftOut ?? []
    const all = readDryRun(this.#deps.dataDir)?.companies.map(({ theirs }) => theirs) ?? []
    return {
      isDryRun,
      source,
      dump: path('dump') ?? fail(errors.ERR_MOVING_IN_NO_SOURCE),
      media: path('media'),
      redis: path('redis'),
      companies: leftOut.length === 0 ? null : all.filter((id) => !leftOut.includes(id)),
      choice,
    }
  }

  async #ended(problem: string | null): Promise<void> {
    const { dataDir, clock, log } = this.#deps
    const { task } = this.#plan
    this.#running = null
    if (problem !== null && task && !readMovingState(dataDir))
      keepState(dataDir, { ...stateAtFirst(task), state: 'failed', endedAt: clock(), problem })
    if (problem !== null && !this.#isOver) log.warn({ problem }, 'moving in has ended early')
    if (!this.#isOver) await this.#settled()
  }

  /** Of a run that an earlier server began. */
  #settle(): void {
    this.#work = this.#settled()
  }

  /** Takes over what the last run has left. */
  async #settled(): Promise<void> {
    clearInterval(this.#watch)
    const { dataDir, arrived, changed, log } = this.#deps
    const state = readMovingState(dataDir)
    const { task } = this.#plan
    if (!task || state?.state !== 'done' || state.isDryRun !== task.isDryRun) return changed()
    const dates = { startedAt: state.startedAt, endedAt: state.endedAt ?? state.startedAt }
    if (task.isDryRun) {
      keepDryRun(dataDir)
      this.#keep({ task: null, dryRun: { ...dates, stamp: task.stamp } })
      return
    }
    // Whoever has the dump has these conversations, and it takes space.
    rmSync(uploadsFolder(dataDir), { recursive: true, force: true })
    this.#keep({ task: null, uploads: [] })
    await arrived().catch((err: unknown) => log.error({ err }, 'companies that moved in were not opened'))
  }

  #follow(): void {
    clearInterval(this.#watch)
    this.#deps.changed()
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY)
    this.#watch.unref()
  }

  #look(): void {
    if (!this.#isRunning()) {
      this.#settle()
      return
    }
    const run = this.#showRun()
    const shown = JSON.stringify(run)
    if (!run || shown === this.#shown) return
    this.#shown = shown
    this.#deps.progressed(run)
  }

  #isRunning(): boolean {
    return this.#running !== null || isMovingIn(this.#deps.dataDir)
  }

  #requireIdle(): void {
    if (this.#isRunning()) fail(errors.ERR_MOVING_IN_RUNNING)
  }

  #stamp(): string {
    const { source, uploads } = this.#plan
    const path = source && pathOf(this.#deps.dataDir, source, uploads, 'dump')
    return path === null ? 'none' : stampOf(path)
  }

  #keep(changes: Partial<Plan>): void {
    this.#plan = { ...this.#plan, ...changes }
    keepPlan(this.#deps.dataDir, this.#plan)
    this.#deps.changed()
  }
}

const datesOf = ({ startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number }) => ({
  startedAt: instant(startedAt),
  endedAt: instant(endedAt),
})

type RunView = { readonly isAlive: boolean; readonly isOurs: boolean; readonly isUpload: boolean }

function runOf(state: MovingState, { isAlive, isOurs, isUpload }: RunView): MovingRun {
  // Its last word comes before it has ended, and nothing can begin until then.
  const word = isAlive ? 'running' : state.state === 'running' ? 'killed' : state.state
  const { isDryRun, step, done, total, company, rows, startedAt, endedAt, refusal, problem } = state
  return {
    state: word,
    isDryRun,
    canContinue: isOurs && word !== 'running' && word !== 'done',
    step,
    done,
    total,
    company,
    rows,
    startedAt: instant(startedAt),
    endedAt: endedAt === null ? null : instant(endedAt),
    refusal: refusal && { code: refusal.code, facts: shownFacts(refusal, { isUpload }) },
    problem: refusal ? null : problem,
  }
}

/** Until its process says something itself. */
const stateAtFirst = ({ isDryRun, startedAt }: NonNullable<Plan['task']>): MovingState => ({
  state: 'running',
  isDryRun,
  pid: process.pid,
  step: 'dump',
  done: 0,
  total: null,
  company: null,
  rows: {},
  startedAt,
  endedAt: null,
  problem: null,
  refusal: null,
})

export const movesIn = defineService('movesIn', {
  create(services) {
    const { databases, program, clock, log, hub, membersOf, uploadTargetOf, wakeUp } = services
    const { control, dataDir } = databases
    return new MovesIn({
      dataDir,
      control,
      program,
      clock,
      log,
      movers: membersOf(movers),
      extensions: { listenersTo: () => undefined, membersOf },
      typeOf: (path, name) => {
        const tenantUuid = findCompany(control, OPERATOR_COMPANY)?.uuid ?? ''
        return typeOf(uploadTargetOf({ tenantUuid, userId: 0 }).parse, path, name)
      },
      arrived: wakeUp,
      progressed: (run) => hub.emitByOperator(movingInProgress(run), operatorsOnly),
      changed: () => hub.emitByOperator(movingInChanged({}), operatorsOnly),
    })
  },
  stop: (movesIn) => movesIn.stop(),
})
