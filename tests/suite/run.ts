/** Runs phases in order and repeats failed files. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cost } from './costs'
import type { Phase, Step, Tests } from './lanes'
import { type FailedTest, type FileResult, readOutput } from './output'

export type Failure = FailedTest & { readonly file: string }
export type Outcome = {
  passed: number
  readonly failures: Failure[]
  /** Tests that failed and then passed when their file was repeated. */
  readonly unsteady: Failure[]
  /** Files over the largest share of the processor time, but not over twice that share, which is a failure. */
  readonly slow: { readonly file: string; readonly text: string }[]
  readonly costs: (Cost & { readonly tests: number })[]
  readonly phases: { readonly name: string; readonly seconds: number }[]
}

/** If more files fail, the machine or the change is broken, so nothing is repeated. */
const MOST_REPEATED = 20
/** Shares vary a little with the machine and its load, so a file fails only beyond this factor of the limit. */
const MARGIN = 2
/** Timeout per test, as in package.json. It only stops hanging tests. */
const TIMEOUT_MS = '180000'
/** A process whose current test began longer ago has a blocked event loop, which no timeout ends. */
const STILL_MS = 5 * 60_000
const ALIVE = join(import.meta.dir, 'alive.ts')
const PRELOADED = ['--preload', join(import.meta.dir, 'costs.ts'), '--preload', ALIVE]
const DIED = 'ended without a result'

type Surroundings = {
  readonly root: string
  /** Receives all output while the phases run. */
  show(text: string): void
  /** A process whose current test began longer ago is killed, and its file fails. */
  readonly stillMs?: number
}

export async function run(
  phases: readonly Phase[],
  { root, show, stillMs = STILL_MS }: Surroundings,
): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failures: [], unsteady: [], slow: [], costs: [], phases: [] }
  const failedFiles: { readonly tests: Tests; readonly file: string; readonly first: FileResult }[] = []
  for (const phase of phases) {
    const name = 'together' in phase ? phase.together.map((step) => step.name).join(' and ') : phase.name
    const begun = performance.now()
    if ('together' in phase) await runSteps(phase.together)
    else await runTests(phase)
    outcome.phases.push({ name, seconds: (performance.now() - begun) / 1000 })
  }
  await repeat()
  return outcome

  async function runSteps(steps: readonly Step[]) {
    const done = await Promise.all(steps.map((step) => spawn(step.command, { root, show() {} })))
    for (const [at, { code, text }] of done.entries()) {
      const name = steps[at]?.name ?? ''
      show(`\n== ${name}\n${text.trimEnd()}\n`)
      if (code === 0) outcome.passed++
      else outcome.failures.push({ file: name, name: `exit code ${code}`, text: lastOf(text, 60) })
    }
  }

  async function runTests(tests: Tests) {
    const files = filesOf(tests, root)
    show(`\n== ${tests.name}\n`)
    const { results, code, costs } = await runFiles(tests, files, { root, show, stillMs })
    for (const cost of costs) {
      const { passed, failed } = results.get(cost.file) ?? { passed: 0, failed: [] }
      outcome.costs.push({ ...cost, tests: passed + failed.length })
    }
    noteSlow(tests, costs)
    let isAnyFailed = false
    for (const file of files) {
      const first = results.get(file) ?? { passed: 0, failed: [{ name: DIED, text: '' }] }
      if (first.failed.length > 0) failedFiles.push({ tests, file, first })
      else outcome.passed += first.passed
      isAnyFailed ||= first.failed.length > 0
    }
    if (code !== 0 && !isAnyFailed)
      outcome.failures.push({ file: tests.name, name: `exit code ${code}, although no test failed`, text: '' })
  }

  function noteSlow({ name, largestShare = 1 }: Tests, costs: readonly Cost[]) {
    const total = costs.reduce((sum, { processor }) => sum + processor, 0)
    for (const { file, processor } of costs) {
      const share = processor / total
      const text = `takes ${percent(share)} of the processor time of the ${name}: make it faster, or move cases to the long lane (tests/support/long.ts)`
      if (share > largestShare * MARGIN)
        outcome.failures.push({ file, name: `takes over ${percent(largestShare * MARGIN)} of the time`, text })
      else if (share > largestShare) outcome.slow.push({ file, text })
    }
  }

  /** Runs failed files once more. */
  async function repeat() {
    const begun = performance.now()
    const isHopeless = failedFiles.length > MOST_REPEATED
    for (const { tests, file, first } of failedFiles) {
      if (!isHopeless) show(`\n== once more, alone: ${file}\n`)
      const again = isHopeless ? undefined : await runFiles({ ...tests, workers: 1 }, [file], { root, show, stillMs })
      const last = again?.results.get(file) ?? first
      const inFile = (failed: readonly FailedTest[]) => failed.map((one) => ({ file, ...one }))
      outcome.passed += last.passed
      if (last.failed.length > 0) outcome.failures.push(...inFile(last.failed))
      else if (again?.code !== 0) outcome.failures.push(...inFile(first.failed))
      else outcome.unsteady.push(...inFile(first.failed))
    }
    if (failedFiles.length > 0 && !isHopeless)
      outcome.phases.push({ name: 'once more', seconds: (performance.now() - begun) / 1000 })
  }
}

