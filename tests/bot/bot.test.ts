/** The bot, from an incoming message until people have the ticket. */
import { describe, expect, test } from 'bun:test'
import { usualWeek } from '../../src/hours/contract'
import { setCompanyWeek } from '../../src/hours/queries'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { ticketUpdated } from '../../src/tickets/contract'
import { messageUpdated } from '../../src/tickets/messages/contract'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { PNG } from '../support/pixel'
import { lid } from '../support/telephones'
import { until } from '../support/until'
import { words } from './support'
import { addOption, company, setConnection, setQueue } from './support-company'

const menu = '*1* Vendas\n*2* Suporte'
const again = `${words.unknown}\n${menu}`

describe('the menu of queues', () => {
  test('greets and lists the queues in order; the bot keeps the ticket until one is chosen', async () => {
    const { w, ana, maria, said, kinds } = await company()
    setQueue(w, SALES, { position: 9 })
    maria.says('oi')
    expect(said()).toEqual(['Olá, Maria!\n*1* Suporte\n*2* Vendas'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, status: 'pending', queueId: null, unread: 1 })
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { isBot: true } })
    const { data } = await ana.api.tickets.get({ query: { status: 'pending' } })
    expect(data?.tickets).toMatchObject([{ isBot: true, queueId: null }])
    maria.says('a opção 2')
    expect(said()).toEqual([words.waiting])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending', queueId: SALES, unread: 2 })
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { isBot: false, queueId: SALES } })
    maria.says('oi?')
    expect(said()).toEqual([])
    expect(await kinds(1)).toEqual(['created', 'chatbotStarted', 'queueSet'])
    await until(() => maria.got().length === 2, 'both')
  })

  test('is repeated after pictures and unknown words up to the connection’s limit, then people get the ticket', async () => {
    const { w, maria, said } = await company()
    setConnection(w, { maxUseBotQueues: 2 })
    maria.says('oi')
    said()
    maria.says('1', { kind: 'image' })
    maria.says('hein?')
    expect(said()).toEqual([again, again])
    expect(w.ticketNow(1).isBot).toBe(true)
    maria.says('alô?')
    maria.says('1')
    expect(said()).toEqual([])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, queueId: null, status: 'pending' })
  })

  test('uses the company’s language and shows only the connection’s queues', async () => {
    const { w, maria, said } = await company()
    w.queue({ name: 'De outra conexão' })
    maria.says('oi')
    expect(said()[0]).not.toContain('outra')
  })
})

test('sends a picture, whose size is measured afterwards and announced', async () => {
  const { w, ana, maria } = await company()
  const form = new FormData()
  form.set('file', new File([PNG], 'loja.png', { type: 'image/png' }))
  await w.admin().request(`/api/whatsapp/${LOJA}/media-upload`, { method: 'POST', body: form })
  maria.says('oi')
  const measured = () => ana.heard(messageUpdated).find(({ message }) => message.mediaType === 'image')
  const { message } = await until(measured, 'the measured picture')
  expect(message.media).toMatchObject({ state: 'ready', width: 1, height: 1 })
  expect(message.media?.thumbnail).toStartWith('data:image/jpeg;base64,')
})

test('stops for a contact that writes faster than a person, and logs the reason', async () => {
  const { w, maria, said, log } = await company()
  for (let n = 0; n < 200; n++) maria.says('Resposta automática.')
  expect(said()).toHaveLength(10)
  expect(w.ticketNow(1)).toMatchObject({ isBot: false, queueId: null, status: 'pending' })
  const lines = (await log(1)).map(({ kind, data }) => [kind, data.cause])
  expect(lines.slice(1)).toEqual([
    ['chatbotStarted', undefined],
    ['chatbotSilent', 'tooFast'],
  ])
})

