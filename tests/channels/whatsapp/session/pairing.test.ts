/** Linking a connection to a phone. */
import { afterEach, expect, jest } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { PairingWindow } from '../../../../src/channels/whatsapp/session/pairing-window'
import { whatIs } from '../../../../src/channels/whatsapp/storage/credentials'
import { test } from '../../../support/trace'
import { ENCRYPTION, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups, testbed } from '../testbed'

afterEach(runCleanups)

const statuses = (session: { news: { status: string }[] }) => session.news.map(({ status }) => status)

test('a scan links the phone, and its number is known before the connection is open', async () => {
  const { session, company } = await testbed()
  await session.link(company)
  expect(statuses(session)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
  expect(session.news[2]).toMatchObject({ status: 'PAIRING', number: '552130421180', qrcode: '' })
})

test('the time until which everything arrived is stored before the credentials', async () => {
  const { session, company } = await testbed()
  const rows = { ref: REF, encryption: ENCRYPTION }
  session.db.function('is_paired', (creds: string) => Number(whatIs(creds, rows) === 'paired'))
  session.db.exec(`CREATE TEMP TABLE noted AS SELECT 0 AS paired WHERE false;
    CREATE TEMP TRIGGER note AFTER INSERT ON main.facts WHEN new.name LIKE 'whatsapp.linked.%' BEGIN
      INSERT INTO noted SELECT count(*) FROM main.session_rows WHERE type = 'creds' AND is_paired(value);
    END`)
  await session.link(company)
  expect(session.db.prepare('SELECT paired FROM noted').pluck().all()).toEqual([0])
})

test('a typed code links the phone', async () => {
  const { session, company } = await testbed()
  await session.channel.pair(REF, { by: 'code', number: company.number })
  const code = await until(() => session.latest()?.pairingCode)
  expect(code).toMatch(/^[0-9A-Z]{8}$/)
  expect(session.latest()).toMatchObject({ status: 'qrcode', qrcode: '' })
  // The duration of five QR codes: a minute for the first, 20 s for the others.
  const left = (session.latest()?.qrcodeExpiresAt ?? 0) - Date.now()
  expect(left).toBeWithin(120_000, 140_001)
  await company.enterCode(code)
  await session.becomes('CONNECTED')
})

test('the next attempt after an abandoned code starts with new credentials', async () => {
  const { session, company } = await testbed()
  await session.channel.pair(REF, { by: 'code', number: company.number })
  await until(() => session.latest()?.pairingCode)
  await session.link(company)
  expect(statuses(session)).not.toContain('DISCONNECTED')
})

test('an attempt abandoned by a restart does not break the next one', async () => {
  const { session, company, simulator } = await testbed()
  await session.channel.pair(REF, { by: 'code', number: company.number })
  await until(() => session.latest()?.pairingCode)
  await session.close()
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  expect(next.latest()).toMatchObject({ status: 'DISCONNECTED', reason: null })
  await next.link(company)
})

test('without a viewer the window and its socket close', async () => {
  const { session } = await testbed({ limits: { pairingWindow: 2_000 } })
  await session.channel.pair(REF, { by: 'qr' })
  await session.becomes('qrcode')
  await session.becomes('DISCONNECTED', 15_000)
  expect(session.latest()).toMatchObject({ reason: 'pairingOver', qrcode: '', qrcodeExpiresAt: null })
})

test('by default the window closes after a minute, and each view prolongs it by another', () => {
  jest.useFakeTimers()
  afterThisTest(() => jest.useRealTimers())
  let isOver = false
  const window = new PairingWindow({ by: 'qr' }, defaultLimits.pairingWindow, () => {
    isOver = true
  })
  jest.advanceTimersByTime(59_000)
  window.prolong()
  jest.advanceTimersByTime(59_000)
  expect(isOver).toBe(false)
  jest.advanceTimersByTime(1_000)
  expect(isOver).toBe(true)
})

test('a viewer keeps the window open', async () => {
  const { session, company } = await testbed({ limits: { pairingWindow: 1_000 } })
  const began = performance.now()
  await session.channel.pair(REF, { by: 'qr' })
  await session.becomes('qrcode')
  while (performance.now() - began < 1_200) {
    await Bun.sleep(50)
    session.channel.keepPairing(REF)
  }
  expect(session.status()).toBe('qrcode')
  await company.scan(session.latest()?.qrcode ?? '')
  await session.becomes('CONNECTED')
})

test('QR codes rotate, and the window closes after five without a scan', async () => {
  const { session } = await testbed({ limits: { qrLife: 40 } })
  await session.channel.pair(REF, { by: 'qr' })
  await session.becomes('DISCONNECTED')
  const shown = session.news.filter(({ qrcode }) => qrcode !== '').map(({ qrcode }) => qrcode)
  expect(new Set(shown).size).toBe(5)
  expect(session.latest()).toMatchObject({ reason: 'qrUnscanned' })
})

test('only the current QR code links', async () => {
  const { session, company } = await testbed({ limits: { qrLife: 100 } })
  await session.channel.pair(REF, { by: 'qr' })
  await until(() => session.news.filter(({ qrcode }) => qrcode).length === 2)
  await company.scan(session.latest()?.qrcode ?? '')
  await session.becomes('CONNECTED')
})

test('an account that another connection has is also unlinked on the phone', async () => {
  const { session, company } = await testbed({ listener: { claim: async () => false } })
  await session.channel.pair(REF, { by: 'qr' })
  await company.scan(await until(() => session.latest()?.qrcode))
  await session.becomes('DISCONNECTED')
  expect(session.latest()).toMatchObject({ reason: 'accountTaken', number: null })
  for (const status of ['PAIRING', 'CONNECTED']) expect(statuses(session)).not.toContain(status)
  await until(() => company.view().devices.length === 0)
})

test('logging out unlinks the phone and archives the credentials', async () => {
  const { session, company } = await linkedTestbed()
  await session.channel.logout(REF)
  expect(session.latest()).toMatchObject({ status: 'DISCONNECTED', reason: null })
  await until(() => company.view().devices.length === 0)
  expect(session.db.prepare('SELECT number, reason FROM archives').all()).toEqual([
    { number: '552130421180', reason: 'loggedOutHere' },
  ])
  expect(session.db.prepare("SELECT count(*) AS n FROM archived_rows WHERE type = 'creds'").get()).toEqual({ n: 1 })
  await session.link(company)
})

test('a linked connection reconnects at the next start without a QR code', async () => {
  const { session, simulator } = await linkedTestbed()
  await session.close()
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.becomes('CONNECTED')
  expect(statuses(next)).toEqual(['OPENING', 'CONNECTED'])
  expect(next.latest()?.number).toBe('552130421180')
})

test('requesting a QR code of an open connection changes nothing', async () => {
  const { session } = await linkedTestbed()
  const before = session.news.length
  await session.channel.pair(REF, { by: 'qr' })
  await Bun.sleep(50)
  expect(session.news.length).toBe(before)
})
