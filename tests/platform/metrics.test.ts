/** The event loop watch: idle when nothing happens, but it detects every stall. */
import { afterEach, expect, spyOn, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import v8 from 'node:v8'
import { createMetrics, type Late, watchLoop } from '../../src/platform/metrics'

/** Longer than the watch takes to become idle. */
const A_WHILE = 400
let stop = () => {}
afterEach(() => stop())

function watch() {
  const lates: Late[] = []
  const loop = watchLoop((late) => void lates.push(late))
  stop = loop.stop
  /** Since the last call, in milliseconds. */
  const longest = () => Math.max(0, ...lates.splice(0).map(({ held }) => held * 1000))
  return { ...loop, lates, longest }
}

/** Blocks for `ms` of processor time; longer in wall time on a busy machine. */
function hold(ms: number): void {
  for (const until = workedMs() + ms; workedMs() < until; );
}
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Wake-ups of this thread meanwhile. */
async function wakesDuring(ms: number): Promise<number> {
  const wakes = () =>
    Number(/\nvoluntary_ctxt_switches:\s+(\d+)/.exec(readFileSync('/proc/thread-self/status', 'utf8'))?.[1])
  const before = wakes()
  await Bun.sleep(ms)
  return wakes() - before
}

test('an action that blocks an idle loop for 50 ms is detected', async () => {
  const { stir, longest } = watch()
  await Bun.sleep(A_WHILE)
  stir()
  hold(50)
  await Bun.sleep(50)
  expect(longest()).toBeGreaterThan(25)
})

test('each of many 50 ms stalls is detected during activity', async () => {
  const { stir, longest } = watch()
  for (let n = 0; n < 5; n++) {
    stir()
    await Bun.sleep(37 + n)
    longest()
    hold(50)
    await Bun.sleep(30)
    expect(longest()).toBeGreaterThan(25)
  }
})

test('work outside actions is noticed within a second, and its stalls are then detected', async () => {
  const { longest } = watch()
  await Bun.sleep(A_WHILE)
  for (const until = performance.now() + 1_200; performance.now() < until; await Bun.sleep(5)) hold(5)
  longest()
  hold(50)
  await Bun.sleep(50)
  expect(longest()).toBeGreaterThan(25)
})

test('waiting for a core does not count as blocking', async () => {
  const { stir, lates } = watch()
  const others = Array.from({ length: 3 * availableParallelism() }, () =>
    Bun.spawn(['sh', '-c', 'while :; do :; done']),
  )
  for (let n = 0; n < 10; n++) {
    stir()
    hold(20)
    await Bun.sleep(1)
  }
  for (const other of others) other.kill('SIGKILL')
  const total = (cause: keyof Late) => lates.reduce((sum, late) => sum + late[cause], 0)
  expect(total('waited')).toBeGreaterThan(total('held'))
})

test('the measurement seldom wakes an idle process', async () => {
  const { stir } = watch()
  await Bun.sleep(A_WHILE)
  const quiet = await wakesDuring(1_500)
  const stirring = setInterval(stir, 100)
  const busy = await wakesDuring(1_500)
  clearInterval(stirring)
  expect(busy).toBeGreaterThan(50)
  expect(quiet).toBeLessThan(25)
})

const none = () => 0
const gauges = {
  balcao_sockets: none,
  balcao_sessions: none,
  balcao_tenants_damaged: none,
  balcao_storage_full: none,
}

test('reading metrics does not count heap objects', async () => {
  const { text } = createMetrics(gauges)
  expect(await text()).toContain('nodejs_heap_size_used_bytes')
  expect(await text()).not.toContain('heap_space')
})

test('no heap metric exceeds the process’s memory', async () => {
  const figures = [...(await createMetrics(gauges).text()).matchAll(/^\w*heap\w*bytes (\d+)$/gm)]
  expect(figures.length).toBeGreaterThan(0)
  for (const [line, bytes] of figures) expect([line, Number(bytes) <= process.memoryUsage.rss()]).toEqual([line, true])
})

test('opening many servers does not count heap objects for each', () => {
  createMetrics(gauges)
  const counted = spyOn(v8, 'getHeapSpaceStatistics')
  try {
    createMetrics(gauges)
    expect(counted).not.toHaveBeenCalled()
  } finally {
    counted.mockRestore()
  }
})

test('the watch works when the process is out of file descriptors', async () => {
  const script = `
    const { openSync } = await import('node:fs')
    const { watchLoop } = await import(${JSON.stringify(join(import.meta.dir, '../../src/platform/metrics.ts'))})
    process.on('uncaughtException', ({ message }) => process.exit(console.error(message) ?? 1))
    watchLoop(() => {}).stir()
    try { for (;;) openSync('/dev/null') } catch {}
    setTimeout(() => process.exit(0), 100)`
  const child = Bun.spawn(['sh', '-c', 'ulimit -n 256; exec "$0" -e "$1"', process.execPath, script], {
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
})
