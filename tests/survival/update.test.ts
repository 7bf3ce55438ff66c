/** Updates that hold, and those that do not: one server answers afterwards, of the right version, with all data. */
import { expect, test } from 'bun:test'
import { inSuite, isLong } from '../support/long'
import { smallDisk } from './support/small-disk'
import { until } from './support/until'
import { NEW, OLD, openUpdatable, type Updatable } from './support/updatable'

const MINUTE = 60_000

async function begin(env: Record<string, string>): Promise<Updatable> {
  const installation = await openUpdatable(env)
  await installation.makeReady()
  return installation
}

const oneServer = ({ servers, watchers }: Updatable) =>
  until(() => servers().length === 1 && watchers().length === 0, { every: 50 })

const held: [string, Record<string, string>][] = [
  ['with a migration', { TEST_UPDATE_MIGRATES: '1' }],
  ...(isLong ? [['without one', {}] satisfies [string, Record<string, string>]] : []),
]
test.each(held)(
  'a version that holds serves under the same process id, also for commands of the old executable: %s',
  async (_, env) => {
    const installation = await begin(env)
    const before = installation.content()
    const child = installation.serve()
    expect(await installation.settled()).toBe(NEW)
    // The trial's own server may be the last to leave.
    const pids = () => installation.servers().map(({ pid }) => pid)
    await until(() => pids().join() === `${child.pid}`, { every: 50, why: pids })
    expect(await oneServer(installation)).toBe(true)
    const [attempt] = installation.state().attempts
    expect(attempt).toMatchObject({ phase: 'good', cause: null, process: null })
    expect(installation.run('version').out).toBe(NEW)
    const added = 'TEST_UPDATE_MIGRATES' in env ? 1 : 0
    expect(installation.content()).toEqual(before.map(({ step, rows }) => ({ step: Number(step) + added, rows })))
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    // The next start needs no trial.
    installation.serve()
    await until(async () => (await installation.answering()) === NEW, { every: 50 })
  },
  MINUTE,
)

const faulty: [string, string, RegExp][] = [
  [
    ...(isLong ? (['exits at its start', 'exits'] as const) : (['exits as for wrong settings', 'usage'] as const)),
    /ended unexpectedly/,
  ],
  ['hangs at its start', 'hangs', /did not answer within/],
  ['fails in the middle of its migration', 'half', /integer overflow/],
  ['has migrated and then is not in order', 'unhealthy', /does not report that it is in order/],
  ['dies with its doors open', 'dies', /ended unexpectedly/],
  ['hangs with its doors open', 'freezes', /answer/],
]
test.each(faulty)(
  'a version that %s is given up, and the one before serves with its data',
  async (_, fault, cause) => {
    const doorsOpen = fault === 'dies' || fault === 'freezes'
    const installation = await begin({ TEST_UPDATE_FAULT: fault, ...(doorsOpen ? {} : { TEST_UPDATE_MIGRATES: '1' }) })
    const before = installation.content()
    installation.serve()
    expect(await installation.settled(OLD)).toBe(OLD)
    expect(await oneServer(installation)).toBe(true)
    expect(installation.state()).toMatchObject({
      current: null,
      attempts: [{ phase: 'failed', cause: expect.stringMatching(cause) }],
    })
    expect(installation.content()).toEqual(before)
  },
  MINUTE,
)

test(
  'a version that dies after its doors opened goes on if the one before cannot read the data',
  async () => {
    const installation = await begin({ TEST_UPDATE_FAULT: 'dies', TEST_UPDATE_MIGRATES: '1' })
    installation.serve()
    expect(await installation.settled(NEW)).toBe(NEW)
    expect(await oneServer(installation)).toBe(true)
    expect(installation.state()).toMatchObject({
      current: { version: NEW },
      attempts: [{ phase: 'failed', cause: expect.stringContaining('1.0.0 cannot read the data any more') }],
    })
  },
  MINUTE,
)

/** A process of its own namespace, as in a container: nothing can end the first one, and everything ends with it. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const hasContainers = Bun.spawnSync([...container, 'true'], { stderr: 'ignore' }).exitCode === 0

const contained: [string, Record<string, string>, string][] = [
  ['hangs at its start', { TEST_UPDATE_FAULT: 'hangs' }, OLD],
  ['exits at its start', { TEST_UPDATE_FAULT: 'exits' }, OLD],
  ['holds', {}, NEW],
]
test.each(contained.slice(0, inSuite(1, 3)))(
  'in a container a version that %s leaves one server, and the container runs on',
  async (_, env, version) => {
    if (!hasContainers) return
    const installation = await begin(env)
    const child = installation.serveIn(container)
    expect(await installation.settled(version)).toBe(version)
    await until(() => installation.servers().length === 1, { every: 50 })
    expect(child.exitCode).toBeNull()
    // A signal to the first process stops the server in order.
    const first = installation.processes().toSorted((a, b) => a.pid - b.pid)[0]?.pid ?? 0
    process.kill(first, 'SIGTERM')
    await until(() => installation.processes().length === 0, { every: 50 })
    expect(await child.exited).toBe(0)
  },
  MINUTE,
)

test(
  'a disk that fills during the trial changes nothing',
  async () => {
    const disk = await smallDisk(400)
    const installation = await openUpdatable({ TEST_UPDATE_MIGRATES: '1' }, disk)
    await installation.makeReady()
    const before = installation.content()
    installation.serve()
    while (!installation.stepsTo(NEW).includes('start')) await Bun.sleep(1)
    disk.fill()
    // It goes back at once, or waits for space in order to.
    const isBack = () => installation.state().attempts[0]?.phase === 'failed'
    await until(() => isBack() || installation.words().includes('The disk is full.'), { every: 50 })
    disk.makeRoom()
    expect(await installation.settled(OLD)).toBe(OLD)
    expect(await oneServer(installation)).toBe(true)
    expect(installation.content()).toEqual(before)
  },
  MINUTE,
)
