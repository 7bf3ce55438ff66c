import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { codeOf } from '../support/code-of'
import { SALES, SUPPORT } from '../support/company-world'
import { doJob, dueAt, jobNamed } from '../support/jobs'
import { deviceOf, noticesOf, pushing, send } from './support'

/** Maria writes, and Ana has accepted her conversation. */
async function talking() {
  const { w, service } = await pushing()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
  maria.says('oi')
  const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets')[0]?.id ?? 0
  await ana.api.tickets({ id: ticketId }).put({ status: 'open', queueId: SALES })
  await ana.api.messages({ id: ticketId }).get({ query: {} })
  const phone = await deviceOf(ana, service)
  const uuid = w.rows<{ uuid: string }>('SELECT uuid FROM tickets')[0]?.uuid ?? ''
  return { w, service, ana, maria, ticketId, uuid, phone }
}

describe('a message in my conversation', () => {
  test('reaches my phone, encrypted and signed, with name, queue and text', async () => {
    const { w, service, maria, uuid, phone } = await talking()
    maria.says('Sábado de manhã é ótimo, obrigada!')
    await send(w)
    expect(await phone.gets(1)).toEqual([
      {
        tag: expect.stringMatching(/^ticket\./),
        title: 'Maria · Vendas',
        body: 'Sábado de manhã é ótimo, obrigada!',
        path: `/tickets/${uuid}`,
        unread: 1,
        at: w.clock.now() - 2 * SECOND,
        acts: [
          { act: 'reply', title: 'Responder' },
          { act: 'open', title: 'Ver' },
        ],
        key: null,
      },
    ])
    expect(service.refused).toEqual([])
    expect(phone.messages[0]).toMatchObject({ urgency: 'high', ttl: 4 * 60 * 60 - 2 })
    expect(phone.messages[0]?.body.includes('ótimo')).toBe(false)
    expect(noticesOf(w)).toEqual([])
  })

  test('comes once for several in a row, and replaces the former one on the screen', async () => {
    const { w, maria, phone } = await talking()
    maria.says('um')
    maria.says('dois')
    await send(w)
    maria.says('três')
    await send(w)
    expect((await phone.gets(2)).map(({ body }) => body)).toEqual(['dois', 'três'])
    expect(phone.shown()).toHaveLength(1)
    expect(new Set(phone.messages.map(({ topic }) => topic)).size).toBe(1)
  })

  test('that I read meanwhile is not sent', async () => {
    const { w, ana, maria, ticketId, phone } = await talking()
    maria.says('oi de novo')
    await ana.api.messages({ id: ticketId }).get({ query: {} })
    await send(w)
    expect(phone.attempts()).toBe(0)
    expect(noticesOf(w)).toEqual([])
  })

  test('in the conversation that is on my screen waits, and is sent if I do not read it', async () => {
    const { w, ana, maria, ticketId, phone } = await talking()
    const page = {}
    const ref = { tenantUuid: w.tenant.uuid, connectionId: 1 }
    const chat = { kind: 'phone', value: '5511988887777' } as const
    w.server.attention.look(page, { ref, chat, userId: ana.userId, ticketId })
    maria.says('está aí?')
    await send(w)
    expect(phone.attempts()).toBe(0)
    w.server.attention.look(page, undefined)
    await send(w, 30 * SECOND)
    expect((await phone.gets(1))[0]?.body).toBe('está aí?')
  })

  test('goes to nobody else, and to no other company', async () => {
    const { w, service, maria } = await talking()
    const others = [w.attendant([SALES]), w.attendant([], { profile: 'supervisor' }), w.company().admin()]
    const phones = await Promise.all(others.map((one) => deviceOf(one, service)))
    maria.says('só para Ana')
    await send(w)
    expect(phones.map((one) => one.attempts())).toEqual([0, 0, 0])
  })
})

