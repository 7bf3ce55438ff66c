/**
 * Automatic messages to the contact: a greeting on a new ticket, an introduction on accepting, a notice on a transfer;
 * farewells are tested with the moves.
 */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../../src/platform/time'
import type { SettingKey } from '../../../src/settings/contract'
import { writeSetting } from '../../../src/settings/settings'
import { companies } from '../../../src/tenancy/tables'
import { languages } from '../../../src/texts/languages'
import { textsIn } from '../../../src/texts/texts'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { fillVariables } from '../../../src/tickets/sending/variables'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { until } from '../../support/until'
import { world } from '../../support/world'

/** Maria wrote; Ana and Beto work in both queues. */
function written(...on: SettingKey[]) {
  const w = world()
  for (const key of on) writeSetting(w.db, key, 'enabled')
  const [ana, beto] = ['Ana', 'Beto'].map((name) => w.attendant([SALES, SUPPORT], { name })) as [
    ReturnType<typeof w.attendant>,
    ReturnType<typeof w.attendant>,
  ] // two names, two people
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria Alves' })
  maria.says('oi')
  const move = (who: typeof ana, body: Parameters<ReturnType<typeof ana.api.tickets>['put']>[0]) =>
    who.api.tickets({ id: 1 }).put(body)
  const said = () =>
    w
      .rows<{ body: string }>("SELECT body FROM messages WHERE from_me = 1 AND kind = 'chat' ORDER BY id")
      .map(({ body }) => body)
  return { w, ana, beto, maria, move, said }
}

describe('a new ticket', () => {
  const places = [
    { queueIds: [SALES, SUPPORT], said: ['Bom dia, Maria!'] },
    { queueIds: [SALES], said: [] },
    { queueIds: [], said: [] },
  ]
  test.each(places)('on a connection of $queueIds is greeted with $said, once', async ({ queueIds, said }) => {
    const { w, ana, maria, said: words, move } = written()
    await move(ana, { status: 'closed' })
    await w.admin().api.whatsapp({ id: LOJA }).put({ queueIds, greetingMessage: '{{ms}}, {{firstName}}!' })
    maria.says('oi de novo')
    maria.says('alguém aí?')
    expect(words()).toEqual(said)
    if (said.length > 0) await until(() => maria.got().length > 0, 'the greeting')
    expect(w.ticketNow(2)).toMatchObject({ status: 'pending', unread: 2, lastMessage: 'alguém aí?' })
    expect(w.ticketNow(2).waitingSince).not.toBeNull()
  })

  test('on a connection with one queue is greeted by the queue, if the company wants it', async () => {
    const { w, ana, maria, said } = written()
    const admin = w.admin()
    await admin.api.queue({ id: SALES }).put({ greetingMessage: 'Aqui é Vendas, {{firstName}}!' })
    await admin.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES], greetingMessage: 'Da conexão' })
    const begin = async (ticketId: number) => {
      await ana.api.tickets({ id: ticketId - 1 }).put({ status: 'closed' })
      maria.says('oi de novo')
      expect(w.ticketNow(ticketId)).toMatchObject({ status: 'pending', queueId: SALES })
    }
    writeSetting(w.db, 'sendGreetingMessageOneQueues', 'disabled')
    await begin(2)
    expect(said()).toEqual([])
    writeSetting(w.db, 'sendGreetingMessageOneQueues', 'enabled')
    await begin(3)
    maria.says('alguém aí?')
    expect(said()).toEqual(['Aqui é Vendas, Maria!'])
  })

  test('gets the greeting’s file, of the connection or of its only queue', async () => {
    const { w, ana, maria } = written()
    const admin = w.admin()
    writeSetting(w.db, 'sendGreetingMessageOneQueues', 'enabled')
    for (const [path, name] of [
      [`whatsapp/${LOJA}`, 'loja.txt'],
      [`queue/${SALES}`, 'vendas.txt'],
    ] as const) {
      const form = new FormData()
      form.set('file', new File(['x'], name))
      await admin.request(`/api/${path}/media-upload`, { method: 'POST', body: form })
    }
    await admin.api.queue({ id: SALES }).put({ greetingMessage: 'Vendas!' })
    for (const [at, queueIds] of [[SALES, SUPPORT], [SALES]].entries()) {
      await ana.api.tickets({ id: at + 1 }).put({ status: 'closed' })
      await admin.api.whatsapp({ id: LOJA }).put({ queueIds, greetingMessage: 'Olá!' })
      maria.says('oi de novo')
    }
    const sent = w.rows<{ body: string; name: string | null }>(
      "SELECT body, media ->> '$.name' AS name FROM messages WHERE from_me = 1 ORDER BY id",
    )
    expect(sent.map(({ body, name }) => name ?? body)).toEqual(['Olá!', 'loja.txt', 'Vendas!', 'vendas.txt'])
  })

  test('is not greeted for a message that arrives hours late', async () => {
    const { w, ana, maria, move, said } = written()
    await move(ana, { status: 'closed' })
    const connection = w.admin().api.whatsapp({ id: LOJA })
    await connection.put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!' })
    maria.says('oi de novo', { sentAt: w.server.clock() - 2 * HOUR })
    expect(w.ticketNow(2)).toMatchObject({ status: 'pending', unread: 1 })
    expect(said()).toEqual([])
    await move(ana, { status: 'closed' })
    w.whatsapp.person('5521987654321').says('oi', { sentAt: w.server.clock() - 10 * MINUTE })
    expect(said()).toEqual(['Olá!'])
  })

  test('is not greeted in a group, or for a contact without bot', async () => {
    const { w, ana, maria, move, said } = written()
    await move(ana, { status: 'closed' })
    await w
      .admin()
      .api.whatsapp({ id: LOJA })
      .put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!' })
    await ana.api.contacts({ id: w.ticketNow(1).contactId }).put({ disableBot: true })
    maria.says('oi de novo')
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    maria.says('oi, gente', { chat: [{ kind: 'group', value: '120363000000000001' }], isGroup: true })
    expect(w.rows('SELECT id FROM tickets')).toHaveLength(3)
    expect(said()).toEqual([])
  })
})

