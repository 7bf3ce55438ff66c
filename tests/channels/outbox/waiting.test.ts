/** Queued messages: cancelled, held while the connection is closed, expired after a day. */
import { describe, expect, test } from 'bun:test'
import { DAY, HOUR, SECOND } from '../../../src/platform/time'
import { messageAcked } from '../../../src/tickets/messages/contract'
import { LOJA } from '../../support/company-world'
import { runJob } from '../../support/jobs'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'
import { attending, slow } from './support'

describe('cancelling', () => {
  const cancel = async (ana: ReturnType<typeof attending>['ana'], id: number) =>
    (await (await ana.json(`/api/messages/cancel/${id}`, 'POST', {})).json()) as Record<string, unknown>

  test('removes a queued message, which can be sent again', async () => {
    const { w, ana, say, message } = attending(1)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    const [first, second] = [await say(0, 'um'), await say(0, 'dois')]
    expect(await cancel(ana, first)).toMatchObject({ id: first, ack: 0, failure: 'cancelled', body: 'um' })
    expect(await cancel(ana, first)).toMatchObject({ error: 'ERR_MESSAGE_NOT_WAITING' })
    w.connect(LOJA)
    await until(() => message(second)?.ack === 2)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['dois'])
    await ana.json(`/api/messages/retry/${first}`, 'POST', {})
    await until(() => message(first)?.ack === 2)
  })

  test('is refused for a message in flight', async () => {
    const { w, ana, say, message } = attending(1)
    const { open, answer } = slow(w)
    const id = await say(0, 'um')
    await until(() => open.length === 1)
    expect(await cancel(ana, id)).toMatchObject({ error: 'ERR_MESSAGE_ON_ITS_WAY' })
    answer()
    await until(() => message(id)?.ack === 2)
    expect(await cancel(ana, id)).toMatchObject({ error: 'ERR_MESSAGE_NOT_WAITING' })
  })

  test('requires access to the ticket', async () => {
    const { w, say } = attending(1)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    const id = await say(0, 'um')
    w.rows('UPDATE tickets SET queue_id = 1 RETURNING id')
    expect(await cancel(w.attendant([2]), id)).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' })
  })
})

test('a suspended company sends nothing and stores nothing', async () => {
  const w = world()
  const c = w.company()
  const ana = c.attendant()
  c.ticket({ userId: ana.userId, contactId: c.contact().id })
  await w.server.wakeUp()
  c.suspend()
  await w.server.wakeUp()
  c.db.$client.exec(
    "INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, ack, created_at) SELECT id, contact_id, 1, 1, 'chat', 'x', 1, 0 FROM tickets",
  )
  c.db.$client.exec(
    'INSERT INTO outbox (connection_id, contact_id, message_id, next_at, created_at) SELECT 1, contact_id, 1, 0, 9e12 FROM tickets',
  )
  const written = c.db.$client.prepare('SELECT total_changes()').pluck()
  const before = written.get()
  c.wakeOutbox()
  await quiet()
  expect(w.telephones.sent).toEqual([])
  expect(written.get()).toBe(before)
})

test('a failed message cannot be resent over a removed connection', async () => {
  const w = world()
  const admin = w.admin()
  const gone = w.connection({ name: 'Antiga' })
  const ticket = w.ticket({ userId: admin.userId, connectionId: gone.id })
  w.telephones.answerAlways({ outcome: 'refused', reason: 'rejected' })
  const { id } = (await (await admin.json(`/api/messages/${ticket.id}`, 'POST', { body: 'x' })).json()) as {
    id: number
  }
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'the refusal')
  await admin.json(`/api/tickets/${ticket.id}`, 'PUT', { status: 'closed', sendFarewellMessage: false })
  expect((await admin.json(`/api/whatsapp/${gone.id}`, 'DELETE', undefined)).status).toBe(200)
  const again = await admin.json(`/api/messages/retry/${id}`, 'POST', {})
  expect({ status: again.status, ...(await again.json()) }).toMatchObject({ status: 409, error: 'ERR_TICKET_NOT_OPEN' })
  expect(w.rows('SELECT ack FROM messages')).toEqual([{ ack: 0 }])
})

describe('a closed connection', () => {
  test('keeps its outbox and sends it in order when it opens', async () => {
    const { w, say, message } = attending(2)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    const ids = [await say(0, 'um'), await say(1, 'dois'), await say(0, 'três')]
    w.clock.forward(HOUR)
    await quiet()
    expect(w.telephones.sent).toEqual([])
    expect(ids.map((id) => message(id)?.ack)).toEqual([1, 1, 1])
    w.connect(LOJA)
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
    expect(w.telephones.sent.map(({ body }) => body).filter((body) => body !== 'dois')).toEqual(['um', 'três'])
  })

  test('that closes during a send does not count as a try; the message is sent when it opens', async () => {
    const { w, say, waiting } = attending(1)
    w.telephones.answerNext({ outcome: 'notNow' }, { outcome: 'notNow' })
    await say(0, 'olá')
    for (let n = 1; n <= 2; n++) {
      await until(() => w.telephones.sent.length === n)
      await until(() => (waiting()[0]?.next_at ?? 0) > w.clock.now(), 'the postponed row')
      expect(waiting()[0]?.attempts).toBe(0)
      w.clock.forward(2 * SECOND)
    }
    await until(() => waiting().length === 0)
  })

  test('fails messages older than a day visibly', async () => {
    const { w, say, message } = attending(2)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    const old = await say(0, 'de ontem')
    w.clock.forward(HOUR)
    const recent = await say(1, 'de hoje')
    w.clock.forward(23 * HOUR + SECOND)
    w.connect(LOJA)
    await until(() => message(recent)?.ack === 2)
    expect(message(old)).toEqual({ ack: 0, failure: 'expired' })
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['de hoje'])
  })

  test('that does not open for a day fails its messages visibly, except the one in flight', async () => {
    const { w, ana, say, message } = attending(2)
    const { open, answer } = slow(w)
    const onItsWay = await say(0, 'a caminho')
    await until(() => open.length === 1)
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    const waiting = [await say(1, 'um'), await say(1, 'dois')]
    w.clock.forward(DAY)
    await runJob(w.server, 'outbox.expire')
    expect(waiting.map((id) => message(id)?.ack)).toEqual([1, 1])
    w.clock.forward(SECOND)
    await runJob(w.server, 'outbox.expire')
    expect(waiting.map((id) => message(id))).toEqual([
      { ack: 0, failure: 'expired' },
      { ack: 0, failure: 'expired' },
    ])
    expect(ana.heard(messageAcked).map(({ message }) => message.failure)).toEqual(['expired', 'expired'])
    answer()
    await until(() => message(onItsWay)?.ack === 2)
  })
})

test('the connection shows the number of queued messages', async () => {
  const { w, ana, say } = attending(1)
  w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
  await say(0, 'um')
  await say(0, 'dois')
  expect((await ana.api.whatsapp({ id: LOJA }).get({ query: {} })).data?.outboxCount).toBe(2)
})
