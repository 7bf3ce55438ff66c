/**
 * Parses files from outside in child processes: a file that hangs, fills the memory or crashes its process harms
 * nothing else. A few processes are kept while there is work.
 */
import * as v from 'valibot'
import { fail } from '../../errors'
import { createFairQueues } from '../fair-queues'
import { createTally } from '../limiter'
import type { Log } from '../log'
import { getOrMake } from '../maps'
import { SECOND } from '../time'
import type { Lane, ParseJob } from './job'
import { type FromProcess, type JobLimits, type ParsingProcess, startParsingProcess } from './process'

/** Processes per lane. */
const PROCESSES_PER_LANE = 2
const MOST_WAITING = 100
/** Spreadsheets of one person: one in work and two waiting. */
const MOST_SHEETS = 3
/** Retry-After for one spreadsheet too many, in seconds. */
const RETRY_AFTER = 5
const NOBODY = 0
const IDLE = 30 * SECOND
/** A process that still occupies more than this after a job is not reused. */
const MOST_KEPT_MB = 256

/**
 * Resolves with undefined if the file cannot be parsed for any reason; that is not an error. Fails with
 * ERR_TOO_MANY_REQUESTS if this person has too many spreadsheets in work. Aborting `signal` stops the job at any point.
 */
export type Parse = <A, R>(job: ParseJob<A, R>, args: A, signal?: AbortSignal) => Promise<R | undefined>

export type Parsing = ReturnType<typeof createParsing>

export type ParsingOptions = {
  readonly log: Log
  /** This program's command line. Without it, nothing can be parsed. */
  readonly program: readonly string[] | undefined
  /** Milliseconds after which an idle process ends. */
  readonly idle?: number
}

export function createParsing({ log, program, idle: patience = IDLE }: ParsingOptions) {
  const lanes = {
    files: createFairQueues({ atOnce: PROCESSES_PER_LANE, each: 1 }),
    sheets: createFairQueues({ atOnce: PROCESSES_PER_LANE, each: 1 }),
  }
  /** Queues of each company's people, who take turns within the company's turn. */
  const people = new Map<string, ReturnType<typeof createFairQueues>>()
  const waiting = createTally()
  const alive = new Set<ParsingProcess>()
  const idle = new Map<ParsingProcess, ReturnType<typeof setTimeout>>()
  let stopped = false

  async function enqueue<T>(
    { company, person, lane }: { readonly company: string; readonly person: number; readonly lane: Lane },
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const ofCompany = `${lane} ${company}`
    const ofPerson = `${ofCompany} ${person}`
    if (lane === 'sheets' && waiting.at(ofPerson) >= MOST_SHEETS)
      fail('ERR_TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER })
    if (waiting.at(ofPerson) >= MOST_WAITING) {
      log.warn({ company, person }, 'too many files wait to be parsed: one is skipped')
      return undefined
    }
    waiting.enter(ofCompany)
    waiting.enter(ofPerson)
    const turns = getOrMake(people, ofCompany, () => createFairQueues({ atOnce: 1, each: 1 }))
    try {
      return await turns.run(String(person), () => lanes[lane].run(company, work))
    } finally {
      waiting.leave(ofPerson)
      waiting.leave(ofCompany)
      if (waiting.at(ofCompany) === 0) people.delete(ofCompany)
    }
  }

  async function attempt<A, R>(job: ParseJob<A, R>, args: A, signal?: AbortSignal): Promise<R | undefined> {
    const first = await ask(job, args, signal)
    // Retry once if something else killed the process, such as the out-of-memory killer.
    const outcome = first && 'died' in first && !first.isKilled ? await ask(job, args, signal) : first
    if (!outcome || 'died' in outcome) return undefined
    if ('failure' in outcome) {
      log.debug({ job: job.name, why: outcome.failure }, 'a file could not be parsed')
      return undefined
    }
    const parsed = v.safeParse(job.answer, outcome.answer)
    return parsed.success ? parsed.output : undefined
  }

  async function ask(job: JobLimits, args: unknown, signal?: AbortSignal): Promise<FromProcess | undefined> {
    if (stopped || !program || signal?.aborted) return undefined
    const worker = take(program)
    const outcome = await worker?.ask(job, args, signal)
    if (!worker || !outcome) return undefined
    if (!('died' in outcome)) putBack(worker)
    else if (!stopped && !signal?.aborted)
      log.warn({ job: job.name, why: outcome.died }, 'a process died while parsing a file')
    return outcome
  }

  function take(program: readonly string[]): ParsingProcess | undefined {
    const [warm] = idle.keys()
    if (warm) {
      leave(warm)
      return warm
    }
    try {
      const started = startParsingProcess(program, log, () => {
        alive.delete(started)
        leave(started)
      })
      alive.add(started)
      return started
    } catch (error) {
      log.error({ err: error }, 'could not start a parsing process: files stay unparsed')
      return undefined
    }
  }

  function putBack(worker: ParsingProcess) {
    if (stopped || !alive.has(worker)) return
    if (worker.megabytes() > MOST_KEPT_MB) return worker.dismiss()
    const timer = setTimeout(() => {
      idle.delete(worker)
      worker.dismiss()
    }, patience)
    timer.unref()
    idle.set(worker, timer)
  }

  function leave(worker: ParsingProcess) {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }

  return {
    /**
     * Parses a company's files of one lane one after the other. Companies take turns, and people within a company;
     * NOBODY is the turn of its customers' files.
     */
    of:
      (company: string, person: number = NOBODY): Parse =>
      (job, args, signal) =>
        enqueue({ company, person, lane: job.lane }, () => attempt(job, args, signal)),
    /** Ids of the current processes. */
    pids: () => [...alive].map(({ pid }) => pid),
    async stop() {
      stopped = true
      for (const worker of idle.keys()) leave(worker)
      await Promise.all([...alive].map((worker) => worker.end()))
    },
  }
}