describe('what is not for every eye', () => {
  test.each([
    [
      'in a restricted queue',
      (w: Awaited<ReturnType<typeof talking>>['w']) =>
        w.rows(`UPDATE queues SET is_restricted = 1 WHERE id = ${SALES} RETURNING id`),
    ],
    [
      'if I chose so',
      (w: Awaited<ReturnType<typeof talking>>['w']) =>
        w.rows('INSERT INTO push_settings (user_id, shows_text) SELECT id, 0 FROM users RETURNING user_id'),
    ],
  ])('%s, neither text nor name is shown', async (_, hide) => {
    const { w, maria, phone } = await talking()
    hide(w)
    maria.says('segredo')
    await send(w)
    const [shown] = await phone.gets(1)
    expect(shown).toMatchObject({ title: 'Vendas', body: 'Nova mensagem. O texto fica no Balcão.' })
    expect(JSON.stringify(shown)).not.toMatch(/segredo|Maria/)
  })

  test('a conversation that is no longer mine when it is sent says nothing', async () => {
    const { w, ana, maria, ticketId, phone } = await talking()
    const beto = w.attendant([SALES])
    maria.says('oi de novo')
    await ana.api.tickets({ id: ticketId }).put({ status: 'open', userId: beto.userId, queueId: SALES })
    await send(w)
    expect(phone.attempts()).toBe(0)
  })
})

describe('other occasions', () => {
  test('a conversation that a colleague gives me says who did it', async () => {
    const { w, service, ana, ticketId, phone } = await talking()
    const beto = w.attendant([SALES], { name: 'Beto' })
    const tablet = await deviceOf(beto, service)
    await ana.api.tickets({ id: ticketId }).put({ status: 'open', userId: beto.userId, queueId: SALES })
    await send(w)
    expect((await tablet.gets(1))[0]).toMatchObject({
      title: 'Maria · Vendas',
      body: 'Ana passou esta conversa para você.',
    })
    expect(phone.attempts()).toBe(0)
  })

  test('somebody who waits in my queue, one notification per queue', async () => {
    const { w, service } = await pushing()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SUPPORT])]
    const [phone, other] = [await deviceOf(ana, service), await deviceOf(beto, service)]
    w.rows(`INSERT INTO connection_queues (connection_id, queue_id) VALUES (1, ${SALES}) RETURNING queue_id`)
    w.whatsapp.person('5511988880001', { name: 'Tiago' }).says('oi')
    w.clock.forward(27 * MINUTE)
    w.whatsapp.person('5511988880002', { name: 'Luciana' }).says('oi')
    await send(w)
    expect((await phone.gets(1)).at(-1)).toMatchObject({
      title: 'Vendas: 2 aguardam',
      body: 'Há 27 min: Tiago.',
      tag: `queue.${SALES}`,
    })
    expect(other.attempts()).toBe(0)
  })

  test('a note that mentions me, a message in the internal chat, and a reminder', async () => {
    const { w, service, ana, ticketId, phone } = await talking()
    const beto = w.attendant([SALES], { name: 'Beto' })
    const tablet = await deviceOf(beto, service)
    await ana.json(`/api/messages/${ticketId}`, 'POST', {
      body: '@Beto veja isto',
      isNote: true,
      mentionedUsers: [beto.userId],
    })
    const admin = w.attendant([], { profile: 'admin', name: 'Chefe' })
    const { data: chat } = await admin.api.chats.post({ title: '', users: [beto.userId] })
    await admin.json(`/api/chats/${chat?.id}/messages`, 'POST', { message: 'almoço?' })
    await beto.api.tasks.post({ text: 'Ligar', remind_at: new Date(w.clock.now() + MINUTE).toISOString() })
    w.clock.forward(MINUTE)
    doJob(w, 'tasks.remind')
    await send(w)
    const shown = await tablet.gets(3)
    expect(shown.map(({ title, body, path }) => [title, body, path.split('/')[1]])).toEqual(
      expect.arrayContaining([
        ['Ana mencionou você · Maria', expect.stringContaining('veja isto'), 'tickets'],
        ['Chefe', 'almoço?', 'chats'],
        ['Lembrete', 'Ligar', 'todolist'],
      ]),
    )
    expect(phone.attempts()).toBe(0)
  })

  test('kinds that I muted do not come', async () => {
    const { w, ana, maria, phone } = await talking()
    await ana.api.push.settings.put({ muted: ['own'], showsText: true, quiet: null })
    maria.says('oi')
    expect(noticesOf(w)).toEqual([])
    await send(w)
    expect(phone.attempts()).toBe(0)
  })
})

