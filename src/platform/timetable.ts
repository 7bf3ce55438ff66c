/**
 * Runs the jobs of companies when they are due, and not before: a company in which nothing happens costs nothing. For each job
 * it knows the instant at which each company wants it, and asks a company again after each run and after its database has
 * changed, whoever changed it: nobody has to announce anything. Open files are compared once a second, which takes microseconds each;
 * closed ones, which only another process changes, by their size and age, all of them within a minute.
 */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cx } from './cx'
import { type Databases, tenantPath } from './databases'
import { type CompanyJob, SLOWEST } from './jobs'
import type { Log } from './log'
import { changeMark, type Raw, statement } from './sqlite'
import { type Clock, HOUR, MINUTE, SECOND } from './time'

export type TimetableDeps<H> = {
  readonly jobs: readonly CompanyJob<H>[]
  readonly databases: Pick<Databases, 'dataDir' | 'isOpen' | 'isAvailable' | 'openFile' | 'listOpen' | 'onClosing'>
  readonly clock: Clock
  readonly log: Log
  /** What jobs are given. */
  server(): H
  /** Reads a company's database, without opening it for longer than that. */
  peek<T>(uuid: string, read: (cx: Cx) => T): T
  /** Works for a company. */
  work<T>(uuid: string, work: (cx: Cx) => T): T
  /** A job's promise failed. */
  failed(error: unknown): void
  /** Work is being done, rather than looked for. */
  active(): void
  /** Whether jobs run in it. */
  isActive(uuid: string): boolean
  /** SQL: selects a row where the company has something to start with the server; else its file stays closed. */
  readonly toStart: string
}

/** What a company said: whether it has something to start, and when it wants each job, by name. */
type Answers = { readonly toStart: boolean; readonly due: Readonly<Record<string, number>> }
type Kept = Answers & { readonly state: string }

/** A company in the list of one job. */
type Entry = {
  /** From when on it is due. */
  at: number
  /** When it ran last. */
  ranAt: number
  /** Runs since anything changed. */
  tries: number
  isRunning: boolean
}

type Lane<H> = {
  readonly job: CompanyJob<H>
  readonly entries: Map<string, Entry>
  /** Not later than the first entry's time. */
  next: number
  going: Promise<void> | undefined
}

const LOOK_EVERY = SECOND
const SWEEP = MINUTE
/** About so often a company is asked although nothing seems to have changed. */
const SURE = HOUR
/** Milliseconds of work after which others have their turn. */
const TURN = 3

export type Timetable = ReturnType<typeof createTimetable>

export function createTimetable<H>(deps: TimetableDeps<H>) {
  const { databases, clock, log } = deps
  const lanes: Lane<H>[] = deps.jobs.map((job) => ({ job, entries: new Map(), next: Infinity, going: undefined }))
  const question = `SELECT EXISTS (${deps.toStart}),
    ${deps.jobs.map(({ due }) => (due === undefined ? 'NULL' : `(${due})`)).join(',\n')}`
  const file = createAnswersFile(databases.dataDir, question, log)

  /** Companies that were asked, in the order of the sweep. */
  const known = new Set<string>()
  /** Companies to ask whatever their files say. */
  const stale = new Set<string>()
  /** Of each open file, the state in which it was asked. */
  const marks = new WeakMap<Raw, number>()
  /** Of each closed file. */
  const states = new Map<string, string>()
  const answered = new Map<string, Answers>()
  /** What companies said to an earlier process; it counts where their file is still the same. */
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
      return true // it may be damaged
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
    const state = raw ? undefined : stateOf(uuid) // before it is read: what is written meanwhile counts as later
    const isNews = raw ? isChanged(raw) : states.get(uuid) !== state
    try {
      const answers = recall(uuid, state) ?? deps.peek(uuid, answer)
      if (state !== undefined) states.set(uuid, state)
      answered.set(uuid, answers)
      for (const lane of lanes) enter(lane, uuid, answers.due[lane.job.name] ?? null, isNews)
      return answers.toStart
    } catch (error) {
      states.delete(uuid) // the sweep comes back to it
      if (databases.isAvailable(uuid))
        log.error({ err: error, tenant: uuid }, 'a company could not be asked what is due')
      return true
    }
  }

  function answer(cx: Cx): Answers {
    const raw = cx.db.$client
    const mark = changeMark(raw)
    const [toStart, ...told] = statement(raw, question).raw().get({ now: cx.now() }) as [number, ...(number | null)[]] // the columns are listed
    const due: Record<string, number> = {}
    for (const [n, { job }] of lanes.entries()) {
      const known = told[n] ?? null
      const at = job.dueAt ? job.dueAt(cx, deps.server(), known) : known
      if (at !== null) due[job.name] = at
    }
    marks.set(raw, mark)
    return { toStart: toStart === 1, due }
  }

  function recall(uuid: string, state: string | undefined): Answers | undefined {
    const before = kept.get(uuid)
    kept.delete(uuid)
    return before?.state === state ? before : undefined
  }

  /** What is known of files that are closed. */
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

  /** It is not ours any more, or nothing is done in it. */
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

  /** When a company's turn in a job comes. */
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

  /** Until nothing of the job is due; as long as a round took is then everybody else's. */
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
    const ended = (isMore: unknown): void => {
      entry.isRunning = false
      stale.add(uuid)
      if (isMore === true) Object.assign(entry, { ranAt: -Infinity, tries: 0 })
      lane.next = Math.min(lane.next, turnOf(lane, entry))
    }
    const failed = (error: unknown): void => {
      log.error({ err: error, job: job.name, tenant: uuid }, 'job failed')
      ended(false)
    }
    try {
      const result = deps.work(uuid, (cx) => !job.isHeldIn?.(cx) && job.run(cx, deps.server()))
      if (!(result instanceof Promise)) {
        ended(result)
        return
      }
      entry.isRunning = true
      const going = result.then(ended, (error: unknown) => {
        deps.failed(error)
        failed(error)
      })
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

  /** Asks those who have changed, and as many more as the sweep's turn has come to. */
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

  const report = (error: unknown): void => log.error({ err: error }, 'the timetable stands still until its next look')

  async function turn(): Promise<void> {
    await look()
    begin()
  }

  function schedule(): void {
    if (isStopped) return
    const now = clock()
    const first = Math.min(...lanes.map(({ next }) => (next > now ? next : Infinity))) // those before are held, or under way
    timer = setTimeout(() => void turn().catch(report).finally(schedule), Math.min(LOOK_EVERY, first - now))
    timer.unref()
  }

  return {
    /** Asks a company what is due, from now on also when it changes; returns whether it has something to start. */
    ask,
    /** For the next process, which then opens no file that is still the same and has nothing to start; it asks those that are open now. */
    save,
    start: schedule,
    /** Ends with the slices that are under way. */
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    /** One look, and all that is due then. */
    async pass(): Promise<void> {
      await turn()
      await Promise.all([...lanes.map(({ going }) => going), ...promises])
    },
  }
}

/** Only saves work: without it, or where it does not fit, companies are asked. */
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
        log.warn({ err: error }, 'what is due was not kept: the next start takes longer')
      }
    },
  }
}
