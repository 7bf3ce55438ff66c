/** Turns of an integration, from a message until people have the ticket. */
import { describe, expect, test } from 'bun:test'
import { DAY, MINUTE, SECOND } from '../../src/platform/time'
import { SALES, SUPPORT } from '../support/company-world'
import { until } from '../support/until'
import { company } from './support'

describe('a queue with an integration', () => {
  test('is answered by it in place of its options, until it hands over', async () => {
    const { w, server, maria, said, settled, log } = await company()
    maria.says('oi')
    await settled()
    expect(said()).toEqual(['Olá, Maria! Sou o assistente de entregas. Qual é o número do seu pedido?'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, status: 'pending', queueId: SUPPORT })
    maria.says('é o 48291')
    await settled()
    expect(said()[0]).toContain('O pedido *48291* saiu da fábrica')
    maria.says('quero uma pessoa')
    await settled()
    expect(said()).toEqual(['Certo, vou chamar alguém da equipe. Um instante!'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending', queueId: SUPPORT, userId: null })
    maria.says('alô?')
    await settled()
    expect(said()).toEqual([])
    expect(server.refused).toEqual([])
    expect(server.calls.map(({ session }) => session.turn)).toEqual([1, 2, 3])
    expect(log().map(({ kind }) => kind)).toEqual([
      'created',
      'queueSet',
      'integrationStarted',
      'integrationAnswered',
      'integrationAnswered',
      'integrationAnswered',
    ])
  })

  test('is chosen in the menu, which says nothing about attendants', async () => {
    const { w, server, maria, said, settled } = await company({ queueIds: [SALES, SUPPORT] })
    maria.says('oi')
    expect(said()).toEqual(['Olá, Maria!\n*1* Vendas\n*2* Suporte'])
    maria.says('2')
    await settled()
    expect(said()).toEqual(['Olá, Maria! Sou o assistente de entregas. Qual é o número do seu pedido?'])
    expect(server.calls[0]?.message).toMatchObject({ type: 'chat', body: '2' })
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: SUPPORT })
  })

  test('counts as waiting once the integration leaves, not before', async () => {
    const { maria, ana, settled } = await company()
    maria.says('oi')
    await settled()
    const pending = async () => (await ana.api.tickets.get({ query: { status: 'pending' } })).data?.tickets ?? []
    expect(await pending()).toMatchObject([{ isBot: true }])
    maria.says('atendente')
    await settled()
    expect(await pending()).toMatchObject([{ isBot: false }])
  })

  test('goes without its integration when the plan does, or the integration is deleted', async () => {
    const { w, admin, maria, said, settled, integration } = await company()
    maria.says('oi')
    await settled()
    said()
    expect((await admin.api['queue-integration']({ id: integration.id }).delete()).status).toBe(200)
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
    maria.says('e agora?')
    await settled()
    expect(said()).toEqual([])
    expect(w.rows('SELECT integration_id FROM queues WHERE integration_id IS NOT NULL')).toEqual([])
  })
})

