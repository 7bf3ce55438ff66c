/**
 * Runs company jobs when they are due; an idle company costs nothing. It keeps the due time of each job in each
 * company, and asks a company again after each run and whenever its database has changed, so no code has to notify it.
 * Open files are compared once a second, which takes microseconds each. Closed files, which only another process
 * changes, are compared by size and age, all within a minute.
 */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompanyFact } from '../company-facts'
import type { Cx } from '../cx'
import { type Databases, tenantPath } from '../databases'
import type { JobLog } from '../job-stats'
import { type CompanyJob, SLOWEST } from '../jobs'
import type { Log } from '../log'
import { changeMark, type Raw, statement } from '../sqlite'
import { type Clock, HOUR, MINUTE, SECOND } from '../time'

export type TimetableDeps<H> = {
  readonly jobs: readonly CompanyJob<H>[]
  readonly databases: Pick<Databases, 'dataDir' | 'isOpen' | 'isAvailable' | 'openFile' | 'listOpen' | 'onClosing'>
  readonly clock: Clock
  readonly log: Log
  /** Read with what is due. */
  readonly facts?: readonly CompanyFact[]
  readonly jobLog?: JobLog
  /** Services passed to jobs. */
  server(): H
  /** Reads a company's database without keeping it open. */
  peek<T>(uuid: string, read: (cx: Cx) => T): T
  /** Runs work in a company. */
  work<T>(uuid: string, work: (cx: Cx) => T): T
  /** Called when a job's promise rejects. */
  failed(error: unknown): void
  /** Called before work, not before polling. */
  active(): void
  /** Whether jobs run in this company. */
  isActive(uuid: string): boolean
  /** SQL that selects a row if the company has something to start with the server; otherwise its file stays closed. */
  readonly toStart: string
}

/** What a company needs: whether to start it with the server, due times by job name, and facts for the monitor. */
type Answers = {
  readonly toStart: boolean
  readonly due: Readonly<Record<string, number>>
  readonly facts: Readonly<Record<string, unknown>>
}
type Kept = Answers & { readonly state: string }

/** A company in one job's list. */
type Entry = {
  /** Due time. */
  at: number
  /** Time of the last run. */
  ranAt: number
  /** Runs since the last change. */
  tries: number
  isRunning: boolean
}

type Lane<H> = {
  readonly job: CompanyJob<H>
  readonly entries: Map<string, Entry>
  /** A lower bound of all entries' times. */
  next: number
  going: Promise<void> | undefined
}

const LOOK_EVERY = SECOND
const SWEEP = MINUTE
/** Interval at which a company is asked even if nothing seems to have changed. */
const SURE = HOUR
/** Milliseconds that a closing server waits for slices under way. */
const LAST_WAIT = 4 * SECOND
/** Milliseconds of work before yielding to the event loop. */
const TURN = 3

export type Timetable = ReturnType<typeof createTimetable>

