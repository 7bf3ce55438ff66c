/** The parsing process itself: reads a question per line from stdin, prints a line with each answer, and ends with its stdin. */
import * as v from 'valibot'
import { loadLibc } from '../../libc'
import { type ParseJob, Question, READY } from '../job'

export type Parser = { readonly name: string; parse(args: unknown): Promise<unknown> }

export const parserFor = <A, R>(job: ParseJob<A, R>, work: (args: A) => Promise<R>): Parser => ({
  name: job.name,
  parse: (args) => work(v.parse(job.args, args)),
})

export async function serveParsers(parsers: readonly Parser[]): Promise<void> {
  // A library that prints something must not be taken for an answer.
  console.log = console.info = console.debug = console.error
  // They end when the server closes stdin: what is told to a whole group of processes does not end a job that it waits for.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const libc = loadLibc()
  libc?.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
  say(READY)
  for await (const line of console) {
    const { job, args, ms } = v.parse(Question, JSON.parse(line))
    libc?.alarm(secondsToLive(ms))
    const result = await answerTo(parsers, job, args)
    await Bun.sleep(0) // what it left behind may hold this process: then there is no answer, and it is killed
    libc?.alarm(0)
    say(JSON.stringify(result))
  }
}

async function answerTo(parsers: readonly Parser[], name: string, args: unknown) {
  try {
    const parser = parsers.find((one) => one.name === name)
    if (!parser) throw new Error(`nobody parses ${name}`)
    return { answer: await parser.parse(args) }
  } catch (error) {
    return { failure: String(error).slice(0, MOST_WORDS) }
  }
}
const MOST_WORDS = 300

/** From then on no program that it starts has more rights than it has. */
const PR_SET_NO_NEW_PRIVS = 38

/** The server kills it sooner; this is for a server that is not there any more. Above 0, which would mean never. */
const secondsToLive = (ms: number) => Math.ceil(ms / 1000) + 1
