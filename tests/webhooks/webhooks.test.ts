import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { contactChanged } from '../../src/contacts/events'
import { type EventType, type WebhookTopic, webhookDisabled, webhookTopics } from '../../src/features/webhooks/contract'
import { payloads } from '../../src/features/webhooks/payloads'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { waitingIn } from '../../src/standby'
import { LOJA, SALES } from '../support/company-world'
import { processorWatch } from '../support/cpu'
import { doJob, dueAt, jobNamed } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { until } from '../support/until'
import { allowLocal, type Receiver } from '../support/webhook-receiver'
import { receiver } from '../support/webhook-receivers'
import { type World, type WorldOptions, world } from '../support/world'

async function listening(topics: readonly WebhookTopic[] = webhookTopics, options: WorldOptions = {}) {
  const w = world({ outsideAllow: allowLocal, ...options })
  const admin = w.admin()
  const there = receiver(w.clock.now)
  const hook = await addWebhook(admin, there, topics)
  return { w, admin, there, ...hook }
}

async function addWebhook(admin: ReturnType<World['admin']>, there: Receiver, topics: readonly WebhookTopic[]) {
  const { data } = await admin.api.webhooks.post({ url: there.url, topics: [...topics] })
  if (!data) throw new Error('no webhook')
  there.checks.secret = data.secret
  return { id: data.webhook.id, secret: data.secret, api: admin.api.webhooks({ id: data.webhook.id }) }
}

/** Moves the clock, and lets the jobs send what is due then. */
function later(w: World, ms: number) {
  w.clock.forward(ms)
  doJob(w, 'webhooks.deliver')
}

const deliveriesOf = (w: World) =>
  w.rows<{ id: number; type: string; status: string; attempts: number; fault: string | null; next_at: number }>(
    'SELECT * FROM webhook_deliveries ORDER BY id',
  )
const settled = (w: World) => until(() => deliveriesOf(w).every(({ status }) => status !== 'waiting'), 'all deliveries')
const attempted = (w: World, times: number) =>
  until(() => deliveriesOf(w)[0]?.attempts === times, `${times} attempts of the first delivery`)

describe('events', () => {
  test('a message reaches the receiver once, signed, with the contract’s fields', async () => {
    const { w, there } = await listening()
    w.whatsapp.person('5511988887777', { name: 'Maria' }).says('oi')
    await settled(w)
    expect(there.refused).toEqual([])
    expect(there.received.filter(({ isRepeated }) => isRepeated)).toEqual([])
    const [message] = there.received.filter(({ type }) => type === 'message.created')
    expect(message?.data).toMatchObject({ body: 'oi', fromMe: false, contact: { name: 'Maria' }, whatsappId: LOJA })
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ id: message?.id, version: 1, companyId: w.tenant.id })
  })

  test('every event matches its published schema', async () => {
    const { w, admin, there } = await listening()
    const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
    maria.says('oi')
    const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets')[0]?.id ?? 0
    const ana = w.attendant([SALES])
    await ana.api.tickets({ id: ticketId }).put({ status: 'open', queueId: SALES })
    await ana.api.messages({ id: ticketId }).post({ body: 'bom dia' })
    await ana.api.tickets({ id: ticketId }).put({ status: 'closed' })
    await admin.api.whatsapp({ id: LOJA }).put({ name: 'Loja nova' })
    const other = w.contact()
    await admin.api.contacts({ id: other.id }).put({ name: 'Outro nome' })
    await admin.api.contacts({ id: other.id }).delete()
    await settled(w)
    for (const { type, data } of there.received) {
      const parsed = v.safeParse(payloads[type as EventType], data) // of our own receiver
      expect([type, parsed.issues]).toEqual([type, undefined])
      expect(parsed.output).toEqual(data as never)
    }
    expect([...new Set(there.typesReceived())].sort()).toEqual(
      expect.arrayContaining([
        ...['connection.updated', 'contact.deleted', 'contact.updated', 'message.created'],
        ...['ticket.closed', 'ticket.created', 'ticket.updated', 'ticket.waiting'],
      ]),
    )
  })

  test('a webhook receives only its topics, and never notes', async () => {
    const { w, there } = await listening(['messages'])
    w.whatsapp.person('5511988887777').says('oi')
    const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets')[0]?.id ?? 0
    await w.admin().api.messages.registerComment({ id: ticketId }).post({ body: 'só para nós' })
    await settled(w)
    expect(there.typesReceived()).toEqual(['message.created'])
  })

  test('without an active webhook nothing is stored and nothing is due', async () => {
    const { w, api } = await listening()
    await api.put({ active: false })
    w.whatsapp.person('5511988887777').says('oi')
    expect(deliveriesOf(w)).toEqual([])
    expect(dueAt(w.cx, w.server, jobNamed('webhooks.deliver') as never)).toBeNull()
  })

  test('an event that is rolled back is not delivered', async () => {
    const { w } = await listening(['contacts'])
    const contact = w.contact()
    const act = () =>
      w.cx.transaction((cx) => {
        cx.happened(contactChanged({ contact }))
        expect(deliveriesOf(w)).toHaveLength(1)
        throw new Error('undone')
      })
    expect(act).toThrow('undone')
    expect(deliveriesOf(w)).toEqual([])
  })
})

