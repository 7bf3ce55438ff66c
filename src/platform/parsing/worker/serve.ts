/**
 * The parsing process: reads one question per line from stdin, prints one answer per line, and ends when stdin closes.
 */
import * as v from 'valibot'
import { loadLibc } from '../../libc'
import { type ParseJob, Question, READY } from '../job'

export type Parser = { readonly name: string; parse(args: unknown): Promise<unknown> }

export const parserFor = <A, R>(job: ParseJob<A, R>, work: (args: A) => Promise<R>): Parser => ({
  name: job.name,
  parse: (args) => work(v.parse(job.args, args)),
})

export async function serveParsers(parsers: readonly Parser[]): Promise<void> {
  // Output of a library must not look like an answer.
  console.log = console.info = console.debug = console.error
  // The process ends when the server closes stdin. A signal to the whole process group must not end a job that the server waits for.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const libc = loadLibc()
  libc?.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
  say(READY)
  for await (const line of console) {
    if (line === '') break // Bun reads one at the end of the input
    const { job, args, ms } = v.parse(Question, JSON.parse(line))
    libc?.alarm(secondsToLive(ms))
    const result = await answerTo(parsers, job, args)
    await Bun.sleep(0) // pending work of the job may block this process: then it sends no answer and is killed
    libc?.alarm(0)
    say(JSON.stringify(result))
  }
}

async function answerTo(parsers: readonly Parser[], name: string, args: unknown) {
  try {
    const parser = parsers.find((one) => one.name === name)
    if (!parser) throw new Error(`no parser for ${name}`)
    return { answer: await parser.parse(args) }
  } catch (error) {
    return { failure: String(error).slice(0, MOST_WORDS) }
  }
}
const MOST_WORDS = 300

/** prctl option: child programs cannot gain privileges. */
const PR_SET_NO_NEW_PRIVS = 38

/**
 * Alarm in case the server is gone; otherwise the server kills the process sooner. Always above 0, which would mean
 * never.
 */
const secondsToLive = (ms: number) => Math.ceil(ms / 1000) + 1
