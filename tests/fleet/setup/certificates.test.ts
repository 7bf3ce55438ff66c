/** What the doctor says of a node's certificate and of the authorities beside it. */
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tlsNameOf } from '../../../src/fleet/forwarding/identity'
import { certificateFaults, issue, NODE_USER, newAuthority, type Pair } from '../../../src/fleet/setup/authority'
import { examineFleet } from '../../../src/fleet/setup/doctor'
import { DAY } from '../../../src/platform/time'
import { freePort } from '../../support/free-port'
import { afterThisTest } from '../../survival/support/cleanups'

const NOW = Date.UTC(2026, 10, 30)
const YEAR = 365 * DAY
const certificateBy = (authority: Pair, now = NOW) =>
  issue(authority, { user: NODE_USER, names: [tlsNameOf('node-1')] }, now)

describe('a file of several authorities', () => {
  // Both have the same name, as after `fleet init` has made a new one.
  const [old, renewed] = [newAuthority('installation', NOW - 30 * YEAR), newAuthority('installation', NOW)]
  const other = newAuthority('installation', NOW)
  const faultsOf = (pair: Pair, ...authorities: readonly string[]) =>
    certificateFaults({ ...pair, ca: authorities.join('\n') }, NOW)

  test('vouches for a certificate by whichever issued it', () => {
    const pair = certificateBy(renewed)
    expect(faultsOf(pair, renewed.cert)).toEqual([])
    expect(faultsOf(pair, other.cert, renewed.cert)).toEqual([])
    expect(faultsOf(pair, renewed.cert, other.cert)).toEqual([])
  })

  test('does not vouch for what none of them issued', () => {
    const pair = certificateBy(newAuthority('installation', NOW))
    expect(faultsOf(pair, other.cert, renewed.cert)).toEqual(['was not issued by an authority beside it'])
  })

  test('may hold one that has expired, unless that is the one that counts', () => {
    expect(faultsOf(certificateBy(renewed), old.cert, renewed.cert)).toEqual([])
    const expired = newAuthority('installation', NOW - 31 * YEAR)
    const faults = faultsOf(certificateBy(expired, NOW - 2 * YEAR), renewed.cert, expired.cert)
    expect(faults).toContainEqual(expect.stringMatching(/^has an authority that expired on /))
  })

  test('is refused whole if one of them cannot be read', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n'
    expect(faultsOf(certificateBy(renewed), renewed.cert, broken)).toEqual([
      'has an authority that is no certificate in PEM',
    ])
    expect(faultsOf(certificateBy(renewed), '')).toEqual(['has an authority that is no certificate in PEM'])
  })
})

describe('the doctor', () => {
  /** What it finds of certificate and authority when so much of their time is left. */
  async function examine(left: number, which: 'certificate' | 'authority') {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-certificates-'))
    afterThisTest(() => rmSync(folder, { recursive: true, force: true }))
    const lives = which === 'certificate' ? 10 * YEAR : 30 * YEAR
    const begins = NOW + left - lives
    const authority = newAuthority('installation', which === 'authority' ? begins : NOW)
    const { cert, key } = certificateBy(authority, which === 'certificate' ? begins : NOW)
    const paths = { cert: join(folder, 'node.pem'), key: join(folder, 'node.key'), ca: join(folder, 'ca.pem') }
    writeFileSync(paths.cert, cert)
    writeFileSync(paths.key, key)
    writeFileSync(paths.ca, `${newAuthority('installation', NOW).cert}\n${authority.cert}`)
    const found = await examineFleet({
      settings: { servers: [`nats://127.0.0.1:${await freePort()}`], node: 'node-1', address: '127.0.0.1:1', ...paths },
      installation: 'installation',
      status: null,
      now: () => NOW,
    })
    return found
      .filter(({ about }) => about === 'certificate' || about === 'authority')
      .map(({ about, level, words, remedy }) => ({ about, level, words, says: remedy !== undefined }))
  }

  test('reports a certificate in its last ninety days, with what to do', async () => {
    expect(await examine(90 * DAY, 'certificate')).toEqual([
      { about: 'certificate', level: 'problem', words: 'valid for 90 days', says: true },
      { about: 'authority', level: 'ok', words: 'valid for 10950 days', says: false },
    ])
    expect((await examine(91 * DAY, 'certificate')).map(({ level }) => level)).toEqual(['ok', 'ok'])
  })

  test('reports the authority that issued it in its last ninety days, whichever stands first', async () => {
    // A certificate does not outlive its authority.
    expect(await examine(90 * DAY, 'authority')).toEqual([
      { about: 'certificate', level: 'problem', words: 'valid for 90 days', says: true },
      { about: 'authority', level: 'problem', words: 'valid for 90 days', says: true },
    ])
    expect((await examine(91 * DAY, 'authority')).map(({ level }) => level)).toEqual(['ok', 'ok'])
  })
})