describe('peace', () => {
  test.each([
    [
      'in my quiet hours',
      (w: Awaited<ReturnType<typeof talking>>['w']) =>
        w.rows(
          "INSERT INTO push_settings (user_id, quiet_from, quiet_to) SELECT id, '08:00', '10:00' FROM users RETURNING user_id",
        ),
    ],
    [
      'while I am away',
      (w: Awaited<ReturnType<typeof talking>>['w']) => w.rows("UPDATE users SET status = 'away' RETURNING id"),
    ],
    [
      'outside of my working hours',
      (w: Awaited<ReturnType<typeof talking>>['w']) =>
        w.rows(
          'UPDATE users SET hours = json(\'{"same":true,"every":{"from":"13:00","to":"18:00"},"days":[null,null,null,null,null,null,null]}\') RETURNING id',
        ),
    ],
  ])('%s nothing comes, not even later', async (_, leave) => {
    const { w, maria, phone } = await talking()
    leave(w)
    maria.says('oi')
    await send(w)
    expect(phone.attempts()).toBe(0)
    expect(noticesOf(w)).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %d ends the device', async (status) => {
    const { w, ana, maria, phone } = await talking()
    phone.replies({ status })
    maria.says('oi')
    await send(w)
    expect((await ana.api.push.get()).data?.devices).toEqual([])
    expect(noticesOf(w)).toEqual([])
  })

  test('that answers 429 is asked again after the time it wants, also for other notifications of the device', async () => {
    const { w, ana, maria, phone } = await talking()
    phone.replies({ status: 429, retryAfter: '120' })
    maria.says('oi')
    await send(w)
    expect(noticesOf(w)).toMatchObject([{ tries: 1, next_at: w.clock.now() + 120 * SECOND }])
    await ana.api.push.devices({ id: phone.id }).test.post()
    phone.replies(undefined)
    await send(w, 60 * SECOND)
    expect(phone.attempts()).toBe(1)
    await send(w, 60 * SECOND)
    expect((await phone.gets(2)).map(({ tag }) => tag).toSorted()).toEqual(['test', expect.stringMatching(/^ticket/)])
  })

  test('that finds it too long gets it without the text', async () => {
    const { w, maria, phone } = await talking()
    phone.replies((attempt) => (attempt === 1 ? { status: 413 } : {}))
    maria.says('oi')
    await send(w)
    await send(w, 0)
    expect((await phone.gets(1))[0]).toMatchObject({ body: 'Nova mensagem. O texto fica no Balcão.' })
  })

  test.each([
    ['cuts the connection', { isCut: true }],
    ['fails', { status: 500 }],
    ['is overloaded', { status: 503, retryAfter: 'Mon, 02 Mar 2026 12:10:00 GMT' }],
  ])('that %s is asked again, until the notification is old', async (_, reply) => {
    const { w, maria, phone } = await talking()
    phone.replies(reply)
    maria.says('oi')
    await send(w)
    const waits: number[] = []
    while (noticesOf(w).length > 0) {
      const wait = (noticesOf(w)[0]?.next_at ?? 0) - w.clock.now()
      waits.push(wait)
      await send(w, wait)
    }
    expect(waits.length).toBeGreaterThan(3)
    expect(waits.slice(1).every((wait, at) => at === 0 || wait >= (waits[at] ?? 0) / 1.3)).toBe(true)
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThan(6 * HOUR)
    expect(phone.attempts()).toBe(waits.length)
  })

  test('that refuses again and again loses the device', async () => {
    const { w, ana, maria, phone } = await talking()
    phone.replies({ status: 403 })
    for (let times = 0; times < 5; times++) {
      maria.says('oi')
      await send(w)
    }
    expect((await ana.api.push.get()).data?.devices).toEqual([])
  })

  test('is not reached at an address inside, unless the operator allows it', async () => {
    const { w, service } = await pushing({ outsideAllow: undefined })
    const ana = w.attendant([SALES])
    expect(deviceOf(ana, service)).rejects.toThrow('ERR_PUSH_ADDRESS')
    const local = await pushing({ outsideAllow: undefined, environment: { outsideAllow: '127.0.0.1:*' } })
    await deviceOf(local.w.attendant([SALES]), local.service)
  })
})

