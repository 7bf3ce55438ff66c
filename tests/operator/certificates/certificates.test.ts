/** Getting and renewing the installation's certificate from an authority that misbehaves. */
import { describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Cause, certificateChanged, type InstallationAddress } from '../../../src/operator/certificates/contract'
import type { AcmeFaults } from '../../../src/simulator/acme/stand-in'
import type { Attendant } from '../../support/company-world'
import { mailbox } from '../../support/mailbox'
import { until } from '../../support/until'
import { type Secured, secured } from './support'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

const OFF = { kind: 'proxy', domain: '', acmeEmail: '', tlsCert: '', tlsKey: '' }

const settled = ({ certificates }: Secured) =>
  until(() => !['running', 'waiting'].includes(certificates.report().state), 'the attempt’s end')

describe('a certificate', () => {
  test('is got at the first start, with bad nonces and slow answers, and kept from others', async () => {
    const one = await secured({ faults: { badNonces: 0.5, slowness: 2, retryAfter: 0 } })
    await settled(one)
    const { state, certificate, attempts, next } = one.certificates.report()
    expect(state).toBe('good')
    expect(certificate?.names).toEqual(['atende.example.com'])
    expect(attempts).toMatchObject([{ state: 'issued', challenge: 'http-01', cause: null }])
    expect(one.acme.counts()).toEqual({ accounts: 1, orders: 1, certificates: 1 })
    const days = ((next ?? 0) - one.w.clock.now()) / DAY
    expect(days).toBeGreaterThan(57)
    expect(days).toBeLessThan(60)
    const folder = join(one.w.dataDir, 'tls')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'certificate.pem')).mode & 0o777).toBe(0o600)
  })

  test('is renewed at two thirds of its life, by the same account and for a new key', async () => {
    const one = await secured()
    await settled(one)
    const first = one.certificates.report().certificate
    one.w.clock.forward(57 * DAY)
    await one.certificates.look()
    expect(one.acme.counts().orders).toBe(1)
    one.w.clock.forward(4 * DAY)
    await one.certificates.look()
    const { certificate, attempts } = one.certificates.report()
    expect(attempts.map(({ state }) => state)).toEqual(['renewed', 'issued'])
    expect(certificate?.serial).not.toBe(first?.serial ?? '')
    expect(certificate?.key).not.toBe(first?.key ?? '')
    expect(one.acme.counts()).toEqual({ accounts: 1, orders: 2, certificates: 2 })
  })

  test('is renewed earlier when the authority wants it', async () => {
    const one = await secured()
    await settled(one)
    one.w.clock.forward(10 * DAY)
    one.acme.window = { start: one.w.clock.now() - HOUR, end: one.w.clock.now() - MINUTE }
    await one.certificates.look()
    expect(one.acme.counts().certificates).toBe(2)
  })

  test('of an address lives 160 hours and is renewed every two days', async () => {
    const one = await secured({ domain: '203.0.113.41' })
    await settled(one)
    const { certificate, kind, next, state } = one.certificates.report()
    expect([kind, state]).toEqual(['ip', 'good'])
    expect(certificate?.names).toEqual(['203.0.113.41'])
    expect(Math.round(((certificate?.to ?? 0) - (certificate?.from ?? 0)) / HOUR)).toBe(160)
    const hours = ((next ?? 0) - one.w.clock.now()) / HOUR
    expect(hours).toBeGreaterThan(40)
    expect(hours).toBeLessThan(48)
  })

  test('comes from an account of the authority where it asks for one', async () => {
    const externalKey = { id: 'kid-1', key: Buffer.from('a key of the authority').toString('base64url') }
    const without = await secured({ faults: { externalAccount: true } })
    await settled(without)
    expect(without.certificates.report().attempts[0]?.cause).toBe('externalAccount')
    const one = await secured({
      faults: { externalAccount: true },
      externalKey,
      settings: { acmeKeyId: externalKey.id, acmeKey: externalKey.key },
    })
    await settled(one)
    expect(one.certificates.report().state).toBe('good')
  })

  test('comes after the authority has forgotten the account', async () => {
    const one = await secured()
    await settled(one)
    one.acme.forgetAccounts()
    one.w.clock.forward(61 * DAY)
    await one.certificates.look()
    expect(one.certificates.report().attempts[0]?.state).toBe('renewed')
    expect(one.acme.counts().accounts).toBe(1)
  })
})