describe('accepting', () => {
  test('introduces the attendant to the contact, who keeps waiting for an answer', async () => {
    const { w, ana, beto, maria, move, said } = written('sendGreetingAccepted')
    await move(ana, { status: 'open', queueId: SALES })
    const greeting = 'Bom dia, Maria! Meu nome é Ana e vou continuar o seu atendimento.'
    expect(said()).toEqual([greeting])
    await until(() => maria.got().length > 0, 'the greeting')
    expect(maria.got().map(({ body }) => body)).toEqual([greeting])
    expect(w.ticketNow(1)).toMatchObject({ lastMessage: greeting, unread: 1 })
    expect(w.ticketNow(1).waitingSince).not.toBeNull()
    expect(beto.heard(messageCreated).at(-1)).toMatchObject({ message: { body: greeting, user: null } })
  })

  test('introduces once, and again only after the ticket was returned and accepted again', async () => {
    const { w, ana, beto, move, said } = written('sendGreetingAccepted')
    await Promise.all([ana, beto].map((who) => move(who, { status: 'open', queueId: SALES })))
    expect(said()).toHaveLength(1)
    const isOfAna = w.ticketNow(1).userId === ana.userId
    const [first, next, name] = isOfAna ? [ana, beto, 'Beto'] : [beto, ana, 'Ana']
    await move(first, { status: 'pending', userId: null })
    await move(next, { status: 'open' })
    expect(said()).toHaveLength(2)
    expect(said()[1]).toContain(`Meu nome é ${name}`)
  })

  test('sends nothing unless the company wants it, nor in a group, nor on a reopening', async () => {
    const quiet = written()
    await quiet.move(quiet.ana, { status: 'open', queueId: SALES })
    const { w, ana, move, said } = written('sendGreetingAccepted', 'sendMsgTransfTicket')
    const group = w.ticket({ isGroup: true, queueId: SALES })
    await ana.api.tickets({ id: group.id }).put({ status: 'open' })
    await ana.api.tickets({ id: group.id }).put({ queueId: SUPPORT })
    await move(ana, { status: 'closed' })
    await move(ana, { status: 'open', reopen: true })
    expect([...quiet.said(), ...said()]).toEqual([])
  })

  test('uses the company’s language', async () => {
    const { w, ana, move, said } = written('sendGreetingAccepted')
    w.server.databases.writableControl().update(companies).set({ language: 'es' }).run()
    await move(ana, { status: 'open', queueId: SALES })
    expect(said()).toEqual(['Buenos días, Maria. Me llamo Ana y voy a continuar su conversación.'])
  })
})

describe('a transfer', () => {
  test('sends the new attendant’s name to the contact', async () => {
    const { ana, beto, move, said, maria } = written('sendMsgTransfTicket')
    await move(ana, { status: 'open', queueId: SALES })
    await move(ana, { userId: beto.userId, queueId: SUPPORT, comment: 'cliente antigo' })
    expect(said()).toEqual(['O seu atendimento foi transferido para Beto.'])
    await until(() => maria.got().length > 0, 'the notice')
  })

  test('sends the new queue’s name to the contact', async () => {
    const { ana, move, said } = written('sendMsgTransfTicket')
    await move(ana, { status: 'open', queueId: SALES })
    await move(ana, { queueId: SUPPORT })
    const notice = 'O seu atendimento foi transferido para o setor Suporte. Aguarde um instante, por favor.'
    expect(said()).toEqual([notice])
  })

  test('that changes nothing, is refused, or is silent sends nothing', async () => {
    const { w, ana, beto, move, said } = written('sendMsgTransfTicket')
    await move(ana, { status: 'open', queueId: SALES })
    await move(beto, { userId: ana.userId, queueId: SALES })
    expect((await move(ana, { userId: 99 })).status).toBe(404)
    await move(ana, { status: 'pending', userId: null })
    writeSetting(w.db, 'sendMsgTransfTicket', 'disabled')
    await move(ana, { userId: beto.userId, queueId: SUPPORT })
    expect(said()).toEqual([])
  })

  test('to a colleague with an odd name sends that name', async () => {
    const { w, ana, beto, move, said } = written('sendMsgTransfTicket')
    w.rows("UPDATE users SET name = '{{name}}' WHERE id = ? RETURNING id", beto.userId)
    await move(ana, { status: 'open', queueId: SALES })
    await move(ana, { userId: beto.userId })
    expect(said()).toEqual(['O seu atendimento foi transferido para {{name}}.'])
  })
})

test('sends texts with all names filled in, in every language', () => {
  const values = { ms: 'ms', firstName: 'Maria', attendant: 'Ana', queue: 'Vendas' }
  for (const language of languages) {
    const { greetingAccepted, transferredToUser, transferredToQueue } = textsIn(language).toContact
    const [greeting = '', toUser, toQueue] = [greetingAccepted, transferredToUser, transferredToQueue].map((text) =>
      fillVariables(text, values),
    )
    for (const name of ['ms', 'Maria', 'Ana']) expect(greeting).toContain(name)
    expect(toUser).toContain('Ana')
    expect(toQueue).toContain('Vendas')
    expect(`${greeting}${toUser}${toQueue}`).not.toMatch(/[{}]/)
  }
})