describe('people', () => {
  test('who accept while a call runs get the ticket; the late answer changes nothing', async () => {
    const { w, server, ana, maria, said, settled } = await company()
    const asked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    server.answers(async () => {
      asked.resolve()
      await goOn.promise
      return Response.json([{ output: 'tarde demais' }, { queueId: SALES }])
    })
    maria.says('oi')
    await asked.promise
    expect((await ana.api.tickets({ id: 1 }).put({ status: 'open', userId: ana.userId })).status).toBe(200)
    goOn.resolve()
    await settled()
    await until(() => w.rows('SELECT 1 FROM integration_calls').length === 1, 'the call in the list')
    expect(said()).toEqual([])
    expect(w.ticketNow(1)).toMatchObject({ status: 'open', userId: ana.userId, queueId: SUPPORT, isBot: false })
  })

  test('who answer from the phone end it', async () => {
    const { w, maria, said, settled } = await company()
    maria.says('oi')
    await settled()
    said()
    w.clock.forward(4000)
    maria.says('Já respondo por aqui.', { fromMe: true })
    said()
    maria.says('obrigada')
    await settled()
    expect(said()).toEqual([])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
  })

  test.each([
    ['a refusal', () => new Response('no', { status: 502 }), 'HTTP 502'],
    [
      'a page',
      () => new Response('<html><body>n8n</body></html>', { headers: { 'content-type': 'text/html' } }),
      'html · <html><body>n8n</body></html>',
    ],
    ['a text that is half JSON', () => new Response('{"output":"ol'), 'notJson · {"output":"ol'],
    ['unknown fields', () => Response.json({ myField: 'valor' }), 'nothingSaid · {"myField":"valor"}'],
    ['a number', () => Response.json(42), 'nothingSaid · 42'],
    ['10 MB', () => new Response('x'.repeat(10_000_000)), 'tooLong'],
    [
      'a redirect loop',
      () => new Response(null, { status: 302, headers: { location: '/webhook/pedidos' } }),
      'HTTP 302',
    ],
  ] as const)('take over after %s, and the contact hears nothing', async (_, behave, fault) => {
    const { w, server, maria, said, settled, log, calls } = await company()
    server.answers(behave)
    maria.says('oi')
    await settled()
    expect(said()).toEqual([])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending', queueId: SUPPORT })
    expect(log().at(-1)).toEqual({ kind: 'integrationFailed', data: { integration: 'Pedidos', fault } })
    expect(await calls()).toMatchObject([
      { fault, what: 'POST /webhook/pedidos', ticket: { id: 1, contact: 'Maria Alves' } },
    ])
    const notes = w.rows<{ body: string }>("SELECT body FROM messages WHERE kind = 'note'")
    expect(notes).toEqual([{ body: expect.stringContaining('Pedidos não deu uma resposta que possa ser enviada') }])
    const [key = ''] = fault.split(' · ')
    if (!key.startsWith('HTTP')) expect(notes[0]?.body).not.toContain(`Motivo: ${key}`)
  })

  test('hear a text that is no JSON as a message', async () => {
    const { w, server, maria, said, settled } = await company()
    server.answers(() => new Response('Seu pedido saiu hoje.', { headers: { 'content-type': 'text/html' } }))
    maria.says('oi')
    await settled()
    expect(said()).toEqual(['Seu pedido saiu hoje.'])
    expect(w.ticketNow(1).isBot).toBe(true)
  })
})

test.each([true, false])(
  'what the contact wrote is never a command, with commands in texts %p',
  async (commandsInTexts) => {
    const { w, server, maria, said, settled } = await company({}, { commandsInTexts })
    server.answers(({ message }) => Response.json({ text: message?.body === 'oi' ? 'Olá!' : (message?.body ?? '') }))
    maria.says('oi')
    await settled()
    said()
    const orders = ['#close', '#queue=1', '{"closeticket":true}', '{"action":"note","message":"forged"}']
    for (const order of orders) {
      maria.says(order)
      await settled()
    }
    expect(said()).toEqual(orders)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: SUPPORT, status: 'pending' })
    expect(w.rows("SELECT 1 FROM messages WHERE kind = 'note'")).toEqual([])
    server.answers(() => Response.json({ text: '#stop' }))
    maria.says('quero falar com alguém')
    await settled()
    expect(w.ticketNow(1).isBot).toBe(!commandsInTexts)
  },
)

test('two messages within an instant are two turns, in their order', async () => {
  const { server, maria, said, settled } = await company()
  let n = 0
  server.answers(async ({ message }) => {
    await Bun.sleep(n++ === 0 ? 30 : 0)
    return Response.json({ output: `ouvi ${message?.body}` })
  })
  maria.says('um')
  maria.says('dois')
  await settled()
  expect(said()).toEqual(['ouvi um', 'ouvi dois'])
  expect(server.refused).toEqual([])
})

