/** Conversations through WhatsApp. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../support/trace'
import { COMPANY, JOAO, MARIA, openSession, REF, until } from './support'
import { afterThisTest, linkedTestbed, runCleanups, testbed } from './testbed'

afterEach(runCleanups)

test('a customer’s message arrives with both addresses and the name', async () => {
  const { session, maria } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'bom dia')
  const message = await session.hears('bom dia')
  expect(message).toMatchObject({ externalId: id, kind: 'chat', fromMe: false, isGroup: false, pushName: 'Maria' })
  expect(message.chat.map(({ kind }) => kind)).toEqual(['phone', 'lid'])
  expect(message.chat[0]?.value).toBe(MARIA)
})

test('a customer addressed by LID is also known by number', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  await simulator.run({ do: 'setHabits', phone: MARIA, addressing: 'lid' })
  await maria.say(COMPANY, 'sou eu')
  const message = await session.hears('sou eu')
  expect(message.chat).toMatchObject([{ kind: 'lid' }, { kind: 'phone', value: MARIA }])
})

test('our message arrives, and counts as sent after the server’s acknowledgement', async () => {
  const { session, maria } = await linkedTestbed()
  expect(await session.say(MARIA, 'às ordens')).toMatchObject({ outcome: 'sent' })
  await maria.gets('às ordens')
})

test('an answer to a LID arrives', async () => {
  const { session, maria } = await linkedTestbed()
  await maria.say(COMPANY, 'oi')
  const lid = (await session.hears('oi')).chat.find(({ kind }) => kind === 'lid')
  const result = await session.say('', 'olá', lid ? { to: lid } : {})
  expect(result).toMatchObject({ outcome: 'sent' })
  await maria.gets('olá')
})

test('a customer’s reply has its quote', async () => {
  const { session, maria } = await linkedTestbed()
  const { id } = await session.say(MARIA, 'que horas?')
  await maria.gets('que horas?')
  await maria.say(COMPANY, 'às três', { quotedId: id })
  expect(await session.hears('às três')).toMatchObject({ quotedExternalId: id, quotedBody: 'que horas?' })
})

test('our reply has its quote', async () => {
  const { session, maria } = await linkedTestbed()
  const externalId = await maria.say(COMPANY, 'que horas?')
  await session.hears('que horas?')
  await session.say(MARIA, 'às três', { quoted: { externalId, body: 'que horas?', fromMe: false } })
  expect((await maria.gets('às três')).quoted).toEqual({ id: externalId, text: 'que horas?' })
})

test('a message from the company’s own phone arrives as ours', async () => {
  const { session, company } = await linkedTestbed()
  const id = await company.say(MARIA, 'escrevi do celular')
  const message = await session.hears('escrevi do celular')
  expect(message).toMatchObject({ externalId: id, fromMe: true, pushName: null })
  expect(message.chat).toContainEqual({ kind: 'phone', value: MARIA })
})

test('delivery status arrives: delivered, then read', async () => {
  const { session, maria } = await linkedTestbed()
  const { id } = await session.say(MARIA, 'recebeu?')
  await maria.gets('recebeu?')
  const tick = (ack: number) =>
    until(() => session.receipts.find((one) => one.ack === ack && one.externalIds.includes(id)))
  await tick(3)
  await maria.read(COMPANY)
  expect((await tick(4)).chat).toContainEqual({ kind: 'phone', value: MARIA })
})

test('opening a conversation sends read receipts', async () => {
  const { session, maria } = await linkedTestbed()
  const id = await maria.say(COMPANY, 'leu?')
  await session.hears('leu?')
  await session.channel.markRead(REF, { kind: 'phone', value: MARIA }, [{ externalId: id, author: null }])
  await maria.until(() => maria.message(COMPANY, id)?.ack === 4)
})

test('the owner’s phone keeps ringing: we connect without going online', async () => {
  const { simulator, company, session } = await testbed()
  const presences: (string | undefined)[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag === 'presence' && attrs.type) presences.push(attrs.type)
    return undefined
  })
  await session.link(company)
  await session.say(MARIA, 'olá')
  await until(() => presences.length > 0)
  expect(presences).not.toContain('available')
})

test('typing is shown on both sides', async () => {
  const { session, maria } = await linkedTestbed()
  session.channel.watch(REF, [{ kind: 'phone', value: MARIA }], [])
  await until(() => session.typing.find(({ state }) => state === 'available'))
  await maria.type(COMPANY)
  await until(() => session.typing.find(({ state }) => state === 'composing'))
  await session.say(MARIA, 'um momento')
  await maria.gets('um momento')
  await session.channel.setTyping(REF, { kind: 'phone', value: MARIA }, 'composing')
  await maria.until(({ chats }) => chats.some(({ typing }) => typing))
})

test('looking up a number returns both addresses, or null without an account', async () => {
  const { session } = await linkedTestbed()
  const found = await session.channel.lookUp(REF, [JOAO, '5511000000000'])
  expect(found.get(JOAO)).toMatchObject([{ kind: 'phone', value: JOAO }, { kind: 'lid' }])
  expect(found.get('5511000000000')).toBeNull()
  expect((await session.channel.lookUp(REF, [JOAO])).get(JOAO)).toHaveLength(2)
})

test('nothing is sent or looked up while the connection is not open', async () => {
  const { session } = await linkedTestbed()
  await session.close()
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'notNow' })
  expect(session.channel.lookUp(REF, [MARIA])).rejects.toThrow()
})

test('missed messages arrive in order after reconnecting', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  await session.close()
  for (const text of ['um', 'dois', 'três']) await maria.say(COMPANY, text)
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.hears('três')
  expect(next.messages.map(({ body }) => body)).toEqual(['um', 'dois', 'três'])
})

test('a group message has its group and author', async () => {
  const { session, maria, simulator } = await linkedTestbed()
  const group = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  if (!group.ok || !group.id) throw new Error('no group')
  await maria.say(group.id, 'oi, grupo')
  const message = await session.hears('oi, grupo')
  expect(message).toMatchObject({ isGroup: true, chat: [{ kind: 'group' }], author: { name: 'Maria' } })
  expect(message.author?.addresses).toContainEqual({ kind: 'phone', value: MARIA })
})

test('our group message arrives at its members', async () => {
  const { session, maria, joao, simulator } = await linkedTestbed()
  const group = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  if (!group.ok || !group.id) throw new Error('no group')
  const to = { kind: 'group', value: group.id } as const
  expect(await session.say('', 'olá, grupo', { to })).toMatchObject({ outcome: 'sent' })
  await maria.gets('olá, grupo')
  await joao.gets('olá, grupo')
})

test('messages that arrive together are stored together', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 5, messages: 200 })
  await simulator.run({ do: 'releaseLoad' })
  await until(() => session.messages.length >= 200, 15_000)
  expect(session.batches.length).toBeLessThan(100)
  const left = session.db.prepare<[], { n: number }>('SELECT count(*) AS n FROM inbox')
  await until(() => left.get()?.n === 0)
})

test('what our own phone writes never crosses conversations', async () => {
  const { session, company, maria, joao } = await linkedTestbed()
  await maria.say(COMPANY, 'sou a Maria')
  await joao.say(COMPANY, 'sou o João')
  await session.hears('sou o João')
  await Promise.all([1, 2, 3].flatMap((n) => [company.say(MARIA, `à Maria ${n}`), company.say(JOAO, `ao João ${n}`)]))
  await until(() => session.messages.filter(({ fromMe }) => fromMe).length === 6)
  const chatOf = (body: string) => session.messages.find((one) => one.body === body)?.chat
  for (const { body, chat } of session.messages.filter(({ fromMe }) => fromMe))
    expect(chat.map(({ value }) => value).toSorted()).toEqual(
      (chatOf(body.startsWith('à') ? 'sou a Maria' : 'sou o João') ?? []).map(({ value }) => value).toSorted(),
    )
})
