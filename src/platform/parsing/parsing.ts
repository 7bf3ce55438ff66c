/**
 * Whatever reads the content of a file from outside runs in processes beside ours: a file that holds its process for ever,
 * fills its memory or crashes it harms nobody else. A few are kept while there is work, and end when there is none.
 */
import * as v from 'valibot'
import { createFairQueues } from '../fair-queues'
import type { Log } from '../log'
import { SECOND } from '../time'
import type { ParseJob } from './job'
import { type Asked, type FromProcess, type ParsingProcess, startParsingProcess } from './process'

/** Processes. Each queue has one, so that another's file never waits for a queue of hostile ones alone. */
const AT_ONCE = 2
const MOST_WAITING = 100
const IDLE = 30 * SECOND
/** One that keeps more than this after its answer is not asked again. */
const MOST_KEPT_MB = 256

/** Resolves with undefined when the file cannot be read, whatever the reason: it is a file like any other, of which nothing is known. */
export type Parse = <A, R>(job: ParseJob<A, R>, args: A) => Promise<R | undefined>

export type Parsing = ReturnType<typeof createParsing>

export type ParsingOptions = {
  readonly log: Log
  /** The command line of this program; without one nothing is known of any file. */
  readonly program: readonly string[] | undefined
  /** Milliseconds after which a process without work ends. */
  readonly idle?: number
}

export function createParsing({ log, program, idle: patience = IDLE }: ParsingOptions) {
  const queues = createFairQueues({ atOnce: AT_ONCE, each: 1 })
  const waiting = new Map<string, number>()
  const alive = new Set<ParsingProcess>()
  const idle = new Map<ParsingProcess, ReturnType<typeof setTimeout>>()
  let stopped = false

  async function enqueue<T>(queue: string, work: () => Promise<T>): Promise<T | undefined> {
    const before = waiting.get(queue) ?? 0
    if (before >= MOST_WAITING) {
      log.warn({ queue }, 'too many files wait to be read: one is left unread')
      return undefined
    }
    waiting.set(queue, before + 1)
    try {
      return await queues.run(queue, work)
    } finally {
      const left = (waiting.get(queue) ?? 1) - 1
      if (left > 0) waiting.set(queue, left)
      else waiting.delete(queue)
    }
  }

  async function attempt<A, R>(job: ParseJob<A, R>, args: A): Promise<R | undefined> {
    const first = await ask(job, args)
    // Somebody else may have killed it, such as a machine without memory: that is not the file's fault.
    const told = first && 'died' in first && !first.isKilled ? await ask(job, args) : first
    if (!told || 'died' in told) return undefined
    if ('failure' in told) {
      log.debug({ job: job.name, why: told.failure }, 'a file could not be read')
      return undefined
    }
    const parsed = v.safeParse(job.answer, told.answer)
    return parsed.success ? parsed.output : undefined
  }

  async function ask(job: Asked, args: unknown): Promise<FromProcess | undefined> {
    if (stopped || !program) return undefined
    const worker = take(program)
    const told = await worker?.ask(job, args)
    if (!worker || !told) return undefined
    if (!('died' in told)) putBack(worker)
    else if (!stopped) log.warn({ job: job.name, why: told.died }, 'a process died while it read a file')
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
    /** Files of one queue are read one after the other, and the queues take turns. */
    of:
      (queue: string): Parse =>
      (job, args) =>
        enqueue(queue, () => attempt(job, args)),
    /** The processes that there are now, by their ids. */
    pids: () => [...alive].map(({ pid }) => pid),
    async stop() {
      stopped = true
      for (const worker of idle.keys()) leave(worker)
      await Promise.all([...alive].map((worker) => worker.end()))
    },
  }
}
