/** Linking a connection to a phone. */
import { afterEach, expect, jest } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { PairingWindow } from '../../../../src/channels/whatsapp/session/pairing-window'
import { test } from '../../../support/trace'
import { openCounter, REF, until } from '../support'
import { afterThisTest, clearAway, linkedTown, town } from '../town'

afterEach(clearAway)

const statuses = (counter: { news: { status: string }[] }) => counter.news.map(({ status }) => status)

test('a phone that scans the QR is linked, and its number is known before the connection is open', async () => {
  const { counter } = await linkedTown()
  expect(statuses(counter)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
  expect(counter.news[2]).toMatchObject({ status: 'PAIRING', number: '552130421180', qrcode: '' })
})

test('until when everything was heard is noted before the credentials are on disk', async () => {
  const { counter, company } = await town()
  counter.db.exec(`CREATE TEMP TABLE noted AS SELECT 0 AS paired WHERE false;
    CREATE TEMP TRIGGER note AFTER INSERT ON main.facts WHEN new.name LIKE 'whatsapp.linked.%' BEGIN
      INSERT INTO noted SELECT count(*) FROM main.session_rows WHERE type = 'creds' AND value ->> '$.account' IS NOT NULL;
    END`)
  await counter.link(company)
  expect(counter.db.prepare('SELECT paired FROM noted').pluck().all()).toEqual([0])
})

test('a phone on which the code is typed is linked', async () => {
  const { counter, company } = await town()
  await counter.channel.pair(REF, { by: 'code', number: company.number })
  const code = await until(() => counter.latest()?.pairingCode)
  expect(code).toMatch(/^[0-9A-Z]{8}$/)
  expect(counter.latest()).toMatchObject({ status: 'qrcode', qrcode: '' })
  await company.enterCode(code)
  await counter.becomes('CONNECTED')
})

test('after an abandoned code the next attempt starts from fresh credentials', async () => {
  const { counter, company } = await town()
  await counter.channel.pair(REF, { by: 'code', number: company.number })
  await until(() => counter.latest()?.pairingCode)
  await counter.link(company)
  expect(statuses(counter)).not.toContain('DISCONNECTED')
})

test('an attempt abandoned by the end of the process does not spoil the next one', async () => {
  const { counter, company, simulator } = await town()
  await counter.channel.pair(REF, { by: 'code', number: company.number })
  await until(() => counter.latest()?.pairingCode)
  await counter.close()
  const next = openCounter(simulator, { db: counter.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  expect(next.latest()).toMatchObject({ status: 'DISCONNECTED', reason: null })
  await next.link(company)
})

test('the window closes when nobody looks, and the socket with it', async () => {
  const { counter } = await town({ limits: { pairingWindow: 200 } })
  await counter.channel.pair(REF, { by: 'qr' })
  await counter.becomes('qrcode')
  await counter.becomes('DISCONNECTED', 1_000)
  expect(counter.latest()).toMatchObject({ reason: 'pairingOver', qrcode: '', qrcodeExpiresAt: null })
})

test('where nothing else is said it closes after a minute, and each look gives it another', () => {
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

test('whoever keeps looking keeps the window open', async () => {
  const { counter, company } = await town({ limits: { pairingWindow: 1_000 } })
  const began = performance.now()
  await counter.channel.pair(REF, { by: 'qr' })
  await counter.becomes('qrcode')
  while (performance.now() - began < 1_200) {
    await Bun.sleep(50)
    counter.channel.keepPairing(REF)
  }
  expect(counter.status()).toBe('qrcode')
  await company.scan(counter.latest()?.qrcode ?? '')
  await counter.becomes('CONNECTED')
})

test('QR codes rotate, and after five without a scan it is over', async () => {
  const { counter } = await town({ limits: { qrLife: 40 } })
  await counter.channel.pair(REF, { by: 'qr' })
  await counter.becomes('DISCONNECTED')
  const shown = counter.news.filter(({ qrcode }) => qrcode !== '').map(({ qrcode }) => qrcode)
  expect(new Set(shown).size).toBe(5)
  expect(counter.latest()).toMatchObject({ reason: 'qrUnscanned' })
})

test('a QR that is no longer shown links nobody, the one that is shown does', async () => {
  const { counter, company } = await town({ limits: { qrLife: 100 } })
  await counter.channel.pair(REF, { by: 'qr' })
  await until(() => counter.news.filter(({ qrcode }) => qrcode).length === 2)
  await company.scan(counter.latest()?.qrcode ?? '')
  await counter.becomes('CONNECTED')
})

test('an account the house refuses is unlinked again, on the phone too', async () => {
  const { counter, company } = await town({
    listener: {
      session(_ref, news) {
        counter.news.push(news)
        if (news.status === 'PAIRING') throw new Error('linked to another connection')
      },
    },
  })
  await counter.channel.pair(REF, { by: 'qr' })
  await company.scan(await until(() => counter.latest()?.qrcode))
  await counter.becomes('DISCONNECTED')
  expect(counter.latest()).toMatchObject({ reason: 'accountTaken', number: null })
  expect(statuses(counter)).not.toContain('CONNECTED')
  await until(() => company.view().devices.length === 0)
})

test('logging out unlinks the phone and archives the credentials', async () => {
  const { counter, company } = await linkedTown()
  await counter.channel.logout(REF)
  expect(counter.latest()).toMatchObject({ status: 'DISCONNECTED', reason: null })
  await until(() => company.view().devices.length === 0)
  expect(counter.db.prepare('SELECT number, reason FROM archives').all()).toEqual([
    { number: '552130421180', reason: 'loggedOutHere' },
  ])
  expect(counter.db.prepare("SELECT count(*) AS n FROM archived_rows WHERE type = 'creds'").get()).toEqual({ n: 1 })
  await counter.link(company)
})

test('a linked connection comes back at the next start without a QR', async () => {
  const { counter, simulator } = await linkedTown()
  await counter.close()
  const next = openCounter(simulator, { db: counter.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.becomes('CONNECTED')
  expect(statuses(next)).toEqual(['OPENING', 'CONNECTED'])
  expect(next.latest()?.number).toBe('552130421180')
})

test('asking for a QR of a connection that is open changes nothing', async () => {
  const { counter } = await linkedTown()
  const before = counter.news.length
  await counter.channel.pair(REF, { by: 'qr' })
  await Bun.sleep(50)
  expect(counter.news.length).toBe(before)
})
