/** What waits to leave: in order for each contact, several contacts at once, tried again, never twice under two ids. */
import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import type { SendResult } from '../../src/channels/channel'
import { jobs } from '../../src/jobs'
import { tenantPath } from '../../src/platform/databases'
import { DAY, HOUR, SECOND } from '../../src/platform/time'
import { messageAcked } from '../../src/tickets/messages/contract'
import { LOJA } from '../support/company-world'
import { quiet, until } from '../support/until'
import { type World, world } from '../support/world'

/** Ana attends so many people, each on a ticket of their own. */
function attending(people: number, w: World = world()) {
  const ana = w.attendant()
  const tickets = Array.from({ length: people }, (_, n) =>
    w.ticket({ userId: ana.userId, contactId: w.contact({ number: `55119900000${10 + n}` }).id }),
  )
  const say = async (n: number, body: string) =>
    ((await (await ana.json(`/api/messages/${tickets[n]?.id}`, 'POST', { body })).json()) as { id: number }).id
  const message = (id: number) =>
    w.rows<{ ack: number; failure: string | null }>('SELECT ack, failure FROM messages WHERE id = ?', id)[0]
  const waiting = () =>
    w.rows<{ attempts: number; next_at: number }>('SELECT attempts, next_at FROM outbox ORDER BY id')
  return { w, ana, say, message, waiting }
}

/** A messenger that answers when told to. */
function slow(w: World) {
  const open: ((result: SendResult) => void)[] = []
  w.telephones.answerAlways(() => new Promise<SendResult>((resolve) => void open.push(resolve)))
  return { open, answer: (result: SendResult = { outcome: 'sent' }) => open.shift()?.(result) }
}

describe('order', () => {
  test('one message at a time to each contact, in the order they were written', async () => {
    const { w, say } = attending(1)
    const { open, answer } = slow(w)
    for (const body of ['um', 'dois', 'três']) await say(0, body)
    for (const expected of [['um'], ['um', 'dois'], ['um', 'dois', 'três']]) {
      await until(() => open.length === 1, 'the next try')
      await quiet()
      expect(w.telephones.sent.map(({ body }) => body)).toEqual(expected)
      answer()
    }
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'an empty outbox')
  })

  test('one slow contact holds up nobody else', async () => {
    const { w, say } = attending(3)
    const { open, answer } = slow(w)
    await say(0, 'lento')
    await until(() => open.length === 1)
    for (const n of [0, 1, 2]) await say(n, `a${n}`)
    await until(() => open.length === 3, 'the others')
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['lento', 'a1', 'a2'])
    while (open.length > 0) answer()
    await until(() => w.telephones.sent.length === 4)
    expect(w.telephones.sent.at(-1)?.body).toBe('a0')
    answer()
  })

  test('a message that must be tried again keeps those behind it waiting', async () => {
    const { w, say } = attending(1)
    w.telephones.answerNext({ outcome: 'unknown' })
    await say(0, 'um')
    await say(0, 'dois')
    await until(() => w.telephones.sent.length === 1)
    await quiet()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um'])
    w.clock.forward(2 * SECOND)
    await until(() => w.telephones.sent.length === 3)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um', 'um', 'dois'])
  })

  test('at most twenty-four contacts at once on a connection', async () => {
    const { w, say } = attending(30)
    const { open, answer } = slow(w)
    for (let n = 0; n < 30; n++) await say(n, `a${n}`)
    await until(() => open.length === 24)
    await quiet()
    expect(w.telephones.sent).toHaveLength(24)
    answer()
    await until(() => w.telephones.sent.length === 25)
    w.telephones.answerAlways({ outcome: 'sent' })
    while (open.length > 0) answer()
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  })
})

describe('fairness', () => {
  test('a contact with very many waiting messages holds up nobody else', async () => {
    const { w, say } = attending(2)
    w.telephones.answerNext({ outcome: 'unknown' })
    await say(0, 'um')
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 1)
    for (let n = 0; n < 600; n++) await say(0, `atrás ${n}`)
    await say(1, 'de outra pessoa')
    await until(() => w.telephones.sent.length === 2, 'the other contact')
    expect(w.telephones.sent.at(-1)?.body).toBe('de outra pessoa')
  })

  test('twenty-four contacts to be tried again later hold up nobody else', async () => {
    const { w, say } = attending(25)
    w.telephones.answerNext(...Array.from({ length: 24 }, () => ({ outcome: 'unknown' }) as const))
    for (let n = 0; n < 24; n++) await say(n, `a${n}`)
    await until(() => w.rows('SELECT 1 FROM outbox WHERE attempts = 1').length === 24)
    await say(24, 'de outra pessoa')
    await until(() => w.telephones.sent.at(-1)?.body === 'de outra pessoa')
  })
})

