/** Updates of a running server: looking, planning, preparing with a real backup, handing over, telling. */
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Overview } from '../../../src/features/monitor/contract'
import { enterStandby } from '../../../src/operator/standby'
import { changeState } from '../../../src/operator/update/attempts'
import type { NewPlan } from '../../../src/operator/update/contract'
import { type InstallationUpdate, updateChanged } from '../../../src/operator/update/contract'
import { type Attempt, programPath, programsFolder, readUpdateState } from '../../../src/operator/update/programs'
import type { NewProgram } from '../../../src/platform/module'
import { version } from '../../../src/version'
import type { Attendant } from '../../support/company-world'
import { mailbox } from '../../support/mailbox'
import { until } from '../../support/until'
import { type World, type WorldOptions, world } from '../../support/world'
import { type ReleaseServer, releaseServer } from './release-server'
import { keys, makeKeys, makeRelease } from './releases'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

type Updated = {
  readonly w: World
  readonly root: Attendant
  readonly server: ReleaseServer
  readonly swapped: NewProgram[]
  read(): Promise<InstallationUpdate>
  look(): Promise<InstallationUpdate>
  plan(version: string, when: NewPlan['when']): Promise<Response>
  cancel(): Promise<Response>
  /** When the attempt has ended, or has handed over. */
  settled(): Promise<InstallationUpdate>
}

type Options = WorldOptions & {
  readonly offered?: string
  /** Throws where the swap refuses. */
  swapped?(program: NewProgram, w: World): void
}

