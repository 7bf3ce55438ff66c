/** Server side of one parsing process. It does one job at a time and is killed when it exceeds the job's limits. */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Log } from '../log'
import { lowerPriority } from '../priority'
import { SECOND } from '../time'
import { Answer, type ParseJob, READY } from './job'

/** Nice value: below the server, but still prompt. */
const NICENESS = 5
/** Time to start, which does not count against the file: a busy machine starts processes slowly. */
const START_PATIENCE = 15 * SECOND
const LOOK_EVERY = 100
/** Ticks of /proc are hundredths of a second. */
const TICK_MS = 10
const PAGE_MB = 4096 / 2 ** 20
const MOST_ANSWER = 1_000_000
const MOST_SAID = 4_000

export type JobLimits = Pick<ParseJob<unknown, unknown>, 'name' | 'ms' | 'cpuMs' | 'megabytes'>
type Bounds = Omit<JobLimits, 'name'>
/** `died`: why the process ended; `isKilled`: we killed it because of the file. */
export type FromProcess =
  | { readonly answer: unknown }
  | { readonly failure: string }
  | { readonly died: string; readonly isKilled: boolean }

export type ParsingProcess = ReturnType<typeof startParsingProcess>

export function startParsingProcess(program: readonly string[], log: Log, ended: () => void) {
  // An empty environment: an attacker who takes over the process finds no secrets.
  const child = Bun.spawn([...program, 'parse'], { stdio: ['pipe', 'pipe', 'pipe'], env: {}, onExit: ended })
  child.unref()
  trySetPriority(child.pid)
  void drain(child.stderr, (said) => log.warn({ said }, 'output of a parsing process'))
  const nextLine = linesOf(child.stdout)
  let killed: string | undefined
  let isReady = false

  function kill(why: string) {
    killed ??= why
    child.kill('SIGKILL')
  }

  /** The next line; undefined if the process has ended. */
  async function lineWithin({ ms, cpuMs, megabytes }: Bounds): Promise<string | undefined> {
    const tooLate = setTimeout(() => kill(`it took longer than ${ms} ms`), ms)
    const cpuBefore = cpuMs === Infinity ? 0 : cpuMsOf(child.pid)
    const tooLarge = setInterval(() => {
      if (megabytesOf(child.pid) > megabytes) kill(`it took more than ${megabytes} MB`)
      if (cpuMs !== Infinity && cpuMsOf(child.pid) - cpuBefore > cpuMs) kill(`it took more than ${cpuMs} ms of CPU`)
    }, LOOK_EVERY)
    try {
      return await nextLine()
    } finally {
      clearTimeout(tooLate)
      clearInterval(tooLarge)
    }
  }

  async function death() {
    const isKilled = killed !== undefined
    kill('it ended') // it closed stdout or printed too much
    const code = await child.exited
    return { died: `${killed} (${child.signalCode ?? code})`, isKilled }
  }

  return {
    pid: child.pid,
    megabytes: () => megabytesOf(child.pid),
    /** Resolves with `died` only after the process has really ended. */
    async ask(
      { name, ms, cpuMs, megabytes }: JobLimits,
      args: unknown,
      signal?: AbortSignal | undefined,
    ): Promise<FromProcess> {
      const giveUp = () => kill('nobody waits for its answer any more')
      signal?.addEventListener('abort', giveUp)
      try {
        return await answerTo({ name, ms, cpuMs, megabytes }, args)
      } finally {
        signal?.removeEventListener('abort', giveUp)
      }
    },
    /** Lets it end by itself. */
    dismiss: () => void child.stdin.end(),
    async end() {
      kill('the server ends')
      await child.exited
    },
  }

  async function answerTo({ name, ms, cpuMs, megabytes }: JobLimits, args: unknown): Promise<FromProcess> {
    isReady ||= (await lineWithin({ ms: START_PATIENCE, cpuMs: Infinity, megabytes })) === READY
    if (!isReady) return death()
    try {
      child.stdin.write(`${JSON.stringify({ job: name, args, ms })}\n`)
      await child.stdin.flush()
    } catch {
      return death()
    }
    const line = await lineWithin({ ms, cpuMs, megabytes })
    const answer = v.safeParse(Answer, tryJson(line))
    return answer.success ? answer.output : death()
  }
}

function trySetPriority(pid: number) {
  try {
    lowerPriority(pid, NICENESS)
  } catch {
    // It has ended already; the first job will notice.
  }
}

/** Resident memory; 0 where unsupported. */
function megabytesOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_MB
  } catch {
    return 0
  }
}

/** User and system time; 0 where unsupported. */
function cpuMsOf(pid: number): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
    const fields = rest.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

function tryJson(line: string | undefined): unknown {
  try {
    return line === undefined ? undefined : JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Returns undefined at the end, or when a line is longer than any answer. */
function linesOf(stream: ReadableStream<Uint8Array>): () => Promise<string | undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return async () => {
    for (;;) {
      const end = text.indexOf('\n')
      if (end >= 0) {
        const line = text.slice(0, end)
        text = text.slice(end + 1)
        return line
      }
      const { done, value } = await reader.read()
      if (done || text.length > MOST_ANSWER) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }
}

async function drain(stream: ReadableStream<Uint8Array>, hear: (said: string) => void) {
  const decoder = new TextDecoder()
  let left = MOST_SAID
  for await (const chunk of stream) {
    if (left <= 0) continue
    const said = decoder.decode(chunk).slice(0, left)
    left -= said.length
    hear(said.trim())
  }
}