test('a conversation faster than people write goes to people', async () => {
  const { w, maria, said, settled, log } = await company()
  for (let n = 0; n < 30; n++) maria.says('Resposta automática.')
  await settled()
  expect(said().length).toBeLessThanOrEqual(20)
  expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
  expect(log()).toContainEqual({ kind: 'chatbotSilent', data: { cause: 'tooFast' } })
})

describe('messages of a bot', () => {
  const answerOf = (count: number) => () =>
    Response.json(Array.from({ length: count }, (_, at) => ({ output: `${at}` })))

  test('are eleven in a row; then people take over, and the log and the last calls say why', async () => {
    const { w, server, maria, said, settled, log, calls } = await company()
    server.answers(answerOf(11))
    maria.says('oi')
    await settled()
    expect(said()).toHaveLength(11)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true })
    w.clock.forward(MINUTE)
    server.answers(answerOf(14))
    maria.says('mais')
    await settled()
    expect(said()).toEqual(Array.from({ length: 11 }, (_, at) => `${at}`))
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending', queueId: SUPPORT })
    expect(log().slice(-2)).toEqual([
      { kind: 'integrationAnswered', data: { messages: 11, ms: expect.any(Number) } },
      { kind: 'chatbotSilent', data: { cause: 'tooManyMessages' } },
    ])
    expect((await calls())[0]).toMatchObject({ what: 'messages: 14', fault: 'tooManyMessages', ticket: { id: 1 } })
  })

  test('are thirty in a minute', async () => {
    const { w, server, maria, said, settled, log } = await company()
    server.answers(answerOf(8))
    for (let n = 0; n < 5; n++) {
      maria.says(`${n}`)
      await settled()
    }
    expect(said()).toHaveLength(30)
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
    expect(log().at(-1)).toEqual({ kind: 'chatbotSilent', data: { cause: 'tooManyMessages' } })
  })

  test('are shown by a test as far as they would be sent', async () => {
    const { admin, server, integration } = await company()
    server.answers(answerOf(14))
    const { data } = await admin.api['queue-integration']({ id: integration.id }).test.post()
    expect(data).toMatchObject({ fault: 'tooManyMessages', others: ['stop'] })
    expect(data?.messages).toHaveLength(11)
  })
})

test('commands wait, tag, note and close; what does not exist is left out and logged', async () => {
  const { w, admin, server, maria, said, settled, forward, log } = await company()
  const tag = (await admin.api.tags.post({ name: 'Entrega', color: '#aa0000' })).data?.id ?? 0
  server.answers(() =>
    Response.json([
      { output: 'Um.' },
      { action: 'wait', seconds: 5 },
      { output: 'Dois.' },
      { action: 'addTag', tagId: tag },
      { action: 'addTag', tagId: 999 },
      { action: 'note', message: 'Só para nós' },
      { closeTicket: true },
      { output: 'nunca' },
    ]),
  )
  maria.says('oi')
  await settled()
  expect(said()).toEqual(['Um.'])
  forward(5 * SECOND)
  expect(said()).toEqual(['Dois.'])
  expect(w.ticketNow(1)).toMatchObject({ status: 'closed', isBot: false })
  expect(w.rows('SELECT tag_id FROM ticket_tags')).toEqual([{ tag_id: tag }])
  expect(w.rows("SELECT body FROM messages WHERE kind = 'note'")).toEqual([{ body: 'Só para nós' }])
  expect(log()).toContainEqual({ kind: 'integrationIgnored', data: { answer: 'tag 999' } })
})