export function createTimetable<H>(deps: TimetableDeps<H>) {
  const { databases, clock, log } = deps
  const lanes: Lane<H>[] = deps.jobs.map((job) => ({ job, entries: new Map(), next: Infinity, going: undefined }))
  const { facts = [], jobLog } = deps
  const columns = [
    ...deps.jobs.map(({ due }) => (due === undefined ? 'NULL' : `(${due})`)),
    ...facts.map(({ sql }) => `(${sql})`),
  ]
  const question = `SELECT EXISTS (${deps.toStart}), ${columns.join(',\n')}`
  const file = createAnswersFile(databases.dataDir, question, log)

  /** Companies asked so far, in sweep order. */
  const known = new Set<string>()
  /** Companies to ask even if their files have not changed. */
  const stale = new Set<string>()
  /** Change mark of each open file when it was asked. */
  const marks = new WeakMap<Raw, number>()
  /** File state of each closed file when it was asked. */
  const states = new Map<string, string>()
  const answered = new Map<string, Answers>()
  /** Answers from an earlier process, valid while the company's file is unchanged. */
  const kept = file.read()
  let sweep: Iterator<string> = known.values()
  let sweptAt = clock()
  let lookedAt = clock()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const stateOf = (uuid: string): string => {
    const path = tenantPath(databases.dataDir, uuid)
    const [file, wal] = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false }))
    return `${file?.ino} ${file?.size} ${file?.mtimeMs} ${wal?.size} ${wal?.mtimeMs}`
  }

  const isChanged = (raw: Raw): boolean => {
    try {
      return marks.get(raw) !== changeMark(raw)
    } catch {
      return true // opening it reports damage
    }
  }

  function hasChanged(uuid: string): boolean {
    const raw = databases.openFile(uuid)
    return raw ? isChanged(raw) : states.get(uuid) !== stateOf(uuid)
  }

  databases.onClosing((uuid, raw) => {
    if (!known.has(uuid)) return () => {}
    const isToAsk = isChanged(raw)
    if (isToAsk) stale.add(uuid)
    return () => void (isToAsk ? states.delete(uuid) : states.set(uuid, stateOf(uuid)))
  })

  const isThere = (uuid: string): boolean => databases.isAvailable(uuid) && deps.isActive(uuid)

  /** Returns whether it has something to start. */
  function ask(uuid: string): boolean {
    stale.delete(uuid)
    if (!isThere(uuid)) {
      forget(uuid)
      return false
    }
    known.add(uuid)
    const raw = databases.openFile(uuid)
    const state = raw ? undefined : stateOf(uuid) // taken before reading, so that concurrent writes count as changes
    const isNews = raw ? isChanged(raw) : states.get(uuid) !== state
    try {
      const answers = recall(uuid, state) ?? deps.peek(uuid, answer)
      if (state !== undefined) states.set(uuid, state)
      answered.set(uuid, answers)
      for (const lane of lanes) enter(lane, uuid, answers.due[lane.job.name] ?? null, isNews)
      return answers.toStart
    } catch (error) {
      states.delete(uuid) // the sweep asks it again
      if (databases.isAvailable(uuid))
        log.error({ err: error, tenant: uuid }, 'could not read what is due in a company')
      return true
    }
  }

  function answer(cx: Cx): Answers {
    const raw = cx.db.$client
    const mark = changeMark(raw)
    const [toStart, ...answers] = statement(raw, question).raw().get({ now: cx.now() }) as [number, ...unknown[]] // the columns are listed
    const dueTimes = answers.slice(0, lanes.length) as (number | null)[] // instants
    const due: Record<string, number> = {}
    for (const [n, { job }] of lanes.entries()) {
      const known = dueTimes[n] ?? null
      const at = job.dueAt ? job.dueAt(cx, deps.server(), known) : known
      if (at !== null) due[job.name] = at
    }
    marks.set(raw, mark)
    const known = Object.fromEntries(facts.map(({ name }, n) => [name, answers[lanes.length + n]]))
    return { toStart: toStart === 1, due, facts: known }
  }

  function recall(uuid: string, state: string | undefined): Answers | undefined {
    const before = kept.get(uuid)
    kept.delete(uuid)
    return before?.state === state ? before : undefined
  }

  /** Saves the answers of closed files. */
  function save(): void {
    const all: Record<string, Kept> = {}
    for (const [uuid, state] of states) {
      const answers = answered.get(uuid)
      if (answers && !stale.has(uuid) && !databases.isOpen(uuid)) all[uuid] = { ...answers, state }
    }
    file.write(all)
  }

  function enter(lane: Lane<H>, uuid: string, at: number | null, isNews: boolean): void {
    const entry = lane.entries.get(uuid)
    if (!entry) {
      if (at === null) return
      lane.entries.set(uuid, { at, ranAt: -Infinity, tries: 0, isRunning: false })
    } else {
      entry.at = at ?? Infinity
      if (isNews || at === null) entry.tries = 0
    }
    lane.next = Math.min(lane.next, at ?? Infinity)
  }

  /** Removes a company that has left or has no jobs. */
  function forget(uuid: string): void {
    known.delete(uuid)
    states.delete(uuid)
    answered.delete(uuid)
    kept.delete(uuid)
    for (const { entries } of lanes) entries.delete(uuid)
  }

  function beginAnew(now: number): void {
    sweptAt = now
    for (const uuid of known) stale.add(uuid)
    for (const { entries } of lanes) for (const entry of entries.values()) entry.ranAt = -Infinity
  }

  /** Time of a company's next run of a job. */
  function turnOf({ job: { every, slowest = Math.max(every, SLOWEST) } }: Lane<H>, entry: Entry): number {
    if (entry.isRunning) return Infinity
    return Math.max(entry.at, entry.ranAt + Math.min(slowest, every * 2 ** Math.max(0, entry.tries - 1)))
  }

  function dueIn(lane: Lane<H>, now: number): string[] {
    if (lane.next > now) return []
    const due: { readonly uuid: string; readonly turn: number }[] = []
    lane.next = Infinity
    for (const [uuid, entry] of lane.entries) {
      const turn = turnOf(lane, entry)
      if (turn <= now) due.push({ uuid, turn })
      else lane.next = Math.min(lane.next, turn)
    }
    return due.toSorted((a, b) => a.turn - b.turn).map(({ uuid }) => uuid)
  }

  /** Runs until nothing of the job is due. After each round it pauses as long as the round took. */
  async function go(lane: Lane<H>): Promise<void> {
    for (;;) {
      if (isStopped || lane.job.isHeld?.(deps.server())) return
      const due = dueIn(lane, clock())
      if (due.length === 0) return
      const began = performance.now()
      let since = began
      for (const uuid of due) {
        if (isStopped) return
        run(lane, uuid)
        if (performance.now() - since < TURN) continue
        deps.active()
        await new Promise(setImmediate)
        since = performance.now()
      }
      await new Promise((resolve) => setTimeout(resolve, performance.now() - began))
    }
  }

  function run(lane: Lane<H>, uuid: string): void {
    const { job, entries } = lane
    const entry = entries.get(uuid)
    if (!entry) return
    if (!isThere(uuid)) {
      forget(uuid)
      return
    }
    entry.ranAt = clock()
    entry.tries++
    const began = performance.now()
    const ended = (isMore: unknown, hasFailed = false): void => {
      jobLog?.note(job.name, performance.now() - began, hasFailed)
      entry.isRunning = false
      stale.add(uuid)
      if (isMore === true) Object.assign(entry, { ranAt: -Infinity, tries: 0 })
      lane.next = Math.min(lane.next, turnOf(lane, entry))
    }
    const failed = (error: unknown): void => {
      log.error({ err: error, job: job.name, tenant: uuid }, 'job failed')
      ended(false, true)
    }
    try {
      const result = deps.work(uuid, (cx) => !job.isHeldIn?.(cx) && job.run(cx, deps.server()))
      if (!(result instanceof Promise)) {
        ended(result)
        return
      }
      entry.isRunning = true
      const going = result.then(
        (isMore) => ended(isMore),
        (error: unknown) => {
          deps.failed(error)
          failed(error)
        },
      )
      promises.add(going)
      void going.finally(() => promises.delete(going))
    } catch (error) {
      failed(error)
    }
  }
  const promises = new Set<Promise<void>>()

  function begin(): void {
    for (const lane of lanes)
      lane.going ??= go(lane)
        .catch((error: unknown) => log.error({ err: error, job: lane.job.name }, 'job failed'))
        .finally(() => {
          lane.going = undefined
        })
  }

  /** Asks companies that have changed, and the next part of the sweep. */
  async function look(): Promise<void> {
    const now = clock()
    if (now < lookedAt) beginAnew(now) // the clock was set back
    lookedAt = now
    const changed = databases.listOpen().filter(hasChanged)
    let since = performance.now()
    for (const uuid of new Set([...stale, ...changed, ...swept(now)])) {
      if (isStopped) return
      ask(uuid)
      if (performance.now() - since < TURN) continue
      await new Promise(setImmediate)
      since = performance.now()
    }
  }

  function* swept(now: number): Iterable<string> {
    const part = Math.min(1, Math.max(0, now - sweptAt) / SWEEP)
    const count = Math.floor(known.size * part)
    if (count === 0 && part < 1) return
    sweptAt = now
    for (let n = 0; n < count; n++) {
      let next = sweep.next()
      if (next.done) {
        sweep = known.values()
        next = sweep.next()
      }
      if (!next.done && (hasChanged(next.value) || Math.random() < SWEEP / SURE)) yield next.value
    }
  }

  const report = (error: unknown): void => log.error({ err: error }, 'the timetable skips this poll')

  async function turn(): Promise<void> {
    await look()
    begin()
  }

  function schedule(): void {
    if (isStopped) return
    const now = clock()
    const first = Math.min(...lanes.map(({ next }) => (next > now ? next : Infinity))) // earlier ones are held or running
    timer = setTimeout(() => void turn().catch(report).finally(schedule), Math.min(LOOK_EVERY, first - now))
    timer.unref()
  }

  return {
    /** Asks a company what is due, and watches it for changes. Returns whether it has something to start. */
    ask,
    /**
     * Saves answers for the next process, which then opens no unchanged file with nothing to start. It asks companies
     * that are open now again.
     */
    save,
    start: schedule,
    /** Facts about each company that was asked, without opening a file. */
    facts: (): IteratorObject<readonly [uuid: string, facts: Answers['facts']]> =>
      answered.entries().map(([uuid, { facts }]) => [uuid, facts] as const),
    /** How many companies each job waits for, since when the first one, and when it is next due. */
    state(): {
      readonly name: string
      readonly due: number
      readonly since: number | null
      readonly next: number | null
    }[] {
      const now = clock()
      return lanes.map(({ job, entries }) => {
        let [due, since, next] = [0, Infinity, Infinity]
        for (const { at } of entries.values()) {
          if (at > now) next = Math.min(next, at)
          else {
            due++
            if (at > 0) since = Math.min(since, at)
          }
        }
        return { name: job.name, due, since: finite(since), next: finite(next) }
      })
    },
    /** Runs a job again now where it waits after a failure. */
    retry(name: string): void {
      const lane = lanes.find(({ job }) => job.name === name)
      if (!lane) return
      for (const entry of lane.entries.values()) Object.assign(entry, { ranAt: -Infinity, tries: 0 })
      lane.next = 0
    },
    /** Stops after the current slices. */
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    /** Waits a few seconds for slices under way. */
    ended: () =>
      Promise.race([Promise.all(promises), new Promise((resolve) => setTimeout(resolve, LAST_WAIT).unref())]),
    /** Polls once and runs what is due. */
    async pass(): Promise<void> {
      await turn()
      await Promise.all([...lanes.map(({ going }) => going), ...promises])
    },
  }
}

const finite = (time: number): number | null => (Number.isFinite(time) ? time : null)

/** A cache: without a valid file, companies are asked. */
function createAnswersFile(dataDir: string, question: string, log: Log) {
  const path = join(dataDir, 'timetable.json')
  const version = Bun.hash(question).toString(36)
  return {
    read(): Map<string, Kept> {
      try {
        const found = JSON.parse(readFileSync(path, 'utf8')) as { version: string; companies: Record<string, Kept> } // written below
        return new Map(found.version === version ? Object.entries(found.companies) : [])
      } catch {
        return new Map()
      }
    },
    write(companies: Record<string, Kept>): void {
      try {
        writeFileSync(`${path}.new`, JSON.stringify({ version, companies }), { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch (error) {
        log.warn({ err: error }, 'could not save what is due: the next start takes longer')
      }
    },
  }
}