describe('the pace of a connection', () => {
  test('lets messages to whomever go one after the other, the first at once', async () => {
    const { w, say } = attending(3)
    w.rows('UPDATE connections SET messages_per_minute = 30 WHERE id = ? RETURNING id', LOJA)
    for (const n of [0, 1, 2]) await say(n, `a${n}`)
    for (const sent of [1, 2, 3]) {
      await until(() => w.telephones.sent.length === sent, `message ${sent}`)
      w.clock.forward(2 * SECOND - 1)
      await quiet()
      expect(w.telephones.sent).toHaveLength(sent)
      w.clock.forward(1)
    }
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['a0', 'a1', 'a2'])
    w.clock.forward(HOUR)
    await say(0, 'depois')
    await until(() => w.telephones.sent.length === 4, 'no wait after a pause')
  })
})

test('what arrived before a crash and was deleted after it never loses its ticks', async () => {
  const { w, ana, say, message } = attending(1)
  w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
  const id = await say(0, 'chegou')
  const [{ external_id = '' } = {}] = w.rows<{ external_id: string }>(
    'SELECT external_id FROM messages WHERE id = ?',
    id,
  )
  w.telephones.receipt(w.refOf(LOJA), [external_id], 3)
  await until(() => message(id)?.ack === 3)
  await ana.request(`/api/messages/${id}`, { method: 'DELETE' })
  w.connect(LOJA)
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  expect(message(id)).toEqual({ ack: 3, failure: null })
})

describe('cancelling', () => {
  const cancel = async (ana: ReturnType<typeof attending>['ana'], id: number) =>
    (await (await ana.json(`/api/messages/cancel/${id}`, 'POST', {})).json()) as Record<string, unknown>

  test('takes a waiting message out of line, and it can be sent again', async () => {
    const { w, ana, say, message } = attending(1)
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    const [first, second] = [await say(0, 'um'), await say(0, 'dois')]
    expect(await cancel(ana, first)).toMatchObject({ id: first, ack: 0, failure: 'cancelled', body: 'um' })
    expect(await cancel(ana, first)).toMatchObject({ error: 'ERR_MESSAGE_NOT_WAITING' })
    w.connect(LOJA)
    await until(() => message(second)?.ack === 2)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['dois'])
    await ana.json(`/api/messages/retry/${first}`, 'POST', {})
    await until(() => message(first)?.ack === 2)
  })

  test('is refused for what is on its way at that moment', async () => {
    const { w, ana, say, message } = attending(1)
    const { open, answer } = slow(w)
    const id = await say(0, 'um')
    await until(() => open.length === 1)
    expect(await cancel(ana, id)).toMatchObject({ error: 'ERR_MESSAGE_ON_ITS_WAY' })
    answer()
    await until(() => message(id)?.ack === 2)
    expect(await cancel(ana, id)).toMatchObject({ error: 'ERR_MESSAGE_NOT_WAITING' })
  })

  test('is for who sees the ticket', async () => {
    const { w, say } = attending(1)
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    const id = await say(0, 'um')
    w.rows('UPDATE tickets SET queue_id = 1 RETURNING id')
    expect(await cancel(w.attendant([2]), id)).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' })
  })
})

describe('a temporary failure', () => {
  test('is tried again with growing delays, and given up visibly after the fifth try', async () => {
    const { w, say, message, waiting } = attending(1)
    w.telephones.answerAlways({ outcome: 'unknown' })
    const id = await say(0, 'olá')
    for (const [attempts, delay] of [
      [1, 2],
      [2, 4],
      [3, 8],
      [4, 16],
    ] as const) {
      await until(() => waiting()[0]?.attempts === attempts, `try ${attempts}`)
      expect(waiting()[0]?.next_at).toBe(w.clock.now() + delay * SECOND)
      w.clock.forward(delay * SECOND - 1)
      await quiet()
      expect(w.telephones.sent).toHaveLength(attempts)
      w.clock.forward(1)
    }
    await until(() => message(id)?.ack === 0, 'giving up')
    expect(message(id)?.failure).toBe('noAnswer')
    expect(w.telephones.sent).toHaveLength(5)
    expect(new Set(w.telephones.sent.map(({ externalId }) => externalId)).size).toBe(1)
  })

  test('a messenger that throws is one that gave no answer', async () => {
    const { w, say, waiting } = attending(1)
    w.telephones.answerNext(() => {
      throw new Error('socket gone')
    })
    await say(0, 'olá')
    await until(() => waiting()[0]?.attempts === 1)
    w.clock.forward(2 * SECOND)
    await until(() => waiting().length === 0)
  })
})

