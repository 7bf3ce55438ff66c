/** Messages from our own phone: a person's, or the greeting and away message of its app. */
import { describe, expect, test } from 'bun:test'
import { connectionUpdated } from '../../../src/channels/connections/contract'
import { usualWeek } from '../../../src/hours/contract'
import { setCompanyWeek } from '../../../src/hours/queries'
import { MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { type Clues, digestOf, writerOf } from '../../../src/tickets/receiving/who-wrote'
import { company } from '../../bot/support-company'
import { LOJA } from '../../support/company-world'
import { announcedFile } from '../../support/telephones'
import { world } from '../../support/world'

const GREETING = 'Obrigado pelo contato! Já vamos atender.'

describe('the writer of a text from our own phone', () => {
  const usual: Clues = {
    since: SECOND,
    refers: false,
    atOnce: 1,
    later: 0,
    hasSpoken: false,
    isClosed: false,
    isFirst: false,
  }
  const table: [what: string, change: Partial<Clues>, writer: string][] = [
    ['a new text within seconds, in a conversation under way', {}, 'person'],
    ['the same text at once to three contacts', { atOnce: 3 }, 'app'],
    ['to two contacts only', { atOnce: 2 }, 'person'],
    ['exactly three seconds later', { atOnce: 3, since: 3 * SECOND }, 'app'],
    ['four seconds later', { atOnce: 3, since: 4 * SECOND }, 'person'],
    ['just before the contact’s next message', { atOnce: 3, since: -SECOND }, 'app'],
    ['hours after an old message', { atOnce: 3, since: 60 * MINUTE }, 'person'],
    ['without a message of the contact', { atOnce: 3, since: null }, 'person'],
    ['a quick reply that mostly goes out later', { atOnce: 3, later: 3 }, 'person'],
    ['a greeting that went out late once', { atOnce: 3, later: 1 }, 'app'],
    ['an answer that quotes', { atOnce: 5, refers: true }, 'person'],
    ['outside opening hours', { isClosed: true }, 'app'],
    ['outside opening hours, by a slow hand', { isClosed: true, since: 9 * SECOND }, 'person'],
    ['outside opening hours, behind another text', { isClosed: true, hasSpoken: true }, 'person'],
    ['the first answer to the message that began the conversation', { isFirst: true }, 'app'],
    ['the second text of the phone', { isFirst: true, hasSpoken: true }, 'person'],
  ]
  test.each(table)('%s', (_, change, writer) => {
    expect(writerOf({ ...usual, ...change })).toBe(writer as 'app')
  })
})

describe('a text', () => {
  const said = (body: string, name = '', number: string | null = null) =>
    digestOf({ kind: 'chat', body, media: null }, { name, number })

  test('is the same with any name and spacing', () => {
    const toMaria = said('Olá, Maria! Já vamos\natender.', 'Maria Alves')
    expect(said('Olá, João  Pedro! Já vamos atender. ', 'João Pedro')).toBe(toMaria)
    expect(said('Olá, MARIA ALVES! Já vamos atender.', 'Maria Alves')).toBe(toMaria)
    expect(said('Olá, Mariana! Já vamos atender.', 'Maria')).not.toBe(toMaria)
    expect(said('Olá, (a+b)*! Já vamos atender.', '(a+b)*')).toBeString()
  })

  test('with another file is another', () => {
    const file = (size: number) =>
      digestOf({ kind: 'image', body: 'Fechado', media: announcedFile('a', { size }) }, { name: '', number: null })
    expect(file(10)).toBe(file(10))
    expect(file(10)).not.toBe(file(11))
  })
})

const numbers = ['5521996120001', '5521996120002', '5521996120003', '5521996120004']

describe('the greeting of the app', () => {
  test('ends no bot, from the first contact on; a person’s text does', async () => {
    const { w, said } = await company()
    for (const [at, number] of numbers.entries()) {
      const person = w.whatsapp.person(number, { name: `Cliente ${at}` })
      person.says('Bom dia, quero um orçamento')
      w.clock.forward(SECOND)
      person.getsFromPhone(GREETING)
      expect(w.ticketNow(at + 1)).toMatchObject({ isBot: true, waitingSince: expect.any(Number) })
      w.clock.forward(700)
      said()
      person.says('1')
      expect(said()).not.toEqual([])
      expect(w.ticketNow(at + 1).queueId).not.toBeNull()
    }
    const last = w.whatsapp.person(numbers[0] ?? '')
    last.getsFromPhone('Oi, aqui é a Lúcia, vi seu pedido agora.')
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, waitingSince: null })
    said()
    last.says('2')
    expect(said()).toEqual([])
  })

  test('in a bot’s menu is distinguished from a person who answers fast', async () => {
    const { w, maria, said } = await company()
    maria.says('oi')
    w.clock.forward(SECOND)
    maria.getsFromPhone(GREETING)
    maria.says('hein?')
    w.clock.forward(SECOND)
    maria.getsFromPhone('Oi! É a Lúcia.')
    expect(w.ticketNow(1).isBot).toBe(false)
    said()
    maria.says('1')
    expect(said()).toEqual([])
  })

  test('is labelled, and reported to administrators once', async () => {
    const { w, ana } = await company()
    const admin = w.admin()
    const greeted = (number: string) => {
      const person = w.whatsapp.person(number)
      person.says('oi')
      w.clock.forward(SECOND)
      person.getsFromPhone(GREETING)
    }
    const found = () => admin.heard(connectionUpdated).filter(({ whatsapp }) => whatsapp.appTexts === 'found').length
    for (const number of numbers.slice(0, 2)) greeted(number)
    expect(found()).toBe(0)
    for (const number of numbers.slice(2)) greeted(number)
    expect(found()).toBe(1)
    const { data } = await ana.api.messages({ id: 1 }).get({ query: {} })
    expect(data?.messages.at(-1)?.extra?.origin).toEqual({ by: 'app', name: '' })
    const seen = await admin.api.whatsapp({ id: LOJA }).put({ appTexts: 'seen' })
    expect(seen.data).toMatchObject({ appTexts: 'seen' })
    greeted('5521996120009')
    expect(found()).toBe(1)
    expect((await admin.api.whatsapp({ id: LOJA }).put({ name: 'Loja' })).data).toMatchObject({ appTexts: 'seen' })
  })

  test('may arrive before the message that it answers', async () => {
    const { w, maria, said, ana } = await company()
    const asked = maria.message('oi')
    w.clock.forward(SECOND)
    maria.getsFromPhone(GREETING)
    w.telephones.deliver(w.refOf(LOJA), asked)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true })
    expect(said().length).toBe(2)
    const origins = w.rows<{ by: string }>(
      "SELECT extra ->> '$.origin.by' AS by FROM messages WHERE from_me = 1 ORDER BY id",
    )
    expect(origins.map(({ by }) => by).toSorted()).toEqual(['app', 'bot'])
    expect(ana).toBeDefined()
  })

  test('known from others, before a later message of the conversation, gives the bot its place back', async () => {
    const { w, maria, said } = await company()
    for (const number of numbers.slice(0, 3)) {
      const person = w.whatsapp.person(number)
      person.says('oi')
      person.getsFromPhone(GREETING)
    }
    maria.says('oi')
    w.clock.forward(20 * MINUTE)
    const asked = maria.message('alguém?')
    w.clock.forward(SECOND)
    maria.getsFromPhone(GREETING)
    expect(w.ticketNow(4).isBot).toBe(false)
    said()
    w.telephones.deliver(w.refOf(LOJA), asked)
    expect(said()).toHaveLength(1)
    expect(w.ticketNow(4).isBot).toBe(true)
  })

  test('keeps its times after a reconnection: what was written minutes apart stays a person’s', async () => {
    const { w, maria } = await company()
    const [asked, answered] = [w.server.clock() - 9 * MINUTE, w.server.clock() - 8 * MINUTE]
    maria.says('oi', { sentAt: asked, late: { behind: 0 } })
    maria.says('já vou', { sentAt: answered, late: { behind: 0 }, fromMe: true })
    expect(w.ticketNow(1)).toMatchObject({ waitingSince: null })
  })

  test('is still one if an older message of the contact arrives in between', async () => {
    const { w, maria } = await company()
    for (const number of numbers.slice(0, 3)) {
      const person = w.whatsapp.person(number)
      person.says('oi')
      person.getsFromPhone(GREETING)
    }
    maria.says('tem alguém?')
    maria.says('oi', { sentAt: w.server.clock() - MINUTE, late: { behind: 0 } })
    w.clock.forward(SECOND)
    maria.getsFromPhone(GREETING)
    expect(w.ticketNow(4)).toMatchObject({ isBot: true, waitingSince: expect.any(Number) })
  })

  test('after a reconnection is still one', async () => {
    const { w, maria } = await company()
    const asked = w.server.clock() - 9 * MINUTE
    maria.says('oi', { sentAt: asked })
    maria.says(GREETING, { sentAt: asked + SECOND, fromMe: true })
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, waitingSince: expect.any(Number) })
  })

  test('that could not be decrypted at first ends nothing when it can', async () => {
    const { w, maria, said } = await company()
    maria.says('oi')
    w.clock.forward(SECOND)
    const answer = maria.message('', { fromMe: true, placeholder: true })
    w.telephones.deliver(w.refOf(LOJA), answer)
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, waitingSince: expect.any(Number) })
    w.telephones.deliver(w.refOf(LOJA), {
      ...maria.message(GREETING, { fromMe: true }),
      externalId: answer.externalId,
      sentAt: answer.sentAt,
    })
    expect(w.ticketNow(1)).toMatchObject({ isBot: true, waitingSince: expect.any(Number) })
    said()
    maria.says('1')
    expect(said()).not.toEqual([])
  })

  test('with a picture, to people with names, is one as well', async () => {
    const { w } = await company()
    for (const [at, number] of numbers.entries()) {
      const person = w.whatsapp.person(number, { name: ['Maria Alves', 'João Pedro', 'Zé', 'Ana'][at] ?? '' })
      person.says('oi')
      w.clock.forward(SECOND)
      person.says(`Oi ${['Maria', 'João Pedro', 'Zé', 'Ana'][at]}, estamos fora.`, {
        fromMe: true,
        kind: 'image',
        media: announcedFile(`t${at}`, { size: 77 }),
      })
      expect(w.ticketNow(at + 1).isBot).toBe(true)
    }
  })
})

test('an away message outside opening hours answers nobody', async () => {
  const { w, maria } = await company()
  writeSetting(w.db, 'scheduleType', 'company')
  setCompanyWeek(w.db, { ...usualWeek, days: Array(7).fill(null) })
  maria.says('oi')
  w.clock.forward(20 * MINUTE)
  maria.says('tem alguém?')
  w.clock.forward(2 * SECOND)
  maria.getsFromPhone('Estamos fechados.')
  expect(w.ticketNow(1).waitingSince).not.toBeNull()
  w.clock.forward(9 * SECOND)
  maria.getsFromPhone('Oi, ainda estou aqui.')
  expect(w.ticketNow(1).waitingSince).toBeNull()
})

test('texts are kept for 90 days, and go with their contact', async () => {
  const w = world()
  const maria = w.whatsapp.person('5521996124087')
  maria.getsFromPhone('um')
  w.clock.forward(91 * 24 * 60 * MINUTE)
  maria.getsFromPhone('dois')
  expect(w.rows('SELECT at_once FROM phone_texts')).toEqual([{ at_once: 0 }])
})