test('a turn of another time is not answered: people take over', async () => {
  const { w, server, maria } = await company()
  const asked = Promise.withResolvers<void>()
  server.answers(async () => {
    asked.resolve()
    return new Promise<Response>(() => {})
  })
  maria.says('oi')
  await asked.promise
  await w.close()
  const again = await w.reopen()
  again.clock.forward(61 * MINUTE)
  again.server.integrations.wakeDue(again.cx)
  await until(() => again.rows('SELECT 1 FROM integration_turns').length === 0, 'the turn')
  expect(again.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
  expect(again.rows("SELECT data FROM ticket_log WHERE kind = 'integrationFailed'")).toEqual([
    { data: '{"integration":"Pedidos","fault":"late"}' },
  ])
})

test('three failures in a row show on the integration, and a success ends them', async () => {
  const { w, admin, server, settled, integration } = await company()
  const now = async () => (await admin.api['queue-integration']({ id: integration.id }).get()).data
  server.answers(() => new Response('', { status: 500 }))
  for (const name of ['Bia', 'Caio', 'Davi']) {
    w.whatsapp.person(`55219961240${name.length}${name.charCodeAt(0)}`, { name }).says('oi')
    await settled()
  }
  expect(await now()).toMatchObject({ streak: 3, failingSince: '2026-03-02T12:00:00.000Z' })
  server.answers(() => new Response(null, { status: 204 }))
  w.whatsapp.person('5521996124099', { name: 'Eva' }).says('oi')
  await settled()
  expect(await now()).toMatchObject({ streak: 0, failingSince: null })
  expect((await now())?.recent.map(({ isOk }) => isOk)).toEqual([false, false, false, true])
})

describe('pausing', () => {
  test('hands what it serves to people, who also get what comes later; resuming lets it answer again', async () => {
    const { w, admin, integration, maria, settled, said, log, server } = await company()
    maria.says('oi')
    await settled()
    said()
    const { data } = await admin.api['queue-integration']({ id: integration.id }).put({ isPaused: true })
    expect(data?.isPaused).toBe(true)
    expect(w.rows('SELECT is_bot, status FROM tickets')).toEqual([{ is_bot: 0, status: 'pending' }])
    maria.says('48183')
    w.whatsapp.person('5521996124099', { name: 'João' }).says('oi')
    await settled()
    expect(said().filter((text) => text.includes('pedido'))).toEqual([])
    expect(w.rows('SELECT is_bot FROM tickets WHERE is_bot = 1')).toEqual([])
    expect(log().filter(({ kind }) => kind === 'integrationFailed')).toMatchObject([{ data: { fault: 'paused' } }])
    const calls = server.calls.length
    await admin.api['queue-integration']({ id: integration.id }).put({ isPaused: false })
    w.whatsapp.person('5521996124098', { name: 'Rita' }).says('oi')
    await settled()
    expect(server.calls.length).toBe(calls + 1)
  })
})

test('a replaced secret signs as well for a day', async () => {
  const { w, admin, integration, maria, settled, server } = await company()
  const before = server.checks.secret
  const { data } = await admin.api['queue-integration']({ id: integration.id }).secret.post()
  expect(data?.oldSecretUntil).toBe(new Date(w.clock.now() + DAY).toISOString())
  maria.says('oi')
  await settled()
  expect(server.refused).toEqual([])
  server.checks.secret = data?.secret ?? ''
  maria.says('48183')
  await settled()
  expect(server.refused).toEqual([])
  w.clock.forward(DAY)
  server.checks.secret = before
  w.whatsapp.person('5521996124098', { name: 'Rita' }).says('oi')
  await settled()
  expect(server.refused).toEqual(['wrong signature'])
})

test('counts today’s calls and shows their median duration', async () => {
  const { w, admin, integration, maria, settled, server } = await company()
  const shown = async () => (await admin.api['queue-integration']({ id: integration.id }).get()).data?.today
  expect(await shown()).toEqual({ calls: 0, faults: 0, medianMs: null })
  maria.says('oi')
  await settled()
  server.answers(() => new Response('', { status: 502 }))
  maria.says('48183')
  await settled()
  expect(await shown()).toMatchObject({ calls: 2, faults: 1, medianMs: expect.any(Number) })
  w.clock.forward(DAY)
  expect(await shown()).toEqual({ calls: 0, faults: 0, medianMs: null })
})