test('a refusal for good is final at once, with its reason', async () => {
  const { w, say, message } = attending(1)
  w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
  const id = await say(0, 'olá')
  await until(() => message(id)?.ack === 0)
  expect(message(id)?.failure).toBe('rejected')
  w.clock.forward(DAY)
  await quiet()
  expect(w.telephones.sent).toHaveLength(1)
})

test('a contact without an address to write to fails visibly', async () => {
  const { w, say, message } = attending(1)
  w.rows('DELETE FROM contact_addresses RETURNING value')
  const id = await say(0, 'olá')
  await until(() => message(id)?.ack === 0)
  expect(message(id)?.failure).toBe('noAddress')
  expect(w.telephones.sent).toEqual([])
})

describe('what came of a message that cannot be written', () => {
  test('is written later: what the messenger has taken is not handed to it again', async () => {
    const { w, say, message } = attending(1)
    w.expectErrors()
    const other = new Sqlite(tenantPath(w.dataDir, w.tenant.uuid))
    w.telephones.answerAlways(async () => {
      if (w.telephones.sent.length === 1) other.exec('BEGIN IMMEDIATE')
      return { outcome: 'sent' }
    })
    const id = await say(0, 'uma vez')
    await until(() => w.logged.some(({ msg }) => msg.includes('not written yet')), 'the first try to write')
    expect(message(id)).toEqual({ ack: 1, failure: null })
    other.exec('ROLLBACK')
    other.close()
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'an empty outbox')
    expect(message(id)).toEqual({ ack: 2, failure: null })
    expect(w.telephones.sent).toHaveLength(1)
  })

  test('while another process holds the file, ten of them together hold the house up no longer than one', async () => {
    const { w, say, waiting } = attending(10)
    w.expectErrors()
    const { open, answer } = slow(w)
    for (let n = 0; n < 10; n++) await say(n, 'olá')
    await until(() => open.length === 10)
    const other = new Sqlite(tenantPath(w.dataDir, w.tenant.uuid))
    other.exec('BEGIN IMMEDIATE')
    const started = performance.now()
    while (open.length > 0) answer({ outcome: 'unknown' })
    await new Promise(setImmediate)
    expect(performance.now() - started).toBeLessThan(300)
    other.exec('ROLLBACK')
    other.close()
    await until(() => waiting().every(({ attempts }) => attempts === 1), 'all to be written')
  })

  test('is tried now and then, not as fast as can be', async () => {
    const { w, say } = attending(1)
    w.expectErrors()
    w.telephones.answerNext({ outcome: 'unknown' })
    await say(0, 'x')
    await quiet()
    w.db.$client.exec("UPDATE messages SET quoted = '{bad'")
    for (const seconds of [2, 4, 8, 16]) {
      w.clock.forward(seconds * SECOND)
      await Bun.sleep(60)
    }
    expect(w.logged.map(({ msg }) => msg)).toEqual([
      ...Array<string>(4).fill('send failed, will be tried again'),
      'what became of a message is not written yet',
    ])
  })
})

describe('a clock that is set back', () => {
  test('holds up no second try', async () => {
    const { w, say } = attending(1)
    w.telephones.answerNext({ outcome: 'notNow' })
    await say(0, 'um')
    await quiet()
    w.clock.forward(-HOUR)
    await say(0, 'dois')
    await until(() => w.telephones.sent.length === 3, 'both')
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um', 'um', 'dois'])
  })

  test('holds up no paced connection', async () => {
    const { w, say } = attending(1)
    w.db.$client.exec('UPDATE connections SET messages_per_minute = 60')
    await say(0, 'um')
    await quiet()
    w.clock.forward(-HOUR)
    await say(0, 'dois')
    await until(() => w.telephones.sent.length === 2, 'both')
  })
})