describe('what keeps it from coming', () => {
  const faults: readonly [Cause, Partial<AcmeFaults>][] = [
    ['dns', { validation: 'dns' }],
    ['firewall', { validation: 'connection' }],
    ['otherServer', { validation: 'unauthorized' }],
    ['caa', { validation: 'caa' }],
    ['rateLimited', { orders: 0 }],
    ['authority', { isDown: true }],
    ['authority', { invalidOrders: true }],
    ['refused', { deactivated: true }],
    ['clock', { deactivated: true, skew: DAY }],
  ]
  test.each(faults)('%s', async (cause, fault) => {
    const one = await secured({ faults: fault })
    await settled(one)
    const { state, attempts, next } = one.certificates.report()
    expect(state).toBe('missing')
    expect(attempts).toMatchObject([{ state: 'failed', cause }])
    expect(next ?? 0).toBeGreaterThan(one.w.clock.now())
    // It heals by itself.
    Object.assign(one.acme.faults, {
      validation: null,
      orders: undefined,
      isDown: false,
      invalidOrders: false,
      deactivated: false,
      skew: 0,
    })
    one.w.clock.forward((next ?? 0) - one.w.clock.now() + 1)
    await one.certificates.look()
    expect(one.certificates.report().state).toBe('good')
  })

  test('is tried after longer and longer, never before the authority has asked for, and not by hand either', async () => {
    const one = await secured({ faults: { validation: 'dns' } })
    await settled(one)
    const waits: number[] = []
    for (let n = 0; n < 6; n++) {
      const { next } = one.certificates.report()
      waits.push(Math.round(((next ?? 0) - one.w.clock.now()) / MINUTE))
      one.w.clock.forward((next ?? 0) - one.w.clock.now() - 1000)
      await one.certificates.look()
      one.w.clock.forward(1001)
      await one.certificates.look()
    }
    expect(one.acme.counts().orders).toBe(7)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1) ?? 0).toBeGreaterThanOrEqual(12 * 60)
    Object.assign(one.acme.faults, { orders: 0, limitedFor: 7 * 24 * 3600 })
    one.w.clock.forward(DAY)
    await one.certificates.look()
    one.acme.faults.orders = undefined
    one.w.clock.forward(6 * DAY)
    await one.certificates.look()
    expect(await one.certificates.tryNow()).toBe('wait')
    expect(one.acme.counts()).toMatchObject({ orders: 7, certificates: 0 })
  })

  test('is mailed to the operator’s people after two failures in a row, and before the end', async () => {
    const box = await mailbox()
    const one = await secured({ mail: box })
    one.w.admin({ super: true })
    await settled(one)
    one.acme.faults.validation = 'connection'
    one.w.clock.forward(61 * DAY)
    await one.certificates.look()
    expect(one.certificates.report().state).toBe('failing')
    expect(box.mails()).toEqual([])
    const retry = async () => {
      one.w.clock.forward((one.certificates.report().next ?? 0) - one.w.clock.now() + 1)
      await one.certificates.look()
    }
    await retry()
    await until(() => box.mails().length === 1, 'the mail')
    expect(box.mails()[0]?.subject).toBe('O certificado de atende.example.com não foi renovado')
    expect(box.mails()[0]?.text).toContain('abra as portas 80 e 443')
    await retry()
    expect(box.mails()).toHaveLength(1)
    const to = one.certificates.report().certificate?.to ?? 0
    for (const [left, count] of [
      [6 * DAY, 2],
      [12 * HOUR, 3],
      [-HOUR, 4],
    ] as const) {
      one.w.clock.forward(to - left - one.w.clock.now())
      await one.certificates.look()
      await one.certificates.look()
      await until(() => box.mails().length === count, `mail ${count}`)
    }
    expect(box.mails()[0]?.subject).toBe('O certificado de atende.example.com venceu')
    expect(one.certificates.report()).toMatchObject({ state: 'expired', certificate: { to } })
  })

  test('nothing is asked behind a proxy', async () => {
    const off = await secured({ domain: '' })
    await off.certificates.look()
    expect(off.certificates.report()).toMatchObject({ state: 'off', attempts: [] })
    expect(off.acme.asked).toEqual([])
  })

  test('nothing is asked while the installation is on standby', async () => {
    const one = await secured({ isOnStandby: true })
    await one.certificates.look()
    expect(one.acme.asked).toEqual([])
  })
})

