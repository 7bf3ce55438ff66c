/** What the doctor says about the certificate, whether the server runs or not. */
import { expect, test } from 'bun:test'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { examineCertificate } from '../../../src/operator/doctor/certificate'
import { loadSecret } from '../../../src/platform/secret'
import { until } from '../../support/until'
import { DOMAIN, type Secured, secured } from './support'

const DAY = 86_400_000

const examined = ({ w, acme }: Secured, settings: Record<string, string> = { BALCAO_DOMAIN: DOMAIN }) =>
  examineCertificate({
    dataDir: w.dataDir,
    control: w.server.databases.writableControl(),
    secret: loadSecret(w.dataDir),
    settings: { BALCAO_ACME_URL: acme.directory, ...settings },
    now: w.clock.now(),
  }).map(({ level, words, remedy }) => [level, words, remedy ?? ''].join(' | '))

const settled = ({ certificates }: Secured) =>
  until(() => !['running', 'waiting'].includes(certificates.report().state), 'the attempt’s end')

test('reports a good one, a failing one with a way out, one that has expired, and keys that others can read', async () => {
  const one = await secured()
  await settled(one)
  expect(examined(one)).toEqual([
    expect.stringMatching(/^ok \| atende.example.com, until 2026-05-31; renewed from 2026-0(4-|5-01)/), // drawn by its serial number
  ])
  one.acme.faults.validation = 'caa'
  one.w.clock.forward(61 * DAY)
  await one.certificates.look()
  expect(examined(one)[0]).toContain('problem | 1 failed attempts: CAA record for atende.example.com prevents issuance')
  expect(examined(one)[0]).toContain('CAA record')
  one.w.clock.forward(30 * DAY)
  expect(examined(one).at(-1)).toStartWith('problem | has expired')
  chmodSync(join(one.w.dataDir, 'tls', 'certificate.pem'), 0o644)
  expect(examined(one)[0]).toContain('can be read by other users')
})

test('says so where a proxy brings TLS, and where files cannot be read', async () => {
  const one = await secured({ domain: '' })
  expect(examined(one, {})).toEqual(['ok | none: a proxy brings TLS, or there is none | '])
  expect(examined(one, { BALCAO_TLS_CERT: '/nowhere/a', BALCAO_TLS_KEY: '/nowhere/b' })[0]).toStartWith(
    'problem | /nowhere/a',
  )
})
