/** People talk. */
import { afterEach, expect } from 'bun:test'
import { test } from '../../support/trace'
import { COMPANY, JOAO, MARIA, openCounter, REF, until } from './support'
import { afterThisTest, clearAway, linkedTown, town } from './town'

afterEach(clearAway)

test('what a customer writes arrives, with both addresses and the name', async () => {
  const { counter, maria } = await linkedTown()
  const id = await maria.say(COMPANY, 'bom dia')
  const message = await counter.hears('bom dia')
  expect(message).toMatchObject({ externalId: id, kind: 'chat', fromMe: false, isGroup: false, pushName: 'Maria' })
  expect(message.chat.map(({ kind }) => kind)).toEqual(['phone', 'lid'])
  expect(message.chat[0]?.value).toBe(MARIA)
})

test('a customer who hides behind a LID is known by number too', async () => {
  const { counter, maria, simulator } = await linkedTown()
  await simulator.run({ do: 'setHabits', phone: MARIA, addressing: 'lid' })
  await maria.say(COMPANY, 'sou eu')
  const message = await counter.hears('sou eu')
  expect(message.chat).toMatchObject([{ kind: 'lid' }, { kind: 'phone', value: MARIA }])
})

test('what we write arrives, and the server’s word is waited for', async () => {
  const { counter, maria } = await linkedTown()
  expect(await counter.say(MARIA, 'às ordens')).toMatchObject({ outcome: 'sent' })
  await maria.gets('às ordens')
})

test('an answer to a LID arrives', async () => {
  const { counter, maria } = await linkedTown()
  await maria.say(COMPANY, 'oi')
  const lid = (await counter.hears('oi')).chat.find(({ kind }) => kind === 'lid')
  const result = await counter.say('', 'olá', lid ? { to: lid } : {})
  expect(result).toMatchObject({ outcome: 'sent' })
  await maria.gets('olá')
})

test('a customer’s reply names what it quotes', async () => {
  const { counter, maria } = await linkedTown()
  const { id } = await counter.say(MARIA, 'que horas?')
  await maria.gets('que horas?')
  await maria.say(COMPANY, 'às três', { quotedId: id })
  expect(await counter.hears('às três')).toMatchObject({ quotedExternalId: id, quotedBody: 'que horas?' })
})

test('our reply names what it quotes', async () => {
  const { counter, maria } = await linkedTown()
  const externalId = await maria.say(COMPANY, 'que horas?')
  await counter.hears('que horas?')
  await counter.say(MARIA, 'às três', { quoted: { externalId, body: 'que horas?', fromMe: false } })
  expect((await maria.gets('às três')).quoted).toEqual({ id: externalId, text: 'que horas?' })
})

test('what the owner writes on the company’s own phone comes in as ours', async () => {
  const { counter, company } = await linkedTown()
  const id = await company.say(MARIA, 'escrevi do celular')
  const message = await counter.hears('escrevi do celular')
  expect(message).toMatchObject({ externalId: id, fromMe: true, pushName: null })
  expect(message.chat).toContainEqual({ kind: 'phone', value: MARIA })
})

test('ticks come back: delivered, then read', async () => {
  const { counter, maria } = await linkedTown()
  const { id } = await counter.say(MARIA, 'recebeu?')
  await maria.gets('recebeu?')
  const tick = (ack: number) =>
    until(() => counter.receipts.find((one) => one.ack === ack && one.externalIds.includes(id)))
  await tick(3)
  await maria.read(COMPANY)
  expect((await tick(4)).chat).toContainEqual({ kind: 'phone', value: MARIA })
})

test('opening a conversation tells the customer it was read', async () => {
  const { counter, maria } = await linkedTown()
  const id = await maria.say(COMPANY, 'leu?')
  await counter.hears('leu?')
  await counter.channel.markRead(REF, { kind: 'phone', value: MARIA }, [{ externalId: id, author: null }])
  await maria.until(() => maria.message(COMPANY, id)?.ack === 4)
})

test('the owner’s phone goes on ringing: WhatsApp hears that we are connected, never that somebody is there', async () => {
  const { simulator, company, counter } = await town()
  const presences: (string | undefined)[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (tag === 'presence' && attrs.type) presences.push(attrs.type)
    return undefined
  })
  await counter.link(company)
  await counter.say(MARIA, 'olá')
  await until(() => presences.length > 0)
  expect(presences).not.toContain('available')
})

test('who types is seen to type, on both sides', async () => {
  const { counter, maria } = await linkedTown()
  counter.channel.watch(REF, [{ kind: 'phone', value: MARIA }])
  await until(() => counter.typing.find(({ state }) => state === 'available'))
  await maria.type(COMPANY)
  await until(() => counter.typing.find(({ state }) => state === 'composing'))
  await counter.say(MARIA, 'um momento')
  await maria.gets('um momento')
  await counter.channel.setTyping(REF, { kind: 'phone', value: MARIA }, 'composing')
  await maria.until(({ chats }) => chats.some(({ typing }) => typing))
})

test('a number is looked up: who is there is told by both addresses, who is not is null', async () => {
  const { counter } = await linkedTown()
  const found = await counter.channel.lookUp(REF, JOAO)
  expect(found).toMatchObject([{ kind: 'phone', value: JOAO }, { kind: 'lid' }])
  expect(await counter.channel.lookUp(REF, '5511000000000')).toBeNull()
})

test('nothing is sent or looked up while the connection is not open', async () => {
  const { counter } = await linkedTown()
  await counter.close()
  expect(await counter.say(MARIA, 'x')).toMatchObject({ outcome: 'notNow' })
  expect(counter.channel.lookUp(REF, MARIA)).rejects.toThrow()
})

test('what came while we were away comes when we are back, marked so, in order', async () => {
  const { counter, maria, simulator } = await linkedTown()
  await counter.close()
  for (const text of ['um', 'dois', 'três']) await maria.say(COMPANY, text)
  const next = openCounter(simulator, { db: counter.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.hears('três')
  expect(next.messages.map(({ body }) => body)).toEqual(['um', 'dois', 'três'])
  expect(next.messages.every(({ offline }) => offline)).toBe(true)
})

test('a group’s message names the group and who wrote', async () => {
  const { counter, maria, simulator } = await linkedTown()
  const group = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  if (!group.ok || !group.id) throw new Error('no group')
  await maria.say(group.id, 'oi, grupo')
  const message = await counter.hears('oi, grupo')
  expect(message).toMatchObject({ isGroup: true, chat: [{ kind: 'group' }], author: { name: 'Maria' } })
  expect(message.author?.addresses).toContainEqual({ kind: 'phone', value: MARIA })
})

test('what we write to a group arrives at its members', async () => {
  const { counter, maria, joao, simulator } = await linkedTown()
  const group = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  if (!group.ok || !group.id) throw new Error('no group')
  const to = { kind: 'group', value: group.id } as const
  expect(await counter.say('', 'olá, grupo', { to })).toMatchObject({ outcome: 'sent' })
  await maria.gets('olá, grupo')
  await joao.gets('olá, grupo')
})

test('messages that come at once are stored together', async () => {
  const { counter, simulator } = await linkedTown()
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 5, messages: 200 })
  await simulator.run({ do: 'releaseLoad' })
  await until(() => counter.messages.length >= 200, 8_000)
  expect(counter.batches.length).toBeLessThan(100)
  const left = counter.db.prepare<[], { n: number }>('SELECT count(*) AS n FROM inbox')
  await until(() => left.get()?.n === 0)
})