describe('a receiver that fails', () => {
  test('is retried with the same id, a new signature and growing pauses', async () => {
    const { w, there } = await listening(['messages'])
    there.answers(() => new Response('busy', { status: 503 }))
    w.whatsapp.person('5511988887777').says('oi')
    const waits: number[] = []
    for (let times = 1; times <= 4; times++) {
      await attempted(w, times)
      const wait = (deliveriesOf(w)[0]?.next_at ?? 0) - w.clock.now()
      waits.push(wait)
      if (times === 4) there.answers(() => new Response('ok'))
      later(w, Math.max(wait, MINUTE + SECOND))
    }
    await settled(w)
    expect(new Set(there.received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(there.received.map(({ signatures }) => signatures[0])).size).toBe(5)
    const usual = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]
    for (const [n, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(0.9 * (usual[n] ?? 0))
      expect(wait).toBeLessThanOrEqual(1.1 * (usual[n] ?? 0))
    }
    expect(deliveriesOf(w)[0]).toMatchObject({ status: 'delivered', attempts: 5, fault: null })
  })

  test('can set the time of the next attempt', async () => {
    const { w, there } = await listening(['messages'])
    there.answers(() => new Response('', { status: 429, headers: { 'retry-after': '600' } }))
    w.whatsapp.person('5511988887777').says('oi')
    await attempted(w, 1)
    expect((deliveriesOf(w)[0]?.next_at ?? 0) - w.clock.now()).toBe(600 * SECOND)
  })

  test.each([
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/', 302), 'status'],
    ['HTML of an error page', () => new Response('<html>', { status: 500 }), 'status'],
    ['404', () => new Response('', { status: 404 }), 'status'],
  ] as const)('answers with %s', async (_, answer, fault) => {
    const { w, there } = await listening(['messages'])
    there.answers(answer)
    w.whatsapp.person('5511988887777').says('oi')
    await attempted(w, 1)
    expect(deliveriesOf(w)[0]).toMatchObject({ status: 'waiting', fault })
  })

  test('may respond with 10 MB, of which only the beginning is stored', async () => {
    const { w, there, api } = await listening(['messages'])
    there.answers(() => new Response('x'.repeat(10_000_000)))
    w.whatsapp.person('5511988887777').says('oi')
    await settled(w)
    const { data } = await api.deliveries({ deliveryId: deliveriesOf(w)[0]?.id ?? 0 }).get()
    expect(data?.delivery.status).toBe('delivered')
    expect(data?.answer).toHaveLength(2000)
  })

  test('does not delay another one', async () => {
    const { w, admin, there } = await listening(['messages'])
    const good = receiver(w.clock.now)
    await addWebhook(admin, good, ['messages'])
    there.answers(() => Bun.sleep(60_000).then(() => new Response('late')))
    const maria = w.whatsapp.person('5511988887777')
    for (let n = 0; n < 40; n++) maria.says(`oi ${n}`)
    await until(() => good.received.length === 40, 'all messages at the good receiver')
    expect(there.received.length).toBeLessThanOrEqual(32)
  })

  test('gets one request at a time while it is down', async () => {
    const { w, there } = await listening(['messages'])
    const { url } = there
    await there.stop()
    expect(url).toContain('127.0.0.1')
    const maria = w.whatsapp.person('5511988887777')
    maria.says('a primeira')
    await attempted(w, 1)
    for (let n = 0; n < 20; n++) maria.says(`oi ${n}`)
    later(w, 2 * SECOND)
    await until(() => deliveriesOf(w).filter(({ attempts }) => attempts > 0).length === 2, 'one more attempt')
    expect(deliveriesOf(w).filter(({ attempts }) => attempts > 0)).toHaveLength(2)
  })

  test('is asked again at once where the clock was ahead, and has its usual pauses from then on', async () => {
    const { w, there } = await listening(['messages'])
    there.answers(() => new Response('', { status: 503 }))
    w.whatsapp.person('5511988887777').says('oi')
    await attempted(w, 1)
    w.clock.forward(-HOUR)
    later(w, 0)
    await attempted(w, 2)
    const [second] = deliveriesOf(w)
    expect((second?.next_at ?? 0) - w.clock.now()).toBeLessThanOrEqual(1.1 * MINUTE)
    expect(w.rows('SELECT held_until - ? AS pause FROM webhook_states', w.clock.now())).toEqual([{ pause: 2 * SECOND }])
    expect(dueAt(w.cx, w.server, jobNamed('webhooks.deliver') as never)).toBe(second?.next_at as never)
  })

  test('gets at once what was queued while the clock was ahead', async () => {
    const { w, there } = await listening(['messages'])
    const maria = w.whatsapp.person('5511988887777')
    there.answers(() => new Response('', { status: 503, headers: { 'retry-after': '600' } }))
    maria.says('um')
    await attempted(w, 1)
    w.clock.forward(30 * MINUTE)
    w.db.$client.exec('UPDATE webhook_states SET held_until = 1')
    w.db.$client.exec(
      `UPDATE webhook_deliveries SET created_at = ${w.clock.now()}, next_at = ${w.clock.now()}, last_at = NULL`,
    )
    w.clock.forward(-20 * MINUTE)
    there.answers(() => new Response('ok'))
    later(w, 0)
    await settled(w)
  })

  test('turns the webhook off at once with 410', async () => {
    const { w, admin, there, api } = await listening(['messages'])
    there.answers(() => new Response('', { status: 410 }))
    w.whatsapp.person('5511988887777').says('oi')
    await settled(w)
    expect((await api.get()).data).toMatchObject({ active: false, disabledWhy: 'gone' })
    expect(admin.heard(webhookDisabled)).toMatchObject([{ reason: 'gone' }])
  })

  test('turns the webhook off after a day, with one mail to the admins', async () => {
    const box = await mailbox()
    const { w, admin, there, api } = await listening(['messages'], { mail: box })
    w.attendant([SALES], { email: 'atendente@loja.example' })
    there.answers(() => new Response('', { status: 500 }))
    w.whatsapp.person('5511988887777').says('oi')
    for (let times = 1; times <= 10 && (await api.get()).data?.active; times++) {
      await attempted(w, times)
      const [first] = deliveriesOf(w)
      if (first?.status !== 'waiting') break
      later(w, first.next_at - w.clock.now() + MINUTE)
    }
    w.clock.forward(HOUR * 10)
    w.whatsapp.person('5511988887777').says('mais uma')
    await until(() => w.rows('SELECT 1 FROM webhooks WHERE active = 0').length === 1, 'the webhook to be turned off')
    expect((await api.get()).data).toMatchObject({ active: false, disabledWhy: 'failing' })
    await doJob(w, 'webhooks.mail')
    await doJob(w, 'webhooks.mail')
    expect(box.mails().map(({ to }) => to)).toEqual([[admin.email]])
    // The second text has a delivery, unless the clock alone has turned the webhook off before it.
    const before = deliveriesOf(w).length
    w.whatsapp.person('5511988887777').says('depois')
    expect(deliveriesOf(w)).toHaveLength(before)
  })
})

describe('manual actions', () => {
  test('a failed delivery is resent under its id', async () => {
    const { w, there, api } = await listening(['messages'])
    there.answers(() => new Response('', { status: 400 }))
    w.whatsapp.person('5511988887777').says('oi')
    await attempted(w, 1)
    w.rows("UPDATE webhook_deliveries SET status = 'failed' RETURNING id")
    there.answers(() => new Response('ok'))
    const deliveryId = deliveriesOf(w)[0]?.id ?? 0
    await api.deliveries({ deliveryId }).redeliver.post()
    await settled(w)
    expect(deliveriesOf(w)[0]).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(there.received.map(({ isRepeated }) => isRepeated)).toEqual([false, true])
  })

  test('all failed deliveries since a time are sent again, each under its id', async () => {
    const { w, there, api } = await listening(['messages'])
    there.answers(() => new Response('', { status: 400 }))
    const maria = w.whatsapp.person('5511988887777')
    const fail = () => w.rows("UPDATE webhook_deliveries SET status = 'failed' RETURNING id")
    maria.says('antes')
    await attempted(w, 1)
    fail()
    w.clock.forward(HOUR)
    const since = new Date(w.clock.now()).toISOString()
    for (const text of ['um', 'dois']) maria.says(text)
    await until(() => deliveriesOf(w).every(({ attempts }) => attempts > 0), 'the first attempts')
    fail()
    there.answers(() => new Response('ok'))
    expect((await api['redeliver-failed'].post({ since })).data).toEqual({ count: 2 })
    await settled(w)
    expect(deliveriesOf(w).map(({ status }) => status)).toEqual(['failed', 'delivered', 'delivered'])
    expect(there.received.filter(({ isRepeated }) => isRepeated)).toHaveLength(2)
    await api.put({ active: false })
    expect((await api['redeliver-failed'].post({ since })).status).toBe(409)
  })

  test('a test event shows at once whether the receiver answers', async () => {
    const { w, there, api } = await listening(['ratings'])
    expect((await api.test.post()).data).toMatchObject({ type: 'webhook.test', status: 'waiting' })
    await settled(w)
    expect(there.typesReceived()).toEqual(['webhook.test'])
    doJob(w, 'webhooks.report')
    expect((await api.get()).data?.lastDay).toEqual({ delivered: 1, failed: 0 })
  })

  test('a replaced secret stays valid for a day', async () => {
    const { w, there, api, secret } = await listening(['messages'])
    const { data } = await api.secret.post()
    w.whatsapp.person('5511988887777').says('oi')
    await settled(w)
    there.checks.secret = data?.secret ?? ''
    w.whatsapp.person('5511988887777').says('de novo')
    await settled(w)
    expect(there.refused).toEqual([])
    expect(there.received[1]?.signatures).toHaveLength(2)
    w.clock.forward(DAY + 1)
    w.whatsapp.person('5511988887777').says('amanhã')
    await settled(w)
    expect(there.received[2]?.signatures).toHaveLength(1)
    expect(secret).not.toBe(data?.secret)
  })

  test('an address inside the network is refused, and no response contains the secret', async () => {
    const w = world()
    const admin = w.admin()
    for (const url of ['http://erp.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/'])
      expect((await admin.api.webhooks.post({ url, topics: ['messages'] })).status).toBe(400)
    const { data } = await admin.api.webhooks.post({ url: 'https://erp.example/', topics: ['messages'] })
    const kept = JSON.stringify([w.rows('SELECT * FROM webhooks'), (await admin.api.webhooks.get()).data])
    expect(data?.secret).toMatch(/^whsec_.{44}$/)
    expect(kept).not.toContain((data?.secret ?? '').slice(6))
  })
})

describe('the list of deliveries', () => {
  test('shows all in pages, the newest first, or those of a status or type', async () => {
    const { w, there, api } = await listening(['messages'])
    const maria = w.whatsapp.person('5511988887777')
    for (let n = 0; n < 45; n++) maria.says(`oi ${n}`)
    await settled(w)
    there.answers(() => new Response('', { status: 404 }))
    await api.test.post()
    await until(() => deliveriesOf(w).at(-1)?.attempts === 1, 'the test')
    const first = (await api.deliveries.get({ query: {} })).data
    const second = (await api.deliveries.get({ query: { after: first?.next ?? '' } })).data
    const ids = [...(first?.deliveries ?? []), ...(second?.deliveries ?? [])].map(({ id }) => id)
    expect(ids).toEqual(
      deliveriesOf(w)
        .map(({ id }) => id)
        .reverse(),
    )
    const typesOf = async (query: object) =>
      (await api.deliveries.get({ query })).data?.deliveries.map(({ type }) => type)
    expect(await typesOf({ status: 'waiting' })).toEqual(['webhook.test'])
    expect(await typesOf({ type: 'webhook.test' })).toEqual(['webhook.test'])
    expect(await typesOf({ status: 'failed' })).toEqual([])
  })
})

describe('counts', () => {
  const counted = (w: World) =>
    w.rows('SELECT count(*) AS n, status FROM webhook_deliveries GROUP BY status ORDER BY status')

  test('equal the rows after every kind of change, and an event more than a day old leaves the last day', async () => {
    const { w, there, api } = await listening(['messages'])
    const shown = async () => (await api.get()).data
    const maria = w.whatsapp.person('5511988887777')
    there.answers(({ body }) => new Response('', { status: body.includes('ruim') ? 410 : 200 }))
    for (const text of ['um', 'dois', 'ruim']) maria.says(text)
    await settled(w)
    expect(counted(w)).toEqual([
      { n: 2, status: 'delivered' },
      { n: 1, status: 'failed' },
    ])
    expect(await shown()).toMatchObject({
      counts: { delivered: 2, failed: 1, waiting: 0 },
      lastDay: { delivered: 2, failed: 1 },
    })
    await api.put({ active: true })
    await there.stop()
    const failed = deliveriesOf(w).find(({ status }) => status === 'failed')
    await api.deliveries({ deliveryId: failed?.id ?? 0 }).redeliver.post()
    maria.says('três')
    expect(await shown()).toMatchObject({
      counts: { delivered: 2, failed: 0, waiting: 2 },
      lastDay: { delivered: 2, failed: 0 },
    })
    w.clock.forward(DAY + 2 * HOUR)
    doJob(w, 'webhooks.tidy')
    expect(await shown()).toMatchObject({
      counts: { delivered: 2, failed: 2, waiting: 0 },
      lastDay: { delivered: 0, failed: 0 },
    })
    w.clock.forward(8 * DAY)
    doJob(w, 'webhooks.tidy')
    expect((await shown())?.counts).toEqual({ delivered: 0, failed: 0, waiting: 0 })
  })

  test('of a dead receiver with many waiting deliveries cost no scan, and standby counts them', async () => {
    const { w, api } = await listening(['messages'])
    w.rows(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 50000)
       INSERT INTO webhook_deliveries (webhook_id, event_id, type, body, created_at, next_at, expires_at)
       SELECT 1, 'evt' || n, 'webhook.test', '{}', @now, @now + 1e9, @now + 1e9 FROM n RETURNING NULL`,
      { now: w.clock.now() },
    )
    const spent = processorWatch()
    for (let n = 0; n < 20; n++) expect((await api.get()).data?.counts.waiting).toBe(50_000)
    expect(spent()).toBeLessThan(1000)
    expect(waitingIn(w.cx)).toMatchObject({ deliveries: 50_000 })
    await api.put({ active: false })
    expect(waitingIn(w.cx)).toMatchObject({ deliveries: 0 })
  })
})

describe('what remains', () => {
  test('after a restart, what was under way is sent again under the same id', async () => {
    const { w, there } = await listening(['messages'])
    const { promise, resolve } = Promise.withResolvers<Response>()
    there.answers(() => promise)
    w.whatsapp.person('5511988887777').says('oi')
    await until(() => there.received.length === 1, 'the first attempt')
    const again = await w.reopen()
    resolve(new Response('too late'))
    there.answers(() => new Response('ok'))
    doJob(again, 'webhooks.deliver')
    await settled(again)
    expect(there.received.map(({ isRepeated }) => isRepeated)).toEqual([false, true])
  })

  test('deliveries expire, and are deleted after a week', async () => {
    const { w, there } = await listening(['messages'])
    await there.stop()
    w.whatsapp.person('5511988887777').says('oi')
    await attempted(w, 1)
    w.clock.forward(DAY + 1)
    doJob(w, 'webhooks.tidy')
    expect(deliveriesOf(w)[0]).toMatchObject({ status: 'failed' })
    w.clock.forward(7 * DAY)
    doJob(w, 'webhooks.tidy')
    expect(deliveriesOf(w)).toEqual([])
    expect(w.rows('SELECT waiting, settled, failed FROM webhook_states')).toEqual([
      { waiting: 0, settled: 0, failed: 0 },
    ])
  })

  test('a deleted webhook leaves no data', async () => {
    const { w, api } = await listening(['messages'])
    w.whatsapp.person('5511988887777').says('oi')
    await settled(w)
    await api.delete()
    for (const table of ['webhooks', 'webhook_states', 'webhook_deliveries'])
      expect([table, w.rows(`SELECT * FROM ${table}`)]).toEqual([table, []])
  })
})