export function filesOf({ files, without = [] }: Pick<Tests, 'files' | 'without'>, root: string): string[] {
  const excluded = new Set(without)
  const found = files.flatMap((glob) => [...new Bun.Glob(glob).scanSync(root)])
  return [...new Set(found)].filter((file) => !excluded.has(file)).sort()
}

/** Several workers share the files; a single worker gets a new process per file. */
async function runFiles(tests: Tests, files: readonly string[], { root, show, stillMs }: Required<Surroundings>) {
  const { workers = 1, timings, through = [], env = {} } = tests
  const folder = mkdtempSync(join(tmpdir(), 'balcao-suite-'))
  const [costs, shared, alive] = [join(folder, 'costs'), join(folder, 'shared'), join(folder, 'alive')]
  mkdirSync(shared)
  mkdirSync(alive)
  const command = [...through, 'bun', 'test', ...PRELOADED, '--timeout', TIMEOUT_MS]
  const inParallel = [`--parallel=${workers}`, '--no-isolate', ...(timings ? [`--timings=${timings}`] : [])]
  const commands: readonly { readonly of: readonly string[]; readonly words: readonly string[] }[] =
    workers > 1 ? [{ of: files, words: inParallel }] : files.map((file) => ({ of: [file], words: [] }))
  const results = new Map<string, FileResult>()
  let code = 0
  const watch = setInterval(() => killStill(alive, stillMs, show), stillMs / 10)
  for (const { of, words } of commands) {
    const names = { BALCAO_TEST_COSTS: costs, BALCAO_TEST_SHARED: shared, BALCAO_TEST_ALIVE: alive }
    const done = await spawn([...command, ...words, ...of.map(pathOf)], { root, env: { ...env, ...names }, show })
    code ||= done.code
    const read = readOutput(done.text)
    for (const [file, result] of read) results.set(file, result)
    const [alone] = of.length === 1 ? of : []
    if (alone && done.code !== 0 && !read.get(alone)?.failed.length)
      results.set(alone, {
        passed: read.get(alone)?.passed ?? 0,
        failed: [{ name: DIED, text: lastOf(done.text, 60) }],
      })
  }
  clearInterval(watch)
  const all = { code, results, costs: readCosts(costs) }
  rmSync(folder, { recursive: true })
  return all
}

/** Kills processes whose current test began too long ago (`alive.ts`). */
function killStill(alive: string, stillMs: number, show: Surroundings['show']): void {
  for (const pid of readdirSync(alive)) {
    const path = join(alive, pid)
    const begun = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - begun < stillMs) continue
    show(`\n${readFileSync(path, 'utf8')} stood still: its process ${pid} is killed\n`)
    rmSync(path)
    // A process that died has left its file, and another may have its id.
    const command = join('/proc', pid, 'cmdline')
    if (existsSync(command) && readFileSync(command, 'utf8').includes(ALIVE)) process.kill(Number(pid), 'SIGKILL')
  }
}

/** Without the dot it would be a pattern. */
const pathOf = (file: string) => `./${file}`

const readCosts = (path: string): Cost[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Cost) // lines of tests/suite/costs.ts
    : []

type Spawned = Pick<Surroundings, 'root' | 'show'> & { readonly env?: Readonly<Record<string, string>> }

/** Combines stdout and stderr in the order written. */
async function spawn(command: readonly string[], { root, env = {}, show }: Spawned) {
  const child = Bun.spawn(['sh', '-c', 'exec "$@" 2>&1', 'sh', ...command], {
    cwd: root,
    env: { ...process.env, CI: '1', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of child.stdout) {
    const part = decoder.decode(bytes, { stream: true })
    text += part
    show(part)
  }
  return { code: await child.exited, text }
}

const lastOf = (text: string, lines: number) => text.trimEnd().split('\n').slice(-lines).join('\n')
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
