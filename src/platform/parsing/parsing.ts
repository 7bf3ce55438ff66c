/**
 * Whatever reads the content of a file from outside runs in processes beside ours: a file that holds its process for ever,
 * fills its memory or crashes it harms nobody else. A few are kept while there is work, and end when there is none.
 */
import * as v from 'valibot'
import { fail } from '../../errors'
import { createFairQueues } from '../fair-queues'
import { createTally } from '../limiter'
import type { Log } from '../log'
import { getOrMake } from '../maps'
import { SECOND } from '../time'
import type { Lane, ParseJob } from './job'
import { type Asked, type FromProcess, type ParsingProcess, startParsingProcess } from './process'

/** Of each lane. */
const AT_ONCE = 2
const MOST_WAITING = 100
/** Of one person: one in work, and two that wait. A file of a message is one of many; a sheet stands alone. */
const MOST_SHEETS = 3
/** Seconds after which a person may bring another one. */
const RETRY_AFTER = 5
const NOBODY = 0
const IDLE = 30 * SECOND
/** One that keeps more than this after its answer is not asked again. */
const MOST_KEPT_MB = 256

/**
 * Resolves with undefined when the file cannot be read, whatever the reason: it is a file like any other, of
 * which nothing is known. Fails with ERR_TOO_MANY_REQUESTS where this person has too many sheets in work already. An aborted
 * `signal` ends the job, also in the middle.
 */
export type Parse = <A, R>(job: ParseJob<A, R>, args: A, signal?: AbortSignal) => Promise<R | undefined>

export type Parsing = ReturnType<typeof createParsing>

export type ParsingOptions = {
  readonly log: Log
  /** The command line of this program; without one nothing is known of any file. */
  readonly program: readonly string[] | undefined
  /** Milliseconds after which a process without work ends. */
  readonly idle?: number
}

export function createParsing({ log, program, idle: patience = IDLE }: ParsingOptions) {
  const lanes = {
    files: createFairQueues({ atOnce: AT_ONCE, each: 1 }),
    sheets: createFairQueues({ atOnce: AT_ONCE, each: 1 }),
  }
  /** People of one company take turns for its turn in the lane. */
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
      log.warn({ company, person }, 'too many files wait to be read: one is left unread')
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
    // Somebody else may have killed it, such as a machine without memory: that is not the file's fault.
    const told = first && 'died' in first && !first.isKilled ? await ask(job, args, signal) : first
    if (!told || 'died' in told) return undefined
    if ('failure' in told) {
      log.debug({ job: job.name, why: told.failure }, 'a file could not be read')
      return undefined
    }
    const parsed = v.safeParse(job.answer, told.answer)
    return parsed.success ? parsed.output : undefined
  }

  async function ask(job: Asked, args: unknown, signal?: AbortSignal): Promise<FromProcess | undefined> {
    if (stopped || !program || signal?.aborted) return undefined
    const worker = take(program)
    const told = await worker?.ask(job, args, signal)
    if (!worker || !told) return undefined
    if (!('died' in told)) putBack(worker)
    else if (!stopped && !signal?.aborted)
      log.warn({ job: job.name, why: told.died }, 'a process died while it read a file')
    return told
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
      log.error({ err: error }, 'no process to read files in: they are left unread')
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
     * A company's files of one lane are read one after the other. The companies take turns, and within a company its people;
     * NOBODY stands for what its customers send.
     */
    of:
      (company: string, person: number = NOBODY): Parse =>
      (job, args, signal) =>
        enqueue({ company, person, lane: job.lane }, () => attempt(job, args, signal)),
    /** The processes that there are now, by their ids. */
    pids: () => [...alive].map(({ pid }) => pid),
    async stop() {
      stopped = true
      for (const worker of idle.keys()) leave(worker)
      await Promise.all([...alive].map((worker) => worker.end()))
    },
  }
}