describe('an option tree', () => {
  test('leads, with files, to a named person who gets the ticket', async () => {
    const { w, ana, maria, said, kinds } = await company()
    setQueue(w, SALES, { greetingMessage: 'Aqui é Vendas.' })
    const file = { mediaFile: 'a'.repeat(64), mediaName: 'catalogo.pdf', mediaType: 'application/pdf', mediaSize: 9 }
    const top = addOption(w, { queueId: SALES, title: 'Preços', optionType: 'Texto', message: 'De quê?' })
    addOption(w, { queueId: SALES, parentId: top, title: 'Mesas', optionType: 'Arquivo', message: 'Veja', ...file })
    addOption(w, {
      queueId: SALES,
      parentId: top,
      title: 'Falar com Ana',
      optionType: 'Atendente',
      message: 'Chamando Ana.',
      targetUserId: ana.userId,
    })
    const deeper = '*1* Mesas\n*2* Falar com Ana\n*0* Voltar\n*#* Menu principal'
    maria.says('oi')
    maria.says('1')
    maria.says('preços')
    maria.says('mesas')
    expect(said().slice(1)).toEqual([
      'Aqui é Vendas.\n*1* Preços\n*0* Voltar',
      `De quê?\n${deeper}`,
      'document Veja',
      deeper,
    ])
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: SALES })
    maria.says('2')
    expect(said()).toEqual(['Chamando Ana.'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'open', userId: ana.userId, queueId: SALES })
    maria.says('1')
    expect(said()).toEqual([])
    expect(await kinds(1)).toEqual(['created', 'chatbotStarted', 'queueSet', 'redirected', 'receivedTransfer'])
  })

  test('hands over to the queue if the named person was deleted or has no access', async () => {
    const { w, maria } = await company()
    const beto = w.attendant([SUPPORT], { name: 'Beto' })
    addOption(w, {
      queueId: SALES,
      title: 'Beto',
      optionType: 'Atendente',
      message: 'Já vem.',
      targetUserId: beto.userId,
    })
    for (const text of ['oi', '1', '1']) maria.says(text)
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending', userId: null, queueId: SALES })
  })

  test('of the only queue starts at once, with its greeting unless the company disabled it', async () => {
    const { w, maria, said } = await company([SALES])
    writeSetting(w.db, 'sendGreetingMessageOneQueues', 'disabled')
    setQueue(w, SALES, { greetingMessage: 'Aqui é Vendas.' })
    addOption(w, { queueId: SALES, title: 'Preços', optionType: 'Texto', message: 'Baratos.' })
    maria.says('oi')
    expect(said()).toEqual([`${words.choose}\n*1* Preços`])
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: SALES })
    writeSetting(w.db, 'sendGreetingMessageOneQueues', 'enabled')
    w.whatsapp.person('5521987654321').says('oi')
    expect(said()).toEqual(['Aqui é Vendas.\n*1* Preços'])
  })

  test('leads back to the menu of queues, which takes the ticket out of its queue', async () => {
    const { w, maria, said } = await company()
    addOption(w, { queueId: SALES, title: 'Preços', optionType: 'Texto', message: 'Baratos.' })
    for (const text of ['oi', '1', '0']) maria.says(text)
    expect(said().at(-1)).toBe(`${words.choose}\n${menu}`)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: null })
  })

  test('of a closed queue is not entered: the out-of-hours text is sent once and the ticket waits there', async () => {
    const { w, maria, said } = await company()
    writeSetting(w.db, 'scheduleType', 'queue')
    const days = usualWeek.days.map((_, day) => (day === 1 ? { from: '08:00', to: '18:00' } : null))
    const outOfHoursMessage = 'Abrimos {{nextOpening}}, {{firstName}}.'
    setQueue(w, SUPPORT, { schedules: { ...usualWeek, days }, outOfHoursMessage })
    for (const text of ['oi', '2', 'alô?']) maria.says(text)
    expect(said().slice(1)).toEqual(['Abrimos amanhã às 08:00, Maria.'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, queueId: SUPPORT, status: 'pending' })
  })

  test('of a queue that closes meanwhile is left: the out-of-hours text is sent once and the ticket waits for people', async () => {
    const { w, ana, maria, said, forward } = await company()
    writeSetting(w.db, 'scheduleType', 'queue')
    const days = usualWeek.days.map(() => ({ from: '08:00', to: '18:00' }))
    setQueue(w, SALES, { schedules: { ...usualWeek, days }, outOfHoursMessage: 'Fechamos às 18h.' })
    addOption(w, { queueId: SALES, title: 'Preços', optionType: 'Texto', message: 'Baratos.' })
    for (const text of ['oi', '1']) maria.says(text)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: SALES })
    said()
    forward(10 * HOUR)
    for (const text of ['1', 'alô?']) maria.says(text)
    expect(said()).toEqual(['Fechamos às 18h.'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, queueId: SALES, status: 'pending' })
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { isBot: false } })
    forward(14 * HOUR)
    maria.says('bom dia')
    expect([said(), w.ticketNow(1).isBot]).toEqual([[], false])
  })

  test('is closed on a company holiday too, with the connection’s text', async () => {
    const { w, maria, said } = await company()
    writeSetting(w.db, 'scheduleType', 'queue')
    setConnection(w, { outOfHoursMessage: 'Hoje é feriado.' })
    const admin = w.admin()
    expect(
      (await admin.json('/api/holidays', 'POST', { date: '2026-03-02', name: 'Aniversário', queueId: null })).status,
    ).toBe(200)
    for (const text of ['oi', '1']) maria.says(text)
    expect(said().slice(1)).toEqual(['Hoje é feriado.'])
  })
})