async function updated({ offered = '9.1.0', swapped: swap, ...options }: Options = {}): Promise<Updated> {
  const server = await releaseServer(offered === '' ? undefined : (await makeRelease(offered)).folder)
  const swapped: NewProgram[] = []
  const w: World = world({
    releaseKey: keys.pem,
    swap: async (program) => {
      swap?.(program, w)
      swapped.push(program)
      return undefined as never // the stand-in of a process that goes on as another program
    },
    ...options,
    environment: { updateAddress: server.address, ...options.environment },
  })
  const root = w.admin({ super: true })
  const ask = (path: string, method: string, body?: object) =>
    root.request(`/api/installation/update${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const read = async () => (await (await ask('', 'GET')).json()) as InstallationUpdate
  return {
    w,
    root,
    server,
    swapped,
    read,
    look: async () => (await (await ask('/look', 'POST')).json()) as InstallationUpdate,
    plan: (version, when) => ask('/plan', 'PUT', { version, when }),
    cancel: () => ask('/plan', 'DELETE'),
    async settled() {
      await until(() => !w.server.updates.isCancellable(), 'the end of the preparation')
      return read()
    },
  }
}

const codeOf = async (answer: Response) => ((await answer.json()) as { error: string }).error

describe('looking', () => {
  test('shows what the newest release changes, once it is verified', async () => {
    const { root, read, look } = await updated()
    expect(await read()).toMatchObject({ looked: null, offer: null, obstacle: null, version })
    const found = await look()
    expect(found).toMatchObject({
      looked: { fault: null },
      offer: {
        version: '9.1.0',
        at: '2026-02-20T09:00:00.000Z',
        changes: { en: ['Voice messages are transcribed.', 'Long conversations open at once.'] },
        changesData: false,
        hasFailed: false,
      },
      versions: [{ version, state: 'used' }],
    })
    expect(found.key).toHaveLength(64)
    expect(root.heard(updateChanged).length).toBeGreaterThan(0)
  })

  test.each([
    [version, { fault: null, detail: null }],
    ['0.0.1', { fault: 'older', detail: '0.0.1' }],
  ])('does not offer %s', async (offered, looked) => {
    const { look, plan } = await updated({ offered })
    expect(await look()).toMatchObject({ looked, offer: null })
    expect(await codeOf(await plan(offered, 'now'))).toBe('ERR_NO_SUCH_UPDATE')
  })

  test('does not offer a program for other machines', async () => {
    const { server, look } = await updated()
    server.offer((await makeRelease('9.1.0', { platform: 'darwin-arm64' })).folder)
    expect(await look()).toMatchObject({ looked: { fault: 'platform' }, offer: null })
  })

  test('drops an offer when the next answer has another signature, and keeps it while nobody answers', async () => {
    const { server, look } = await updated()
    await look()
    server.unkind.set('release', { is: 'status', status: 503 })
    expect(await look()).toMatchObject({ looked: { fault: 'status', detail: '503' }, offer: { version: '9.1.0' } })
    server.unkind.clear()
    server.offer((await makeRelease('9.2.0', { key: makeKeys().privateKey })).folder)
    expect(await look()).toMatchObject({ looked: { fault: 'signature' }, offer: null })
  })

  test('happens once a day, an hour after a failure, and never without an address', async () => {
    const { w, server } = await updated()
    const looks = () => server.asked.filter((path) => path.endsWith('release.json')).length
    const { updates } = w.server
    await updates.lookAfter()
    await updates.lookAfter()
    expect(looks()).toBe(1)
    w.clock.forward(DAY - MINUTE)
    await updates.lookAfter()
    expect(looks()).toBe(1)
    server.unkind.set('release', { is: 'status', status: 404 })
    w.clock.forward(MINUTE)
    await updates.lookAfter()
    expect(looks()).toBe(2)
    w.clock.forward(HOUR)
    await updates.lookAfter()
    expect(looks()).toBe(3)
    const quiet = await updated({ environment: { updateAddress: '' } })
    await quiet.w.server.updates.lookAfter()
    expect(quiet.server.asked).toEqual([])
  })

  test('waits for a look that is under way', async () => {
    const { w, server } = await updated()
    await Promise.all([w.server.updates.look(), w.server.updates.look()])
    expect(server.asked).toHaveLength(2)
  })

  test('of another address does not show what was found at the one before', async () => {
    const { w, root, look, read } = await updated({ environment: { updateAddress: undefined } as never })
    const set = (updateAddress: string) => root.json('/api/operator-settings', 'PUT', { updateAddress })
    const [one, other] = [await releaseServer((await makeRelease('9.1.0')).folder), await releaseServer()]
    await set(one.address)
    expect((await look()).offer?.version).toBe('9.1.0')
    await set(other.address)
    expect(await read()).toMatchObject({ offer: null, looked: null })
    expect(w.server.updates.obstacle()).toBeNull()
  })
})

test.each<[InstallationUpdate['obstacle'], Options]>([
  ['noKey', { releaseKey: '' }],
  ['noAddress', { environment: { updateAddress: '' } }],
  ['elsewhere', { swap: null }],
])('nothing is planned with the obstacle %s', async (obstacle, options) => {
  const { read, plan, look } = await updated(options)
  await look()
  expect((await read()).obstacle).toBe(obstacle)
  expect(await codeOf(await plan('9.1.0', 'hour'))).toBe('ERR_UPDATES_OFF')
})

describe('an update', () => {
  test('is downloaded, verified, backed up, and handed over to, once', async () => {
    const { w, look, plan, settled, swapped } = await updated()
    await look()
    expect((await plan('9.1.0', 'now')).status).toBe(200)
    expect(await codeOf(await plan('9.1.0', 'now'))).toBe('ERR_UPDATE_RUNNING')
    const { attempt } = await settled()
    expect(attempt).toMatchObject({ version: '9.1.0', from: version, by: 'operator', phase: 'fetching', cause: null })
    expect(attempt?.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'download done',
      'verify done',
      'backup done',
    ])
    expect(swapped).toMatchObject([{ version: '9.1.0' }])
    const [program] = swapped
    expect(readUpdateState(w.dataDir).programs).toMatchObject([{ version: '9.1.0', sha256: program?.sha256 }])
    expect(w.server.backups.list(9)).toMatchObject([{ kind: 'update', state: 'verified', companies: 1 }])
    expect(readFileSync(programPath(w.dataDir, '9.1.0'), 'utf8')).toStartWith('#!/bin/sh')
    // It is in the state that the swap left, so nothing else begins.
    expect(await codeOf(await plan('9.1.0', 'now'))).toBe('ERR_UPDATE_RUNNING')
  })

  test('waits for a backup that is being made, and makes its own', async () => {
    const { w, look, plan, settled } = await updated()
    await look()
    const { done } = w.server.backups.start('manual')
    await plan('9.1.0', 'now')
    await done
    await settled()
    expect(w.server.backups.list(9).map(({ kind }) => kind)).toEqual(['update', 'manual'])
  })

  test('waits for its hour, which is the operator’s, and is not begun when people are inside by then', async () => {
    const { w, look, plan, read, settled, swapped } = await updated()
    await look()
    expect((await plan('9.1.0', 'hour')).status).toBe(200)
    // Noon in UTC is nine in São Paulo.
    expect(await read()).toMatchObject({ plan: { version: '9.1.0', at: '2026-03-03T06:00:00.000Z' }, attempt: null })
    w.clock.forward(18 * HOUR - MINUTE)
    await w.server.updates.lookAfter()
    expect((await read()).attempt).toBeNull()
    w.clock.forward(3 * HOUR) // the server was off
    await w.server.updates.lookAfter()
    expect(await read()).toMatchObject({ plan: { at: '2026-03-04T06:00:00.000Z' }, attempt: null })
    w.clock.forward(21 * HOUR + 2 * MINUTE)
    await w.server.updates.lookAfter()
    expect(await settled()).toMatchObject({ plan: null, attempt: { by: 'schedule' } })
    expect(swapped).toHaveLength(1)
  })

  test('that was planned stays planned after a start, and can be cancelled', async () => {
    const one = await updated()
    await one.look()
    await one.plan('9.1.0', 'hour')
    const w = await one.w.reopen()
    expect(w.server.updates.plan()).toMatchObject({ version: '9.1.0' })
    const root = w.admin({ super: true })
    const cancelled = await root.request('/api/installation/update/plan', { method: 'DELETE' })
    expect(await cancelled.json()).toMatchObject({ plan: null, offer: { version: '9.1.0' } })
  })

  test('is cancelled while it is downloaded, and leaves nothing', async () => {
    const { w, server, look, plan, cancel, read, swapped } = await updated()
    await look()
    server.unkind.set('balcao-', { is: 'silence' })
    await plan('9.1.0', 'now')
    await until(() => server.asked.some((path) => path.includes('balcao-9.1.0')), 'the download')
    expect((await read()).isCancellable).toBe(true)
    expect((await cancel()).status).toBe(200)
    expect((await read()).attempt).toMatchObject({ phase: 'failed', fault: 'cancelled', steps: [{ state: 'failed' }] })
    expect(existsSync(programPath(w.dataDir, '9.1.0'))).toBe(false)
    expect(swapped).toEqual([])
    // Another one may begin.
    server.unkind.clear()
    expect((await plan('9.1.0', 'now')).status).toBe(200)
  })

  test('cannot be cancelled once the swap has begun', async () => {
    const { look, plan, settled, cancel } = await updated()
    await look()
    await plan('9.1.0', 'now')
    await settled()
    expect(await codeOf(await cancel())).toBe('ERR_UPDATE_TOO_LATE')
  })

  test('that a stop of the server interrupts is told as such', async () => {
    const one = await updated()
    await one.look()
    one.server.unkind.set('balcao-', { is: 'silence' })
    await one.plan('9.1.0', 'now')
    const w = await one.w.reopen()
    expect(readUpdateState(w.dataDir).attempts).toMatchObject([{ phase: 'failed', cause: 'the server stopped' }])
    expect(w.server.updates.isRunning()).toBe(false)
  })

  test('does not download again what it has', async () => {
    const { server, look, plan, settled } = await updated({
      swapped() {
        throw new Error('The disk is too full for the copies.')
      },
    })
    await look()
    await plan('9.1.0', 'now')
    expect((await settled()).attempt).toMatchObject({
      phase: 'failed',
      cause: 'The disk is too full for the copies.',
      fault: null,
    })
    await plan('9.1.0', 'now')
    await settled()
    expect(server.asked.filter((path) => path.includes('balcao-'))).toHaveLength(1)
  })
})

describe('before the swap, an update ends', () => {
  test('when the program is not the signed one', async () => {
    const { w, server, look, plan, settled, swapped } = await updated()
    await look()
    server.unkind.set('balcao-', { is: 'others' })
    await plan('9.1.0', 'now')
    expect((await settled()).attempt).toMatchObject({ phase: 'failed', fault: 'hash' })
    expect([swapped.length, w.server.backups.list(9).length]).toEqual([0, 0])
  })

  test.each<[string, string]>([
    ['does not run', '; exit 3'],
    ['says another version', ' ; echo x'],
    ['is killed', '; kill -9 $$'],
  ])('when the program %s', async (_, says) => {
    const { server, look, plan, settled, swapped } = await updated({ offered: '' })
    server.offer((await makeRelease('9.1.0', { says: `9.1.0 ${says}` })).folder)
    await look()
    await plan('9.1.0', 'now')
    expect((await settled()).attempt).toMatchObject({ phase: 'failed', fault: 'notRunnable' })
    expect(swapped).toEqual([])
  })

  test('when the backup is not good', async () => {
    const { w, look, plan, settled, swapped } = await updated({ environment: { backupFolder: '/proc/backups' } })
    w.expectErrors()
    await look()
    await plan('9.1.0', 'now')
    expect((await settled()).attempt).toMatchObject({ phase: 'failed', fault: 'backup' })
    expect(swapped).toEqual([])
  })

  test('and another may begin', async () => {
    const { w, server, look, plan, settled, swapped } = await updated()
    await look()
    server.unkind.set('balcao-', { is: 'cut' })
    await plan('9.1.0', 'now')
    expect((await settled()).attempt?.fault).toBe('cut')
    server.unkind.clear()
    // A download that broke says nothing about the version.
    expect((await plan('9.1.0', 'hour')).status).toBe(200)
    w.clock.forward(18 * HOUR)
    await w.server.updates.lookAfter()
    await settled()
    expect(swapped).toHaveLength(1)
  })
})

describe('afterwards', () => {
  const attempt: Attempt = {
    id: 'a1',
    version: '9.1.0',
    from: version,
    by: 'schedule',
    phase: 'good',
    startedAt: Date.UTC(2026, 2, 2, 6),
    endedAt: Date.UTC(2026, 2, 2, 6, 4),
    changesData: true,
    steps: [
      { step: 'backup', state: 'done', at: Date.UTC(2026, 2, 2, 6, 1), detail: null },
      { step: 'stop', state: 'done', at: Date.UTC(2026, 2, 2, 6, 1, 10), detail: null },
      { step: 'start', state: 'done', at: Date.UTC(2026, 2, 2, 6, 1, 14), detail: null },
      { step: 'open', state: 'done', at: Date.UTC(2026, 2, 2, 6, 1, 22), detail: null },
    ],
    cause: null,
    process: null,
    isStopped: false,
  }
  const back: Partial<Attempt> = {
    phase: 'failed',
    cause: 'company 3 could not be written',
    steps: [
      ...attempt.steps.slice(0, 3),
      { step: 'back', state: 'done', at: Date.UTC(2026, 2, 2, 6, 3), detail: null },
    ],
  }
  const ended = (w: World, change: Partial<Attempt> = {}) => {
    mkdirSync(programsFolder(w.dataDir), { recursive: true, mode: 0o700 })
    changeState(w.dataDir, (state) => ({ ...state, attempts: [{ ...attempt, ...change }, ...state.attempts] }))
  }

  test.each<[string, Partial<Attempt>, string, string]>([
    ['that it holds', {}, 'Balcão atualizado para a 9.1.0', 'está em uso desde 2 de março de 2026'],
    ['that it went back', back, 'A atualização para a 9.1.0 não passou na prova', 'company 3 could not be written'],
    [
      'that a planned one did not begin',
      { phase: 'failed', cause: 'no', steps: [] },
      'A atualização para a 9.1.0 não começou',
      'nada mudou',
    ],
  ])('the operator is mailed once %s', async (_, change, subject, words) => {
    const box = await mailbox()
    const { w } = await updated({ mail: box })
    await w.server.updates.lookAfter()
    ended(w, change)
    await w.server.updates.lookAfter()
    await w.server.updates.lookAfter()
    expect(box.mails().map((mail) => mail.subject)).toEqual([subject])
    expect(box.mails()[0]?.text).toContain(words)
  })

  test('a version that went back is not taken by plan, but by hand', async () => {
    const { w, look, plan, read } = await updated()
    await look()
    ended(w, back)
    expect(await read()).toMatchObject({
      offer: { hasFailed: true },
      attempt: { phase: 'failed', cause: 'company 3 could not be written' },
      versions: [
        { version, state: 'used' },
        { version: '9.1.0', state: 'failed', at: '2026-03-02T06:04:00.000Z' },
      ],
    })
    expect(await codeOf(await plan('9.1.0', 'hour'))).toBe('ERR_UPDATE_FAILED_BEFORE')
    expect((await plan('9.1.0', 'now')).status).toBe(200)
  })

  test('the page knows how long the last swap took', async () => {
    const { w, read } = await updated()
    ended(w)
    expect((await read()).lastOutage).toBe(12_000)
  })
})

describe('the monitor', () => {
  const found = async ({ root }: Updated) =>
    ((await (await root.request('/api/monitor')).json()) as Overview).update?.state ?? null

  test('tells of a version that nobody has planned', async () => {
    const one = await updated()
    expect(await found(one)).toBeNull()
    await one.look()
    expect(await found(one)).toBe('offered')
    await one.plan('9.1.0', 'hour')
    expect(await found(one)).toBeNull()
  })

  test('tells of an update that did not begin, until it is tried again', async () => {
    const one = await updated()
    await one.look()
    one.server.unkind.set('balcao-', { is: 'cut' })
    await one.plan('9.1.0', 'now')
    await one.settled()
    expect(await found(one)).toBe('failed')
    one.server.unkind.clear()
    await one.plan('9.1.0', 'now')
    await one.settled()
    expect(await found(one)).toBeNull()
  })
})

test('a look that a restored installation would make waits until it is activated', async () => {
  const one = await updated()
  enterStandby(one.w.dataDir)
  const w = await one.w.reopen()
  await w.server.updates.lookAfter()
  expect(one.server.asked).toEqual([])
  expect(w.server.updates.obstacle()).toBe('standby')
})

test('the folder of programs belongs to the service alone', async () => {
  const { w, look, plan, settled } = await updated()
  await look()
  await plan('9.1.0', 'now')
  await settled()
  expect(statSync(programsFolder(w.dataDir)).mode & 0o777).toBe(0o700)
})

test('an update that cannot begin says why, and stays planned', async () => {
  const { w, look, plan, read } = await updated()
  w.expectErrors()
  await look()
  await plan('9.1.0', 'hour')
  rmSync(programsFolder(w.dataDir), { recursive: true, force: true })
  writeFileSync(programsFolder(w.dataDir), '')
  const refused = await plan('9.1.0', 'now')
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ error: 'ERR_UPDATE_FOLDER' })])
  expect((await read()).plan).toMatchObject({ version: '9.1.0' })
  rmSync(programsFolder(w.dataDir))
})
