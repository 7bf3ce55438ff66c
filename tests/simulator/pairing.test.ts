import { expect } from 'bun:test'
import { test } from '../support/trace'
import { freshCredentials, openClient, pairedClient, trust } from './support/client'
import { afterThisTest, COMPANY, MARIA, testbed } from './support/world'

test('a code typed on the phone links the client that shows it', async () => {
  const { simulator, company, maria } = await testbed()
  trust(simulator.rootKey)
  const credentials = freshCredentials()
  const first = openClient(simulator, credentials)
  await first.qr()
  const code = await first.socket.requestPairingCode(COMPANY)
  await company.until(() => simulator.state().events.some(({ what }) => what === 'code:asked'))
  expect(await company.enterCode(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase())).toBe('1')
  expect(await first.closed()).toBe(515)

  const client = openClient(simulator, credentials)
  afterThisTest(client.close)
  await client.opened()
  await maria.say(COMPANY, 'pelo código')
  await client.gets('pelo código')
})

test('a wrong code links nothing, and the right one still works', async () => {
  const { simulator, company } = await testbed()
  trust(simulator.rootKey)
  const client = openClient(simulator, freshCredentials())
  afterThisTest(client.close)
  await client.qr()
  const code = await client.socket.requestPairingCode(COMPANY)
  await company.until(() => simulator.state().events.some(({ what }) => what === 'code:asked'))

  expect(await simulator.run({ do: 'enterCode', phone: COMPANY, code: 'AAAA1111' })).toMatchObject({
    error: 'wrong_code',
  })
  expect(company.view().devices).toEqual([])
  expect(await company.enterCode(code)).toBe('1')
})

test('refuses another client’s code, a truncated one and an unknown one', async () => {
  const { simulator } = await testbed()
  trust(simulator.rootKey)
  const client = openClient(simulator, freshCredentials())
  afterThisTest(client.close)
  const qr = await client.qr()
  const [ref = '', ...rest] = qr.split(',')
  const foreign = [ref, 'A'.repeat(43), ...rest.slice(1)].join(',')
  for (const wrong of [foreign, ref, 'https://wa.me/settings/linked_devices#nobody,a,b,c']) {
    expect(await simulator.run({ do: 'scan', phone: COMPANY, qr: wrong })).toMatchObject({ error: 'unknown_qr' })
  }
  expect(await simulator.run({ do: 'scan', phone: MARIA, qr })).toMatchObject({ error: 'not_a_company_phone' })
  expect(await simulator.run({ do: 'scan', phone: '551199', qr })).toMatchObject({ error: 'unknown_phone' })
})

test('a client that does not trust the root key does not connect', async () => {
  const { simulator } = await testbed()
  trust('00'.repeat(32))
  const client = openClient(simulator, freshCredentials())
  afterThisTest(client.close)
  expect(await client.closed()).toBe(400)
})

test('QR codes expire without a scan', async () => {
  const { simulator } = await testbed()
  trust(simulator.rootKey)
  const client = openClient(simulator, freshCredentials(), { qrTimeout: 60 })
  expect(await client.closed()).toBe(408)
  const shown = client.seen.filter(({ name, value }) => name === 'connection.update' && 'qr' in value && value.qr)
  expect(shown).toHaveLength(6)
})

test('the phone removes the device: the client is notified, and cannot reconnect', async () => {
  const { simulator, company } = await testbed()
  const client = await pairedClient(simulator, company)
  await simulator.run({ do: 'removeDevice', phone: COMPANY, device: 1 })
  expect(await client.closed()).toBe(401)
  expect(company.view().devices).toEqual([])
  const again = openClient(simulator, client.credentials)
  expect(await again.closed()).toBe(401)
})

test('the client logs out: the phone removes it', async () => {
  const { simulator, company } = await testbed()
  const client = await pairedClient(simulator, company)
  await client.socket.logout()
  await company.until(({ devices }) => devices.length === 0)
})

test('a passkey demand links nothing, and the client is told why', async () => {
  const { simulator, company } = await testbed()
  trust(simulator.rootKey)
  const client = openClient(simulator, freshCredentials())
  afterThisTest(client.close)
  const qr = await client.qr()
  const demanded = new Promise((resolve) =>
    client.socket.ws.on('CB:notification,type:passkey_prologue_request', resolve),
  )
  await simulator.run({ do: 'setFault', name: 'passkey', on: true })
  expect(await simulator.run({ do: 'scan', phone: COMPANY, qr })).toMatchObject({
    ok: false,
    error: 'passkey_required',
  })
  await demanded
  expect(company.view().devices).toEqual([])
})

test('a client that rejects the QR code disconnects, and nothing is linked', async () => {
  const { simulator, company } = await testbed()
  trust(simulator.rootKey)
  const client = openClient(simulator, freshCredentials())
  const parts = (await client.qr()).split(',')
  parts[3] = Buffer.alloc(32).toString('base64')
  expect(await simulator.run({ do: 'scan', phone: COMPANY, qr: parts.join(',') })).toMatchObject({
    error: 'wrong_code',
  })
  expect(await client.closed()).toBe(500)
  expect(company.view().devices).toEqual([])
})