describe('the bot does not begin', () => {
  test('if it is off for the connection or the contact, in a group, or in an open ticket', async () => {
    const { w, ana, maria, said } = await company()
    setConnection(w, { enableQueueChatbot: false })
    maria.says('oi')
    expect(said()).toEqual(['Olá, Maria!'])
    setConnection(w, { enableQueueChatbot: true })
    await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
    maria.says('1')
    await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
    maria.says('1')
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    await ana.api.contacts({ id: w.ticketNow(1).contactId }).put({ disableBot: true })
    maria.says('oi')
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    maria.says('oi, gente', { chat: [{ kind: 'group', value: '120363000000000001' }], isGroup: true })
    expect(said()).toEqual([])
    expect(w.rows('SELECT 1 FROM tickets WHERE is_bot = 1')).toEqual([])
  })

  test('with a message delayed for hours, but with the next one', async () => {
    const { w, maria, said } = await company()
    maria.says('oi', { sentAt: w.server.clock() - 2 * HOUR })
    expect(said()).toEqual([])
    maria.says('alguém aí?')
    expect(said()).toEqual([`Olá, Maria!\n${menu}`])
  })

  test('if somebody has already attended the ticket', async () => {
    const { ana, maria, said, w } = await company([SALES])
    addOption(w, { queueId: SALES, title: 'Preços', optionType: 'Texto', message: 'Baratos.' })
    maria.says('oi', { sentAt: w.server.clock() - 2 * HOUR })
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.api.tickets({ id: 1 }).put({ status: 'pending', userId: null })
    maria.says('alguém aí?')
    expect(said()).toEqual([])
  })

  test('after a message from our own phone', async () => {
    const { w, maria, said } = await company()
    maria.says('oi', { sentAt: w.server.clock() - 2 * HOUR })
    maria.getsFromPhone('oi, Maria')
    said()
    maria.says('tudo bem?')
    expect(said()).toEqual([])
  })
})

describe('the bot ends', () => {
  const ways = {
    'an acceptance': async ({ ana }: Company) =>
      void (await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })),
    'a transfer to a queue': async ({ ana }: Company) =>
      void (await ana.api.tickets({ id: 1 }).put({ queueId: SUPPORT, userId: null })),
    'an answer typed on our own phone': async ({ w, maria }: Company) => {
      w.clock.forward(4 * SECOND)
      maria.getsFromPhone('oi, já ajudo')
    },
    'a contact that meets no bot any more': async ({ w, ana }: Company) =>
      void (await ana.api.contacts({ id: w.ticketNow(1).contactId }).put({ disableBot: true })),
    'a connection that has none any more': async ({ w, forward }: Company) => {
      setConnection(w, { enableQueueChatbot: false })
      forward(MINUTE)
    },
  }
  type Company = Awaited<ReturnType<typeof company>>

  test.each(Object.keys(ways) as (keyof typeof ways)[])('with %s', async (way) => {
    const all = await company()
    const { w, maria, said, ana } = all
    setConnection(w, { timeSendQueue: 5, sendIdQueue: SUPPORT })
    maria.says('oi')
    await ways[way](all)
    expect(w.ticketNow(1).isBot).toBe(false)
    const { data } = await ana.api.tickets.get({ query: { status: w.ticketNow(1).status as 'open' } })
    expect(data?.tickets).toMatchObject([{ id: 1, isBot: false }])
    said()
    maria.says('1')
    maria.says('hein?')
    all.forward(HOUR)
    expect(said()).toEqual([])
  })

  test('with the ticket, and begins again with the next', async () => {
    const { w, ana, maria, said } = await company()
    maria.says('oi')
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    said()
    maria.says('1')
    expect(said()).toEqual([`Olá, Maria!\n${menu}`])
    expect([w.ticketNow(1).isBot, w.ticketNow(2).isBot]).toEqual([false, true])
  })
})