test('a suspended company hands over nothing, and writes nothing', async () => {
  const w = world()
  const c = w.company()
  const ana = c.attendant()
  c.ticket({ userId: ana.userId, contactId: c.contact().id })
  await w.house.wakeUp()
  c.suspend()
  await w.house.wakeUp()
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

test('what failed is not sent again through a connection that is gone', async () => {
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
  expect({ status: again.status, ...(await again.json()) }).toMatchObject({ status: 404, error: 'ERR_NO_WAPP_FOUND' })
  expect(w.rows('SELECT ack FROM messages')).toEqual([{ ack: 0 }])
})

describe('a closed connection', () => {
  test('keeps its outbox and drains it in order when it opens', async () => {
    const { w, say, message } = attending(2)
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    const ids = [await say(0, 'um'), await say(1, 'dois'), await say(0, 'três')]
    w.clock.forward(HOUR)
    await quiet()
    expect(w.telephones.sent).toEqual([])
    expect(ids.map((id) => message(id)?.ack)).toEqual([1, 1, 1])
    w.connect(LOJA)
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
    expect(w.telephones.sent.map(({ body }) => body).filter((body) => body !== 'dois')).toEqual(['um', 'três'])
  })

  test('that closes under a message costs it no try: it goes when the connection opens', async () => {
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

  test('of a message older than a day would surprise the contact: it fails visibly instead', async () => {
    const { w, say, message } = attending(2)
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    const old = await say(0, 'de ontem')
    w.clock.forward(HOUR)
    const recent = await say(1, 'de hoje')
    w.clock.forward(23 * HOUR + SECOND)
    w.connect(LOJA)
    await until(() => message(recent)?.ack === 2)
    expect(message(old)).toEqual({ ack: 0, failure: 'expired' })
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['de hoje'])
  })

  test('that does not open for a day: its messages fail visibly without it, but not the one on its way', async () => {
    const { w, ana, say, message } = attending(2)
    const { open, answer } = slow(w)
    const onItsWay = await say(0, 'a caminho')
    await until(() => open.length === 1)
    w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
    const waiting = [await say(1, 'um'), await say(1, 'dois')]
    w.clock.forward(DAY)
    const expire = jobs.find(({ name }) => name === 'outbox.expire')
    await expire?.run(w.house)
    expect(waiting.map((id) => message(id)?.ack)).toEqual([1, 1])
    w.clock.forward(SECOND)
    await expire?.run(w.house)
    expect(waiting.map((id) => message(id))).toEqual([
      { ack: 0, failure: 'expired' },
      { ack: 0, failure: 'expired' },
    ])
    expect(ana.heard(messageAcked).map(({ message }) => message.failure)).toEqual(['expired', 'expired'])
    answer()
    await until(() => message(onItsWay)?.ack === 2)
  })
})

describe('a crash', () => {
  test('between the sending and its note sends again under the same id', async () => {
    const { w, say } = attending(1)
    slow(w)
    const id = await say(0, 'olá')
    await until(() => w.telephones.sent.length === 1)
    const first = w.telephones.sent[0]?.externalId
    const again = await w.reopen()
    again.connect(LOJA)
    await until(() => again.telephones.sent.length === 1)
    expect(again.telephones.sent[0]?.externalId).toBe(first)
    await until(() => again.rows('SELECT 1 FROM outbox').length === 0)
    expect(again.rows('SELECT ack FROM messages WHERE id = ?', id)).toEqual([{ ack: 2 }])
  }, 10_000)

  test('closing the house lets what is on its way arrive', async () => {
    const { w, say } = attending(1)
    const { answer } = slow(w)
    await say(0, 'olá')
    await until(() => w.telephones.sent.length === 1)
    setTimeout(answer, 20)
    const again = await w.reopen()
    expect(again.rows('SELECT 1 FROM outbox')).toEqual([])
  })
})

test('what waits is counted on the connection', async () => {
  const { w, ana, say } = attending(1)
  w.telephones.tell(w.refOf(LOJA), { status: 'TIMEOUT' })
  await say(0, 'um')
  await say(0, 'dois')
  expect((await ana.api.whatsapp({ id: LOJA }).get({ query: {} })).data?.outboxCount).toBe(2)
})
