/** The test runner, with generated test files: counts, repetitions, reports. */
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEachTest } from '../support/after-each'
import { shelf } from '../support/shelf'
import type { Phase } from './lanes'
import { long, measuring, onlyLong, short } from './lanes'
import { readOutput } from './output'
import { report } from './report'
import { filesOf, run } from './run'

const project = resolve(import.meta.dir, '..', '..')
const folders: string[] = []
afterEachTest(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A project with these test files. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(shelf(), 'balcao-suite-'))
  folders.push(root)
  for (const [path, body] of Object.entries({ 'bunfig.toml': '[test]\nroot = "tests"\n', ...files })) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), path.endsWith('.ts') ? `import { expect, test } from 'bun:test'\n${body}` : body)
  }
  return root
}

const passes = "test('passes', () => {})"
const failsOnce = `import { existsSync, writeFileSync } from 'node:fs'
test('is moody', () => {
  const wasHere = existsSync('was-here')
  writeFileSync('was-here', '')
  expect(wasHere).toBe(true)
})`
const units = { name: 'units', files: ['tests/**/*.test.ts'] } as const
const runIn = (root: string, ...phases: readonly Phase[]) => run(phases, { root, show() {} })
const lastLines = (outcome: Awaited<ReturnType<typeof run>>, count: number) => report(outcome).split('\n').slice(-count)

test('sums the tests of all phases and the successful steps', async () => {
  const root = projectOf({ 'tests/a.test.ts': passes, 'tests/b/c.test.ts': passes, 'tests/d.journey.ts': passes })
  const outcome = await runIn(
    root,
    { together: [{ name: 'check', command: ['true'] }] },
    { ...units, workers: 2 },
    { name: 'journeys', files: ['tests/*.journey.ts'] },
  )
  expect(lastLines(outcome, 2)).toEqual(['4 passed, 0 failed, 0 unsteady', '4 passed, 0 failed'])
  expect(outcome.phases.map(({ name }) => name)).toEqual(['check', 'units', 'journeys'])
  expect(outcome.costs.map(({ file, tests }) => `${file} ${tests}`).sort()).toEqual([
    'tests/a.test.ts 1',
    'tests/b/c.test.ts 1',
    'tests/d.journey.ts 1',
  ])
})

test('repeats a failed file alone, and reports it as unsteady if it then passes', async () => {
  const root = projectOf({ 'tests/a.test.ts': passes, 'tests/moody.test.ts': `${passes}\n${failsOnce}` })
  const outcome = await runIn(root, { ...units, workers: 2 })
  expect(lastLines(outcome, 3)).toEqual([
    'unsteady: tests/moody.test.ts: is moody',
    '3 passed, 0 failed, 1 unsteady',
    '3 passed, 0 failed',
  ])
})

test('counts a test that fails twice as failed, and shows its output', async () => {
  const root = projectOf({
    'tests/a.test.ts': `${passes}\ntest('fails', () => { console.log('because of this'); expect(1).toBe(2) })`,
  })
  const outcome = await runIn(root, units)
  expect(lastLines(outcome, 3)).toEqual([
    'failed: tests/a.test.ts: fails',
    '1 passed, 1 failed, 0 unsteady',
    '1 passed, 1 failed',
  ])
  expect(outcome.failures[0]?.text).toContain('because of this')
})

test('counts a worker that dies, a file that does not load, an error between tests and a step that fails', async () => {
  const root = projectOf({
    'tests/dies.test.ts': `${passes}\ntest('dies', () => process.kill(process.pid, 'SIGKILL'))`,
    'tests/unloadable.test.ts': "import './nothing'",
    'tests/between.test.ts': `test('leaves something', () => {})\nsetTimeout(() => { throw new Error('late') }, 0)\nawait Bun.sleep(20)`,
    'tests/good.test.ts': passes,
  })
  const outcome = await runIn(root, { together: [{ name: 'check', command: ['false'] }] }, { ...units, workers: 2 })
  // A worker that dies may also leave an error between tests.
  const failed = new Set(outcome.failures.map(({ file }) => file))
  expect([...failed].sort()).toEqual([
    'check',
    'tests/between.test.ts',
    'tests/dies.test.ts',
    'tests/unloadable.test.ts',
  ])
})