describe('each message is answered once', () => {
  test('if the messenger repeats it, and if it is decrypted later', async () => {
    const { maria, said } = await company()
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    expect(said()).toEqual([`Olá, Maria!\n${menu}`])
    maria.says('oi', { externalId })
    maria.says('oi', { externalId })
    expect(said()).toEqual([])
    const later = maria.says('', { kind: 'unsupported', placeholder: true })
    expect(said()).toEqual([])
    maria.says('hein?', { externalId: later.externalId })
    maria.says('hein?', { externalId: later.externalId })
    expect(said()).toEqual([again])
  })

  test('by the bot alone, without the connection’s greeting', async () => {
    const { maria, said } = await company()
    maria.says('', { kind: 'ptt' })
    maria.says('', { kind: 'ptt' })
    expect(said()).toEqual([`Olá, Maria!\n${menu}`, again])
  })

  test('with the notice about refused audio, which is no unknown answer', async () => {
    const { w, maria, said } = await company()
    writeSetting(w.db, 'acceptAudioMessageContact', 'disabled')
    setConnection(w, { maxUseBotQueues: 1 })
    maria.says('', { kind: 'ptt' })
    expect(said()).toEqual([expect.stringContaining('áudio'), `Olá, Maria!\n${menu}`])
    for (let n = 0; n < 5; n++) maria.says('', { kind: 'audio' })
    expect(said()).toEqual([])
    maria.says('2')
    expect(w.ticketNow(1).queueId).not.toBeNull()
  })

  test('with the notice about refused audio out of hours, too', async () => {
    const { w, maria, said } = await company()
    writeSetting(w.db, 'acceptAudioMessageContact', 'disabled')
    writeSetting(w.db, 'scheduleType', 'company')
    setCompanyWeek(w.db, { ...usualWeek, days: Array(7).fill(null) })
    setConnection(w, { outOfHoursMessage: 'Fechado.' })
    maria.says('', { kind: 'ptt' })
    expect(said()).toEqual([expect.stringContaining('áudio'), 'Fechado.'])
  })

  test('unless it is a call', async () => {
    const { maria, said } = await company()
    maria.says('oi')
    said()
    maria.says('', { kind: 'call', extra: { call: { isVideo: false, outcome: 'missed' } } })
    expect(said()).toEqual([])
  })

  test('after both addresses of a person were merged into one contact', async () => {
    const { w, maria, said } = await company()
    maria.says('oi')
    maria.says('oi', { chat: [lid('777')] })
    said()
    maria.says('hein?', { chat: [...maria.chat, lid('777')] })
    expect(said()).toEqual([again])
    maria.says('1')
    expect(said()).toEqual([words.waiting])
    expect(w.rows("SELECT 1 FROM tickets WHERE status <> 'closed'")).toHaveLength(1)
    expect(w.rows('SELECT 1 FROM tickets WHERE is_bot = 1')).toEqual([])
  })
})

describe('without a choice', () => {
  test('the ticket is redirected once when the time is over', async () => {
    const { w, maria, said, forward, kinds } = await company()
    setConnection(w, { timeSendQueue: 10, sendIdQueue: SUPPORT })
    maria.says('oi')
    maria.says('hein?')
    said()
    forward(9 * MINUTE)
    expect([w.ticketNow(1).queueId, said()]).toEqual([null, []])
    forward(MINUTE)
    expect(said()).toEqual([words.redirected.replace('{{queue}}', 'Suporte')])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, queueId: SUPPORT, status: 'pending' })
    forward(HOUR)
    maria.says('1')
    expect(said()).toEqual([])
    expect(await kinds(1)).toEqual(['created', 'chatbotStarted', 'queueSet', 'redirected'])
  })

  test('nothing happens if no time is set or the queue was deleted', async () => {
    const { w, maria, forward } = await company()
    maria.says('oi')
    forward(24 * HOUR)
    setConnection(w, { timeSendQueue: 10, sendIdQueue: w.queue({ name: 'Sobra' }) })
    w.rows("DELETE FROM queues WHERE name = 'Sobra' RETURNING id")
    forward(HOUR)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: null })
  })

  test('a restart keeps the timeout', async () => {
    const { w, maria } = await company()
    setConnection(w, { maxUseBotQueues: 1 })
    maria.says('oi')
    maria.says('hein?')
    const later = await w.reopen()
    const same = later.whatsapp.person('5521996124087', { name: 'Maria Alves' })
    same.says('hein?', { externalId: 'after the restart' })
    expect(later.ticketNow(1).isBot).toBe(false)
  })
})

test('new connections have the bot on; existing ones have it off', async () => {
  const { w } = await company()
  const { data } = await w.admin().api.whatsapp.post({ name: 'Nova', queueIds: [] })
  const bots = w.rows('SELECT id, enable_queue_chatbot AS bot FROM connections ORDER BY id')
  expect(bots.at(-1)).toEqual({ id: data?.id, bot: 1 })
  expect(bots[0]).toMatchObject({ id: LOJA })
})
