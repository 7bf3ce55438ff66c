/** `balcao update`: what it says, what it refuses, and what it does with and without a running server. */
import { expect, test } from 'bun:test'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { programPath } from '../../src/operator/update/programs'
import { freePort } from '../support/free-port'
import { until } from './support/until'
import { NEW, OLD, openUpdatable } from './support/updatable'

const MINUTE = 60_000

test(
  'says whether there is a newer version, and refuses what is none, with nothing changed',
  async () => {
    const { command, offer, releaseFile, state } = await openUpdatable()
    await offer(NEW)
    expect(JSON.parse((await command(['update', '--check', '--json'])).out)).toMatchObject({
      version: OLD,
      newest: NEW,
      isNewer: true,
      changes: ['Better.'],
    })
    expect(await command(['update'])).toMatchObject({ code: 1, err: expect.stringContaining('Nothing has changed.') })
    expect(await command(['update'], { input: 'no\n' })).toMatchObject({ code: 1 })

    const elsewhere = { BALCAO_UPDATE_ADDRESS: `http://127.0.0.1:${await freePort()}/` }
    expect(await command(['update', '--yes'], { more: elsewhere })).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer'),
    })
    expect(await command(['update', '--yes'], { more: { BALCAO_UPDATE_ADDRESS: '' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('No address for updates is set'),
    })

    const release = readFileSync(releaseFile('release.json'), 'utf8')
    writeFileSync(releaseFile('release.json'), release.replace('Better', 'Worse'))
    expect(await command(['update', '--yes', '--json'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('somebody else has signed'),
    })
    rmSync(releaseFile('release.json.sig'))
    expect((await command(['update', '--check'])).err).toContain('without a signature')

    for (const [version, code, words] of [
      [OLD, 0, 'is the newest'],
      ['0.9.0', 1, 'older than this one'],
    ] as const) {
      await offer(version)
      const said = await command(['update', '--yes'])
      expect([said.code, said.out + said.err]).toEqual([code, expect.stringContaining(words)])
    }
    expect(state().attempts).toEqual([])
  },
  MINUTE,
)

test(
  'a program that is not the signed one is not taken',
  async () => {
    const { command, dataDir, offer, state } = await openUpdatable()
    await offer(NEW)
    // Neither here, nor at the address.
    appendFileSync(programPath(dataDir, NEW), '!')
    const { code, err } = await command(['update', '--yes'])
    expect([code, err]).toEqual([1, expect.stringContaining('could not be downloaded')])
    expect(state()).toMatchObject({ current: null, programs: [], attempts: [{ phase: 'failed' }] })
  },
  MINUTE,
)

test(
  'without a running server, the next start tries the version',
  async () => {
    const installation = await openUpdatable({ TEST_UPDATE_MIGRATES: '1' })
    const { command, offer, serve, state, settled } = installation
    await offer(NEW)
    expect(await command(['update', '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('at its next start'),
    })
    expect((await command(['version'])).out).toBe(OLD)
    expect((await command(['doctor'])).out).toContain(`version ${NEW} is tried at the next start`)
    // Two servers that are started at once: one of them serves.
    const [one, other] = [serve(), serve()]
    expect(await settled()).toBe(NEW)
    await until(() => one.exitCode !== null || other.exitCode !== null)
    expect([one.exitCode, other.exitCode].toSorted()).toEqual([3, null])
    expect(state().attempts[0]).toMatchObject({ phase: 'good', changesData: true })
  },
  MINUTE,
)

test(
  'beside a running server, the server does it, and the command reports how it ended',
  async () => {
    const { command, dataDir, offer, serve, answering } = await openUpdatable()
    serve()
    await until(answering, { every: 50 })
    await offer(NEW)
    const { code, out } = await command(['update', '--yes', '--json'])
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ version: NEW, from: OLD, phase: 'good' })])
    expect(await answering()).toBe(NEW)
    expect(existsSync(`${dataDir}/backups`)).toBe(true)
    expect((await command(['update'])).out).toBe(`Version ${NEW} is the newest.`)
  },
  MINUTE,
)
