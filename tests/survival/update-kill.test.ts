/** kill -9 at any moment of an update, of the server, its watcher, or everything: it goes on or goes back, nothing half. */
import { expect } from 'bun:test'
import { findUnfinished } from '../../src/operator/update/programs'
import { boundOf } from '../support/bound'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { auditIncoming } from './support/audit'
import { openClient } from './support/client'
import { readLedger } from './support/ledger'
import type { ServerProcess } from './support/server-process'
import { openTestbed } from './support/testbed'
import { until } from './support/until'
import { openUpdatable, type Updatable } from './support/updatable'

const MOMENTS = inSuite(10, 50)
const PER_MOMENT = 2
/** Where it is killed, so many milliseconds after the step was noted. */
const steps = ['stop', 'copy', 'start', 'migrate', 'open', 'steady', 'backup'] as const
const DELAYS_MS = [0, 20, 60, 120, 5, 200, 40, 350] as const

const victims: Readonly<Record<string, (installation: Updatable) => { pid: number }[]>> = {
  server: ({ servers }) => servers(),
  watcher: ({ watchers }) => watchers(),
  'server and watcher': ({ servers, watchers }) => [...watchers(), ...servers()],
  everything: ({ processes }) => processes(),
}

function kill(processes: readonly { readonly pid: number }[]): void {
  for (const { pid } of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it has ended meanwhile
    }
}

/** Without the growing pauses of `until`: the moment counts. */
async function soon(isNow: () => boolean): Promise<void> {
  const bound = boundOf(30_000)
  while (!isNow() && !bound.isOver()) await Bun.sleep(1)
}

/** What systemd does: a server that ended is started again, unless a watcher is about to become one. Ends when all is over. */
async function supervise(installation: Updatable, command: Bun.Subprocess): Promise<string> {
  const { servers, watchers, serve, state, answering } = installation
  return until(
    async () => {
      if (servers().length === 0 && watchers().length === 0) {
        serve()
        await Bun.sleep(300)
      }
      const hasEnded = command.exitCode !== null || command.signalCode !== null
      const isOver = hasEnded && !findUnfinished(state()) && watchers().length === 0
      return isOver && servers().length === 1 && (await answering())
    },
    { every: 50, within: 60_000 },
  )
}

test(`an update is killed at ${MOMENTS} moments: one server answers, of a whole version, and every message is there once`, async () => {
  const testbed = await openTestbed()
  const installation = await openUpdatable({
    TEST_UPDATE_MIGRATES: '1',
    BALCAO_WHATSAPP_URL: testbed.url,
    BALCAO_WHATSAPP_ROOT_KEY: testbed.rootKey,
  })
  const { answering, state, offer, update, serve, dataDir } = installation
  serve()
  await until(answering, { every: 50 })
  const client = openClient()
  client.moveTo({ origin: installation.origin } as ServerProcess) // all that it needs
  await client.signIn()
  await client.link(testbed)
  await testbed.prepare(3, MOMENTS * PER_MOMENT)
  const sent = testbed.release(PER_MOMENT / 2.5)

  const ends: string[] = []
  let minor = 0
  for (let nth = 0; nth < MOMENTS; nth++) {
    const before = await until(answering, { every: 50 })
    minor = Math.max(minor, Number(before.split('.')[1])) + 1
    const next = `1.${minor}.0`
    await offer(next)
    const begun = performance.now()
    const command = update()
    const step = steps[nth % steps.length] ?? 'stop'
    await soon(() => installation.stepsTo(next).includes(step) || command.exitCode !== null)
    await Bun.sleep(DELAYS_MS[Math.floor(nth / 3) % DELAYS_MS.length] ?? 0)
    const [name = '', choose] = Object.entries(victims)[nth % 4] ?? []
    const phase = `${state().attempts[0]?.phase}, ${installation.stepsTo(next).at(-1)}`
    kill(choose?.(installation) ?? [])
    const version = await supervise(installation, command).catch((error: unknown) => {
      throw new Error(
        `moment ${nth}, ${name} in ${phase}: ${error}\n${JSON.stringify(installation.processes())}\n${JSON.stringify(state().attempts[0])}\n${installation.words()}`,
      )
    })
    expect([before, next]).toContain(version)
    ends.push(`${Math.round(performance.now() - begun)} ms: ${name} in ${phase} → ${version === next ? 'new' : 'old'}`)
  }
  console.log(ends.join('\n'))
  await sent
  await testbed.settled(30_000)
  const written = await testbed.books()
  await until(async () => auditIncoming(written, readLedger(dataDir, installation.uuid())).length === 0, {
    every: 100,
    within: 10_000,
    why: () => auditIncoming(written, readLedger(dataDir, installation.uuid())).join('\n'),
  })
  installation.content() // throws on a damaged file
}, 1_200_000)

const ROUNDS = inSuite(2, 12)

test(`the way back is killed ${ROUNDS} times: the next start goes on with it`, async () => {
  const installation = await openUpdatable({ TEST_UPDATE_MIGRATES: '1', TEST_UPDATE_FAULT: 'unhealthy' })
  const before = installation.content()
  await installation.makeReady()
  for (let nth = 0; nth < ROUNDS; nth++) {
    installation.serve()
    await soon(
      () => installation.stepsTo('1.1.0').includes('back') || installation.state().attempts[0]?.phase === 'failed',
    )
    await Bun.sleep(nth % 4)
    kill(installation.processes())
    await until(() => installation.processes().length === 0)
    if (!findUnfinished(installation.state()) && nth < ROUNDS - 1) await installation.makeReady()
  }
  installation.serve()
  expect(await installation.settled('1.0.0')).toBe('1.0.0')
  expect(installation.content()).toEqual(before)
}, 300_000)