describe('the operator', () => {
  const put = (who: Attendant, body: object) =>
    who.request('/api/installation/address', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...OFF, ...body }),
    })
  const read = async (who: Attendant) =>
    (await (await who.request('/api/installation/address')).json()) as InstallationAddress

  test('sets a domain, watches its certificate come, and goes back to a proxy', async () => {
    const one = await secured({ domain: '' })
    const root = one.w.admin({ super: true })
    expect(await read(root)).toMatchObject({ kind: 'proxy', state: 'off', isFixed: false })
    expect((await put(root, { kind: 'domain', domain: 'Atende.Example.COM', acmeEmail: 'a@b.example' })).status).toBe(
      200,
    )
    await settled(one)
    expect(await read(root)).toMatchObject({ kind: 'domain', name: 'atende.example.com', state: 'good', failures: 0 })
    expect(one.certificates.url()).toBe(`https://atende.example.com:${one.httpsPort}`)
    expect(one.w.server.publicUrl()).toBe(`https://atende.example.com:${one.httpsPort}`)
    expect(root.heard(certificateChanged).length).toBeGreaterThan(1)
    expect((await put(root, {})).status).toBe(200)
    await until(() => one.listeners.https().is === 'closed', 'the end of TLS')
    expect(one.w.server.publicUrl()).toBeNull()
    // The certificate is kept, so that no other is ordered.
    await put(root, { kind: 'domain', domain: 'atende.example.com' })
    await until(() => one.listeners.https().is === 'open', 'TLS')
    expect(one.acme.counts().orders).toBe(1)
  })

  test.each([
    [{ kind: 'domain', domain: 'https://atende.example.com' }],
    [{ kind: 'domain', domain: 'localhost' }],
    [{ kind: 'domain', domain: '*.example.com' }],
    [{ kind: 'domain', domain: '' }],
    [{ kind: 'domain', domain: '203.0.113.41' }],
    [{ kind: 'ip', domain: '10.0.0.5' }],
    [{ kind: 'ip', domain: 'atende.example.com' }],
    [{ kind: 'ip', domain: '0x7f.1' }],
  ])('is told why %o is no address', async (body) => {
    const one = await secured({ domain: '' })
    const answer = await put(one.w.admin({ super: true }), body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'domain' }] })
  })

  test('asks for a certificate now, once', async () => {
    const one = await secured({ faults: { validation: 'dns' } })
    const root = one.w.admin({ super: true })
    await settled(one)
    one.acme.faults.validation = null
    const renew = () => root.request('/api/installation/address/renew', { method: 'POST' })
    expect((await renew()).status).toBe(429) // a moment ago
    one.w.clock.forward(MINUTE)
    expect((await renew()).status).toBe(200)
    expect((await renew()).status).toBe(200) // the same
    await until(() => one.certificates.report().state === 'good', 'the certificate')
    expect(one.acme.counts().orders).toBe(2)
  })

  test('reads what was checked', async () => {
    const one = await secured({ domain: 'atende.invalid' })
    const root = one.w.admin({ super: true })
    await settled(one)
    const { checks } = (await (
      await root.request('/api/installation/address/check', { method: 'POST' })
    ).json()) as InstallationAddress
    expect(checks).toMatchObject([
      { name: 'name', state: 'bad', found: 'unknownName', detail: 'atende.invalid' },
      { name: 'port80', state: 'good', found: 'open' },
      { name: 'port443', state: 'good', found: 'open' },
      { name: 'clock', state: 'good' },
    ])
  })
})
