/** One run of `balcao import`: in a process of its own, or in this one where there is no program, as in tests. */
import type { Mover } from '../../moving-in/mover'
import type { Extensions } from '../../platform/extensions'
import { lowerPriority } from '../../platform/priority'
import type { Clock } from '../../platform/time'
import { messageIn } from '../command-words'
import { type Answers, answerOf } from './answers'
import type { Choice, SourceWords } from './contract'
import type { ImportOptions } from './import'

const NICENESS = 10

export type RunOrder = {
  readonly isDryRun: boolean
  readonly source: SourceWords
  readonly dump: string
  readonly media: string | null
  readonly redis: string | null
  /** Null: all of them. */
  readonly companies: readonly string[] | null
  readonly choice: Choice | null
}

export type RunDeps = {
  readonly dataDir: string
  readonly program: readonly string[] | undefined
  readonly movers: readonly Mover[]
  readonly extensions: Extensions
  readonly clock: Clock
  typeOf(path: string, name: string): Promise<string>
}

export type Running = {
  /** Its last words if it has ended badly. Never rejects. */
  readonly done: Promise<string | null>
  stop(): void
}

export function startRun(order: RunOrder, deps: RunDeps): Running {
  return deps.program ? startProcess(order, deps, deps.program) : startHere(order, deps)
}

function startProcess(order: RunOrder, { dataDir }: RunDeps, program: readonly string[]): Running {
  const child = Bun.spawn([...program, 'import', ...argumentsOf(order), '--json', '--data', dataDir], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  lowerPriority(child.pid, NICENESS)
  return { done: lastWordsOf(child), stop: () => child.kill('SIGTERM') }
}

async function lastWordsOf(child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>): Promise<string | null> {
  const err = await new Response(child.stderr).text().catch(() => '')
  const code = await child.exited
  return code === 0 ? null : messageIn(err) || `the process ended with ${child.signalCode ?? code}`
}

function argumentsOf({ isDryRun, source, dump, media, redis, companies, choice }: RunOrder): string[] {
  const option = (name: string, value: string | null | undefined) => (value ? [`--${name}=${value}`] : [])
  return [
    dump,
    `--answers=${JSON.stringify(answersOf(choice))}`,
    ...(isDryRun ? ['--dry-run'] : []),
    ...option('media', media),
    ...option('name', source.name),
    ...option('zone', source.zone),
    ...option('database', source.database),
    ...option('companies', companies?.join(',')),
    ...(choice?.takeSessions ? ['--take-sessions', ...option('redis', redis)] : []),
  ]
}

const answersOf = (choice: Choice | null): Answers => ({
  ...(choice && { proceed: true }),
  ...(choice && choice.isOperators !== null && { operator: choice.isOperators }),
  ...(choice?.takeSessions && { sessions: true }),
})

function startHere(order: RunOrder, deps: RunDeps): Running {
  const stopped = new AbortController()
  const done = importHere(order, deps, stopped.signal).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return { done, stop: () => stopped.abort() }
}

async function importHere(order: RunOrder, deps: RunDeps, signal: AbortSignal): Promise<void> {
  const { importInstallation } = await import('./import')
  const { dataDir, movers, extensions, clock, typeOf } = deps
  const { isDryRun, source, dump, media, redis, companies, choice } = order
  const options: ImportOptions = {
    dataDir,
    dump,
    media,
    isDryRun,
    only: companies && ((id) => companies.includes(id)),
    name: source.name || null,
    zone: source.zone || null,
    ...(source.database && { database: source.database }),
    sessions: choice?.takeSessions ? { redis } : null,
  }
  const given = JSON.stringify(answersOf(choice))
  await importInstallation(options, {
    movers,
    extensions,
    now: clock,
    signal,
    typeOf,
    ask: async (question) => answerOf(given, question),
    progress() {},
  })
}
