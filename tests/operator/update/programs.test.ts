/** The folder of programs: what is written durably, which program serves, and what a start makes of what was left. */
import { beforeEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { movingFolder } from '../../../src/operator/moving-in/folder'
import {
  beginAttempt,
  changeAttempt,
  changeState,
  failAttempt,
  keepProgram,
  keepSignature,
  noteStep,
} from '../../../src/operator/update/attempts'
import { copyAside, listChanging, putBack, removeCopies } from '../../../src/operator/update/copies'
import { finishUpdate, succeed } from '../../../src/operator/update/finish'
import { chooseProgram, findFault } from '../../../src/operator/update/hand-over'
import {
  findUnfinished,
  listFailed,
  programPath,
  readUpdateState,
  statePath,
} from '../../../src/operator/update/programs'
import { requireNoOtherWork } from '../../../src/operator/update/swap'
import { faultOf } from '../../../src/operator/update/watch'
import { afterEachTest } from '../../support/after-each'
import { shelf } from '../../support/shelf'
import { keys, makeKeys, makeRelease } from './releases'

const NOW = Date.UTC(2026, 2, 2, 12)
let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(shelf(), 'programs-'))
})
afterEachTest(() => rmSync(dataDir, { recursive: true, force: true }))

function put(version: string, content = `program ${version}`) {
  const path = programPath(dataDir, version)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  return keepProgram(dataDir, { version, sha256, size: content.length }, NOW)
}
const begin = (version: string) => beginAttempt(dataDir, { version, by: 'operator' }, NOW)
const attempt = () => readUpdateState(dataDir).attempts[0]