for (const workers of [1, 2])
  test(`ends ${workers === 1 ? 'a process' : 'a worker'} that stands still, and its file fails`, async () => {
    const root = projectOf({
      'tests/still.test.ts': `${passes}\ntest('stands still', () => { while (true); })`,
      'tests/good.test.ts': passes,
    })
    const outcome = await run([{ ...units, workers }], { root, show() {}, stillMs: 1000 })
    expect(outcome.failures.map(({ file }) => file)).toEqual(['tests/still.test.ts'])
  })

test('repeats nothing if everything fails', async () => {
  const names = Array.from({ length: 21 }, (_, n) => `tests/${n}.test.ts`)
  const root = projectOf(Object.fromEntries(names.map((name) => [name, "test('fails', () => expect(1).toBe(2))"])))
  const outcome = await runIn(root, units)
  expect(outcome.failures.length).toBe(21)
  expect(outcome.phases.map(({ name }) => name)).toEqual(['units'])
})

test('tells a file over the largest share of the processor time, and fails one over twice that share, on any machine', async () => {
  for (const unit of [1, 3]) {
    const working = (units: number) => `const used = () => process.cpuUsage().user + process.cpuUsage().system
test('works', () => { const before = used(); while (used() - before < ${units * unit * 30_000}); })`
    const root = projectOf({
      'tests/hard.test.ts': working(9),
      'tests/slow.test.ts': working(4),
      'tests/quick.test.ts': working(1),
    })
    const outcome = await runIn(root, { ...units, largestShare: 0.2 })
    expect(outcome.failures.map(({ file, name }) => `${file}: ${name}`)).toEqual([
      'tests/hard.test.ts: takes over 40.0 % of the time',
    ])
    expect(lastLines(outcome, 3)).toEqual([
      expect.stringMatching(/^slow: tests\/slow\.test\.ts: takes \d\d\.\d % of the processor time of the units:/),
      '3 passed, 1 failed, 0 unsteady',
      '3 passed, 1 failed',
    ])
  }
}, 60_000)

test('separates the output of files that several workers run', () => {
  const files = readOutput(
    [
      ...['tests/a.test.ts:', 'said by a', 'tests/b.test.ts:', 'said by b', '(pass) b works [1.00ms]'],
      ...['tests/a.test.ts:', 'more of a', '(fail) block > a breaks [2.5s]', ''],
      ...['1 tests failed:', '(fail) block > a breaks [2.5s]', '', ' 1 pass', ' 1 fail'],
    ].join('\n'),
  )
  expect(Object.fromEntries(files)).toEqual({
    'tests/b.test.ts': { passed: 1, failed: [] },
    'tests/a.test.ts': {
      passed: 0,
      failed: [{ name: 'block > a breaks', text: 'said by a\nmore of a\n(fail) block > a breaks' }],
    },
  })
})

const filesIn = (lane: readonly Phase[]) =>
  lane.flatMap((phase) => ('together' in phase ? [] : filesOf(phase, project)))

test('lists only existing files, and every test file belongs to a lane', () => {
  expect([...measuring, ...onlyLong].filter((file) => !existsSync(join(project, file)))).toEqual([])
  const inShort = filesIn(short)
  const others = filesIn(long).filter((file) => !inShort.includes(file))
  expect([...inShort, ...others].sort()).toEqual(filesOf({ files: ['tests/**/*.{test,journey}.{ts,tsx}'] }, project))
  expect(others.filter((file) => !file.startsWith('tests/journeys/long/')).sort()).toEqual(onlyLong.toSorted())
})

test('the long lane runs every test that does more there', () => {
  const isRelated = (file: string) => /support\/long'/.test(readFileSync(join(project, file), 'utf8'))
  const inLong = filesIn(long)
  const all = filesOf({ files: ['tests/**/*.test.ts'] }, project)
  expect(all.filter((file) => !file.startsWith('tests/suite/') && isRelated(file) && !inLong.includes(file))).toEqual(
    [],
  )
})
