import { statSync } from 'node:fs'
import type { Cx } from '../cx'
import { tenantPath } from '../databases'
import { changeMark, type Raw, statement } from '../sqlite'
import { type Answers, AnswersFile, type SavedAnswers } from './answers'
import type { TimetableDeps } from './deps'

/** `isNews`: the company's file has changed since it was asked before. */
type CompanyAnswers = { readonly answers: Answers; readonly isNews: boolean }

/** Asks companies what they need, and knows which of them have changed since. */
export class CompanyWatch<H> {
  readonly #deps: TimetableDeps<H>
  /** One statement for all jobs and facts. */
  readonly #question: string
  readonly #file: AnswersFile
  readonly #known = new Set<string>()
  readonly #stale = new Set<string>()
  /** Change mark of each open file when it was asked. */
  readonly #marks = new WeakMap<Raw, number>()
  /** File state of each closed file when it was asked. */
  readonly #states = new Map<string, string>()
  readonly #answers = new Map<string, Answers>()
  /** Answers from an earlier process, valid while the company's file is unchanged. */
  readonly #saved: Map<string, SavedAnswers>

  constructor(deps: TimetableDeps<H>) {
    const { jobs, facts = [], toStart, databases, log } = deps
    this.#deps = deps
    const columns = [
      ...jobs.map(({ due }) => (due === undefined ? 'NULL' : `(${due})`)),
      ...facts.map(({ sql }) => `(${sql})`),
    ]
    this.#question = `SELECT EXISTS (${toStart}), ${columns.join(',\n')}`
    this.#file = new AnswersFile(databases.dataDir, this.#question, log)
    this.#saved = this.#file.read()
    databases.onClosing((uuid, raw) => this.#closing(uuid, raw))
  }

  /** Companies asked so far, in that order. */
  get known(): ReadonlySet<string> {
    return this.#known
  }

  /** Companies to ask even if their files have not changed. */
  get stale(): ReadonlySet<string> {
    return this.#stale
  }

  get answers(): ReadonlyMap<string, Answers> {
    return this.#answers
  }

  isThere(uuid: string): boolean {
    return this.#deps.databases.isAvailable(uuid) && this.#deps.isActive(uuid)
  }

  hasChanged(uuid: string): boolean {
    const raw = this.#deps.databases.openFile(uuid)
    return raw ? this.#isChanged(raw) : this.#states.get(uuid) !== this.#stateOf(uuid)
  }

  /** Undefined if the company cannot be read; the sweep asks it again. */
  ask(uuid: string): CompanyAnswers | undefined {
    const { databases, log, peek } = this.#deps
    this.#known.add(uuid)
    const raw = databases.openFile(uuid)
    const state = raw ? undefined : this.#stateOf(uuid) // taken before reading, so that concurrent writes count as changes
    const isNews = raw ? this.#isChanged(raw) : this.#states.get(uuid) !== state
    try {
      const answers = this.#recall(uuid, state) ?? peek(uuid, (cx) => this.#read(cx))
      if (state !== undefined) this.#states.set(uuid, state)
      this.#answers.set(uuid, answers)
      return { answers, isNews }
    } catch (error) {
      this.#states.delete(uuid)
      if (databases.isAvailable(uuid))
        log.error({ err: error, tenant: uuid }, 'could not read what is due in a company')
      return undefined
    }
  }

  setStale(uuid: string, isStale: boolean): void {
    if (isStale) this.#stale.add(uuid)
    else this.#stale.delete(uuid)
  }

  forget(uuid: string): void {
    this.#known.delete(uuid)
    this.#states.delete(uuid)
    this.#answers.delete(uuid)
    this.#saved.delete(uuid)
  }

  /** Saves the answers of closed files. */
  save(): void {
    const companies: Record<string, SavedAnswers> = {}
    for (const [uuid, state] of this.#states) {
      const answers = this.#answers.get(uuid)
      if (answers && !this.#stale.has(uuid) && !this.#deps.databases.isOpen(uuid))
        companies[uuid] = { ...answers, state }
    }
    this.#file.write(companies)
  }

  #closing(uuid: string, raw: Raw): () => void {
    if (!this.#known.has(uuid)) return () => {}
    if (this.#isChanged(raw)) {
      this.#stale.add(uuid)
      return () => this.#states.delete(uuid)
    }
    return () => this.#states.set(uuid, this.#stateOf(uuid))
  }

  #isChanged(raw: Raw): boolean {
    try {
      return this.#marks.get(raw) !== changeMark(raw)
    } catch {
      return true // opening it reports damage
    }
  }

  #stateOf(uuid: string): string {
    const path = tenantPath(this.#deps.databases.dataDir, uuid)
    const [file, wal] = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false }))
    return `${file?.ino} ${file?.size} ${file?.mtimeMs} ${wal?.size} ${wal?.mtimeMs}`
  }

  #recall(uuid: string, state: string | undefined): Answers | undefined {
    const before = this.#saved.get(uuid)
    this.#saved.delete(uuid)
    return before?.state === state ? before : undefined
  }

  #read(cx: Cx): Answers {
    const { jobs, facts = [], server } = this.#deps
    const raw = cx.db.$client
    const mark = changeMark(raw)
    const row = statement(raw, this.#question).raw().get({ now: cx.now() }) as [number, ...unknown[]] // as #question selects
    const [toStart, ...values] = row
    const dueTimes = values.slice(0, jobs.length) as (number | null)[] // instants
    const due: Record<string, number> = {}
    for (const [n, job] of jobs.entries()) {
      const known = dueTimes[n] ?? null
      const at = job.dueAt ? job.dueAt(cx, server(), known) : known
      if (at !== null) due[job.name] = at
    }
    this.#marks.set(raw, mark)
    const found = Object.fromEntries(facts.map(({ name }, n) => [name, values[jobs.length + n]]))
    return { toStart: toStart === 1, due, facts: found }
  }
}