describe('an attempt', () => {
  test('runs alone, keeps its steps, and ends with a cause', () => {
    begin('1.1.0')
    expect(() => begin('1.2.0')).toThrow('1.1.0 is still running')
    noteStep(dataDir, { step: 'download', state: 'running' }, NOW)
    noteStep(dataDir, { step: 'download', state: 'done', detail: '3 bytes' }, NOW + 1)
    noteStep(dataDir, { step: 'verify', state: 'running' }, NOW + 2)
    failAttempt(dataDir, 'the disk broke', NOW + 3)
    expect(attempt()).toMatchObject({
      phase: 'failed',
      cause: 'the disk broke',
      endedAt: NOW + 3,
      steps: [
        { step: 'download', state: 'done', detail: '3 bytes', at: NOW + 1 },
        { step: 'verify', state: 'failed', detail: 'the disk broke' },
      ],
    })
    expect(() => noteStep(dataDir, { step: 'backup', state: 'running' }, NOW)).toThrow('given up')
    begin('1.2.0')
    expect(readUpdateState(dataDir).attempts.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0'])
  })

  test('that waits for a start makes way for another', () => {
    begin('1.1.0')
    changeAttempt(dataDir, () => ({ phase: 'ready' }))
    begin('1.2.0')
    expect(readUpdateState(dataDir).attempts.map(({ phase }) => phase)).toEqual(['fetching', 'failed'])
  })

  test('counts as failed only once the new program was started', () => {
    begin('1.1.0')
    failAttempt(dataDir, 'no network', NOW)
    begin('1.2.0')
    noteStep(dataDir, { step: 'start', state: 'running' }, NOW)
    failAttempt(dataDir, 'it crashed', NOW)
    expect(listFailed(readUpdateState(dataDir))).toEqual(['1.2.0'])
  })

  test('of a state that cannot be read is none', () => {
    begin('1.1.0')
    for (const broken of ['', '{', '[]', '{"format":1}', 'null']) {
      writeFileSync(statePath(dataDir), broken)
      expect(readUpdateState(dataDir).attempts).toEqual([])
    }
  })
})

describe('a state with damage', () => {
  test('stops no command, and names no folder outside its own', () => {
    const kept = put('1.1.0')
    begin('1.1.0')
    const good = readUpdateState(dataDir)
    const odd = [null, 5, 'x', {}, { version: 1 }, { ...kept, version: '' }, { ...kept, version: '9.9.9/../../bin' }]
    for (const one of odd) {
      writeFileSync(
        statePath(dataDir),
        JSON.stringify({ ...good, current: one, programs: [one, kept], attempts: [one, ...good.attempts] }),
      )
      const state = readUpdateState(dataDir)
      expect([one, state.current, state.programs, state.attempts]).toEqual([one, null, [kept], good.attempts])
      expect([chooseProgram(state, { args: ['serve'], trial: undefined }), listFailed(state)]).toEqual([undefined, []])
    }
  })
})

describe('the program that serves', () => {
  const choose = (args: string[], trial?: string) => chooseProgram(readUpdateState(dataDir), { args, trial })?.version

  test('is the newer one of the folder, never an older one', () => {
    const [older, newer] = [put('0.9.0'), put('1.1.0')]
    changeState(dataDir, (state) => ({ ...state, current: older }))
    expect(choose(['serve'])).toBeUndefined()
    changeState(dataDir, (state) => ({ ...state, current: newer }))
    expect([choose(['serve']), choose(['tenant', 'list'])]).toEqual(['1.1.0', '1.1.0'])
  })

  test('is the old one while the new one is tried, and for commands the new one once its doors are open', () => {
    begin('1.1.0')
    put('1.1.0')
    for (const phase of ['fetching', 'ready', 'stopping', 'trial'] as const) {
      changeAttempt(dataDir, () => ({ phase }))
      expect([choose(['serve']), choose(['tenant', 'list'])]).toEqual([undefined, undefined])
    }
    changeAttempt(dataDir, () => ({ phase: 'opened' }))
    expect([choose(['serve']), choose(['tenant', 'list']), choose(['watch-update'])]).toEqual([
      undefined,
      '1.1.0',
      undefined,
    ])
  })

  test('is run while its file is untouched, and read by the server to find a broken disk', async () => {
    const program = put('1.1.0')
    const check = (isThorough: boolean, kept = program) =>
      findFault(dataDir, kept, { releaseKey: keys.pem, isThorough })
    expect([await check(false), await check(true)]).toEqual([undefined, undefined])
    const broken = { ...program, sha256: '0'.repeat(64) }
    expect(await check(true, broken)).toContain('has changed')
    rmSync(programPath(dataDir, '1.1.0'))
    expect(await check(false)).toBe('is missing')
  })

  test('needs its signature again after it was copied, so that nobody runs what came with a folder', async () => {
    const { folder, release, name } = await makeRelease('1.1.0')
    const program = put('1.1.0', readFileSync(join(folder, name), 'utf8'))
    const path = programPath(dataDir, '1.1.0')
    const check = (releaseKey: string) => findFault(dataDir, program, { releaseKey, isThorough: false })
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
    expect(await check(keys.pem)).toContain('was copied or changed')
    const sent = {
      bytes: readFileSync(join(folder, 'release.json')).toString('base64'),
      signature: readFileSync(join(folder, 'release.json.sig'), 'utf8'),
    }
    keepSignature(dataDir, '1.1.0', sent)
    expect(await check(keys.pem)).toBeUndefined()
    expect(await check(makeKeys().pem)).toContain('was copied or changed')
    expect(await check('')).toContain('was copied or changed')
    appendFileSync(path, '!')
    expect(await check(keys.pem)).toContain('was copied or changed')
    expect(release.version).toBe('1.1.0')
  })

  test('stays with the one before; older ones go', () => {
    for (const version of ['1.1.0', '1.2.0', '1.10.0']) {
      begin(version)
      put(version)
      succeed(dataDir, NOW)
    }
    const state = readUpdateState(dataDir)
    expect([state.current?.version, state.programs.map(({ version }) => version)]).toEqual([
      '1.10.0',
      ['1.10.0', '1.2.0'],
    ])
    expect(['1.1.0', '1.2.0', '1.10.0'].map((version) => existsSync(programPath(dataDir, version)))).toEqual([
      false,
      true,
      true,
    ])
  })
})

test('the program before stays although newer ones have failed', () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    begin(version)
    put(version)
    if (version === '1.1.0') succeed(dataDir, NOW)
    else failAttempt(dataDir, 'it crashed', NOW)
  }
  begin('1.1.5')
  put('1.1.5')
  succeed(dataDir, NOW)
  const { current, programs } = readUpdateState(dataDir)
  expect([current?.version, programs.map(({ version }) => version)]).toEqual(['1.1.5', ['1.1.5', '1.1.0']])
})