describe('a device', () => {
  test('is registered again with its last use, and leaves with whoever signs out on it', async () => {
    const { w, ana, service, phone } = await talking()
    w.clock.forward(HOUR)
    await ana.json('/api/push/devices', 'PUT', { ...phone.subscription, isApp: false, language: 'en' })
    const { data } = await ana.api.push.get()
    expect(data?.devices).toMatchObject([{ id: phone.id, isApp: false, seenAt: new Date(w.clock.now()).toISOString() }])
    const beto = w.attendant([SALES])
    await deviceOf(beto, service)
    await ana.json('/api/auth/logout', 'DELETE', {})
    expect(w.rows('SELECT user_id FROM push_devices')).toEqual([{ user_id: beto.userId }])
  })

  test('belongs to whoever used its browser last', async () => {
    const { w, ana, maria, phone } = await talking()
    maria.says('oi')
    const beto = w.attendant([SALES])
    await beto.json('/api/push/devices', 'PUT', { ...phone.subscription, isApp: true, language: 'pt-BR' })
    expect(noticesOf(w)).toEqual([])
    expect((await ana.api.push.get()).data?.devices).toEqual([])
  })

  test('is one of at most ten: the longest unused gives way', async () => {
    const { w, service, ana, phone } = await talking()
    for (let count = 0; count < 10; count++) {
      w.clock.forward(MINUTE)
      await deviceOf(ana, service)
    }
    const { data } = await ana.api.push.get()
    expect(data?.devices).toHaveLength(10)
    expect(data?.devices.some(({ id }) => id === phone.id)).toBe(false)
  })

  test.each(['blocked', 'deleted'])('of a person who is %s gets nothing', async (how) => {
    const { w, ana, maria, phone } = await talking()
    const admin = w.admin()
    maria.says('oi')
    if (how === 'deleted') await admin.api.users({ id: ana.userId }).delete()
    else await admin.api.users({ id: ana.userId }).put({ active: false })
    await send(w)
    expect(phone.attempts()).toBe(0)
    expect(w.rows('SELECT id FROM push_devices')).toEqual([])
  })

  test('cannot be removed or tested by another person', async () => {
    const { w, phone } = await talking()
    const beto = w.attendant([SALES])
    const there = beto.api.push.devices({ id: phone.id })
    expect(codeOf(await there.delete())).toBe('ERR_NO_PUSH_DEVICE_FOUND')
    expect(codeOf(await there.test.post())).toBe('ERR_NO_PUSH_DEVICE_FOUND')
  })

  test.each([
    ['an address without a service', { endpoint: 'nothing' }],
    ['a key that is no point of the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
    ['a secret of another length', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(21) } }],
  ])('is refused with %s', async (_, wrong) => {
    const { ana, phone } = await talking()
    const answer = await ana.json('/api/push/devices', 'PUT', {
      ...phone.subscription,
      isApp: true,
      language: 'en',
      ...wrong,
    })
    expect(answer.status).toBe(400)
  })
})

describe('the queue', () => {
  test('survives a restart: what was under way is sent again', async () => {
    const { w, maria, phone } = await talking()
    phone.replies({ wait: 5_000 })
    maria.says('oi')
    w.clock.forward(2 * SECOND)
    doJob(w, 'push.send')
    const again = await w.reopen()
    phone.replies(undefined)
    await send(again, MINUTE)
    expect((await phone.gets(1))[0]?.body).toBe('oi')
    expect(noticesOf(again)).toEqual([])
  })

  test('costs nothing while nobody has a device', async () => {
    const { w } = await pushing()
    w.whatsapp.person('5511988887777').says('oi')
    expect(noticesOf(w)).toEqual([])
    expect(dueAt(w.cx, w.server, jobNamed('push.send') as never)).toBeNull()
  })

  test('keeps the key pair of the installation', async () => {
    const { w } = await pushing()
    const before = (await w.admin().api.push.get()).data?.publicKey
    const stored = w.server.databases
      .writableControl()
      .$client.prepare('SELECT private_key FROM push_keys')
      .pluck()
      .get()
    expect(String(stored)).toStartWith('gcm1.')
    const again = await w.reopen()
    expect((await again.admin().api.push.get()).data?.publicKey).toBe(before)
  })
})
