/** Runs phases in order and repeats failed files. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
const COSTS = join(import.meta.dir, 'costs.ts')
const DIED = 'ended without a result'

type Surroundings = {
  readonly root: string
  /** Receives all output while the phases run. */
  show(text: string): void
}

export async function run(phases: readonly Phase[], { root, show }: Surroundings): Promise<Outcome> {
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
    const { results, code, costs } = await runFiles(tests, files, { root, show })
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
      const again = isHopeless ? undefined : await runFiles({ ...tests, workers: 1 }, [file], { root, show })
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
async function runFiles(tests: Tests, files: readonly string[], { root, show }: Pick<Surroundings, 'root' | 'show'>) {
  const { workers = 1, timings, through = [], env = {} } = tests
  const folder = mkdtempSync(join(tmpdir(), 'balcao-suite-'))
  const [costs, shared] = [join(folder, 'costs'), join(folder, 'shared')]
  mkdirSync(shared)
  const command = [...through, 'bun', 'test', '--preload', COSTS, '--timeout', TIMEOUT_MS]
  const commands =
    workers > 1
      ? [
          [
            ...command,
            `--parallel=${workers}`,
            '--no-isolate',
            ...(timings ? [`--timings=${timings}`] : []),
            ...files.map(pathOf),
          ],
        ]
      : files.map((file) => [...command, pathOf(file)])
  const results = new Map<string, FileResult>()
  let code = 0
  for (const one of commands) {
    const done = await spawn(one, { root, env: { ...env, BALCAO_TEST_COSTS: costs, BALCAO_TEST_SHARED: shared }, show })
    code ||= done.code
    for (const [file, result] of readOutput(done.text)) results.set(file, result)
  }
  const all = { code, results, costs: readCosts(costs) }
  rmSync(folder, { recursive: true })
  return all
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