describe('copies', () => {
  const file = (name: string) => join(dataDir, name)
  const TENANT = 'tenants/6f6d0a5e-0000-4000-8000-000000000001/tenant.db'
  function fill() {
    mkdirSync(join(file(TENANT), '..'), { recursive: true })
    writeFileSync(file('control.db'), 'control before')
    writeFileSync(file(TENANT), 'tenant before')
  }
  const copy = (id: string) => copyAside(dataDir, id, { paths: [file('control.db'), file(TENANT)] })
  const read = () => [readFileSync(file('control.db'), 'utf8'), readFileSync(file(TENANT), 'utf8')]

  test('go back without the logs of the files that they replace, also when they are interrupted', async () => {
    fill()
    await copy('a')
    writeFileSync(file('control.db'), 'control after')
    writeFileSync(file(TENANT), 'tenant after')
    for (const ending of ['-wal', '-shm']) writeFileSync(file(`${TENANT}${ending}`), 'log after')
    // As if it had been killed after the first file.
    writeFileSync(file('control.db'), 'control before')
    rmSync(file('programs/before/a/control.db'))
    expect(putBack(dataDir, 'a')).toEqual([TENANT])
    expect(read()).toEqual(['control before', 'tenant before'])
    expect(existsSync(file(`${TENANT}-wal`))).toBe(false)
    expect(putBack(dataDir, 'a')).toEqual([])
  })

  test('of another attempt never go back', async () => {
    fill()
    await copy('a')
    writeFileSync(file('control.db'), 'control after')
    expect(putBack(dataDir, 'b')).toEqual([])
    expect(read()[0]).toBe('control after')
    removeCopies(dataDir)
  })

  test('are made of databases that the new program would migrate', async () => {
    const { openControl } = await import('../../../src/platform/databases')
    openControl(dataDir).$client.close()
    const { kinds } = await import('../../../src/operator/layout')
    const { steps } = kinds.control
    expect(await listChanging(dataDir, { control: steps })).toEqual([])
    expect(await listChanging(dataDir, {})).toEqual([])
    expect(await listChanging(dataDir, { control: steps + 1 })).toEqual([file('control.db')])
  })
})

describe('a start', () => {
  test('gives up what had not begun, and leaves what waits for it', async () => {
    for (const phase of ['fetching', 'stopping'] as const) {
      begin('1.1.0')
      changeAttempt(dataDir, () => ({ phase, process: null }))
      expect(await finishUpdate(dataDir, () => NOW)).toBe(false)
      expect(attempt()).toMatchObject({ phase: 'failed', cause: 'It was interrupted before the new program started.' })
    }
    begin('1.1.0')
    changeAttempt(dataDir, () => ({ phase: 'ready', process: null }))
    expect(await finishUpdate(dataDir, () => NOW)).toBe(false)
    expect(findUnfinished(readUpdateState(dataDir))?.phase).toBe('ready')
  })

  test('refuses while the process of the update runs', async () => {
    const { processName } = await import('../../../src/operator/handover')
    const other = Bun.spawn(['sleep', '60'])
    begin('1.1.0')
    changeAttempt(dataDir, () => ({ phase: 'trial', process: processName(other.pid) }))
    await expect(finishUpdate(dataDir, () => NOW)).rejects.toThrow('in use')
    other.kill()
    await other.exited
    await finishUpdate(dataDir, () => NOW)
    expect(attempt()?.phase).toBe('failed')
  })

  test('goes on with a version that was stopped in order after its doors opened', async () => {
    begin('1.1.0')
    put('1.1.0')
    changeAttempt(dataDir, () => ({ phase: 'opened', process: null, isStopped: true }))
    expect(await finishUpdate(dataDir, () => NOW)).toBe(true)
    expect(readUpdateState(dataDir)).toMatchObject({ current: { version: '1.1.0' }, attempts: [{ phase: 'good' }] })
  })
})

test('the watcher bears with a slow trial, but not with silence', () => {
  const MINUTE = 60_000
  const usual = {
    sinceStart: MINUTE / 2,
    sinceAnswer: 1000,
    hasAnswered: true,
    isOpen: false,
    trial: 10 * MINUTE,
  }
  expect(faultOf(usual)).toBeUndefined()
  expect(faultOf({ ...usual, sinceStart: 9 * MINUTE })).toBeUndefined()
  expect(faultOf({ ...usual, sinceStart: 11 * MINUTE })).toContain('did not finish its trial')
  expect(faultOf({ ...usual, hasAnswered: false, sinceAnswer: 2 * MINUTE, sinceStart: 2 * MINUTE })).toContain(
    'did not answer',
  )
  expect(faultOf({ ...usual, sinceAnswer: MINUTE })).toContain('gave no answer')
  expect(faultOf({ ...usual, sinceStart: 60 * MINUTE, isOpen: true })).toBeUndefined()
  expect(faultOf({ ...usual, sinceAnswer: MINUTE, isOpen: true })).toContain('gave no answer')
})

test('no update begins while another process moves an installation in', async () => {
  expect(() => requireNoOtherWork(dataDir)).not.toThrow()
  const holds = `
    const { lockDataFolder } = await import('./src/platform/lock')
    lockDataFolder(process.argv[1])
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = Bun.spawn([process.execPath, '-e', holds, movingFolder(dataDir)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const _ of child.stdout) break
  expect(() => requireNoOtherWork(dataDir)).toThrow('An installation is moving in')
  child.kill('SIGKILL')
  await child.exited
  expect(() => requireNoOtherWork(dataDir)).not.toThrow()
})
