/** Domain events of tickets, messages, contacts and connections, each received once. */
import { describe, expect, test } from 'bun:test'
import { changeConnection } from '../../src/channels/connections/actions'
import { connectionChanged } from '../../src/channels/events'
import { contactChanged, contactMerging } from '../../src/contacts/events'
import { type DomainEventDefinition, on, type Subscriber } from '../../src/platform/extensions'
import { HOUR } from '../../src/platform/time'
import { ticketClosed, ticketDeleted, ticketMoved, ticketMoving, ticketOpened } from '../../src/tickets/events'
import { messageFailed, messagePosted, messageReceived, messageSent } from '../../src/tickets/messages/events'
import { closeIdleTickets } from '../../src/tickets/moves/idle'
import { findTicket } from '../../src/tickets/queries'
import { sendAutomatic } from '../../src/tickets/sending/send-automatic'
import type { Ticket } from '../../src/tickets/tables'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { until } from '../support/until'
import { NOON, world } from '../support/world'

const lid = (value: string) => ({ kind: 'lid', value }) as const
const phone = (value: string) => ({ kind: 'phone', value }) as const
const MARIA = '5521996124087'

function company(more: readonly Subscriber[] = []) {
  const heard: string[] = []
  const noted = <P>(event: DomainEventDefinition<P>, describe: (payload: P) => unknown): Subscriber =>
    on(event, 'afterCommit', ({ db }, payload) => {
      expect(db.$client.inTransaction).toBe(false)
      heard.push(`${event.eventName} ${describe(payload)}`)
    })
  const w = world({
    modules: [
      {
        name: 'test',
        subscribers: [
          ...more,
          noted(ticketOpened, ({ ticket, userId }) => `${ticket.id} by ${userId}`),
          noted(
            ticketMoved,
            ({ before, after, move, actor }) => `${move.want} ${before.status}→${after.status} by ${actor?.userId}`,
          ),
          noted(ticketClosed, ({ before, after, actor }) => `${before.status}→${after.status} by ${actor?.userId}`),
          noted(ticketDeleted, ({ ticket }) => ticket.id),
          noted(
            messageReceived,
            ({ incoming, ticket, isFirst }) => `${incoming.body} on ${ticket?.id}${isFirst ? ', the first' : ''}`,
          ),
          noted(messagePosted, ({ message, userId }) => `${message.body} by ${userId}`),
          noted(messageSent, ({ message }) => message.body),
          noted(messageFailed, ({ message, failure }) => `${message.body}: ${failure}`),
          noted(contactMerging, ({ keptId, goneId }) => `${goneId} into ${keptId}`),
        ],
      },
    ],
  })
  const ana = w.attendant([SALES, SUPPORT], { name: 'Ana' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  const move = (body: Parameters<ReturnType<typeof ana.api.tickets>['put']>[0]) => ana.api.tickets({ id: 1 }).put(body)
  /** Returns the events since the previous call. */
  const news = () => heard.splice(0)
  return { w, ana, maria, move, news }
}

describe('messages', () => {
  test('an incoming message is reported with the ticket it opens', () => {
    const { maria, news } = company()
    const { externalId } = maria.says('oi')
    maria.says('oi', { externalId })
    maria.says('alguém?')
    expect(news()).toEqual([
      'ticket.opened 1 by null',
      'message.received oi on 1, the first',
      'message.received alguém? on 1',
    ])
  })

  test('an undecipherable message is reported when it can be decrypted', () => {
    const { maria, news } = company()
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    expect(news()).toEqual(['ticket.opened 1 by null'])
    maria.says('oi', { externalId })
    expect(news()).toEqual(['message.received oi on 1'])
  })

  test('a message of a blocked contact is reported, and one from our own phone', () => {
    const { w, maria, news } = company()
    maria.getsFromPhone('bom dia')
    w.rows('UPDATE contacts SET active = 0 RETURNING id')
    maria.says('oi')
    expect(news()).toEqual(['message.received bom dia on undefined', 'message.received oi on undefined'])
  })

  test('a message written here is reported, and so is its outcome', async () => {
    const { w, ana, maria, move, news } = company()
    maria.says('oi')
    await move({ status: 'open', queueId: SALES })
    news()
    w.telephones.answerNext({ outcome: 'sent' }, { outcome: 'refused', reason: 'notOnWhatsApp' })
    const say = async (body: string) => {
      await ana.json('/api/messages/1', 'POST', { body })
      await until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'it to be concluded')
    }
    await say('um')
    await say('dois')
    const posted = (body: string) => `message.posted ${body} by ${ana.userId}`
    expect(news()).toEqual([posted('um'), 'message.sent um', posted('dois'), 'message.failed dois: notOnWhatsApp'])
  })

  test('a subscriber that fails in the transaction prevents only that message from being stored', () => {
    const refuse = on(messageReceived, 'inTransaction', (_cx, { incoming }) => {
      if (incoming.body === 'dois') throw new Error('not this one')
    })
    const { w, maria, news } = company([refuse])
    const three = ['um', 'dois', 'três'].map((body) => maria.message(body))
    expect(() => w.telephones.deliver(w.refOf(LOJA), ...three)).toThrow('1 of 3')
    expect(w.rows('SELECT body FROM messages ORDER BY id')).toEqual([{ body: 'um' }])
    w.telephones.deliver(w.refOf(LOJA), ...three.slice(2)) // as the channel does when it has set that one aside
    expect(news()).toEqual([
      'ticket.opened 1 by null',
      'message.received um on 1, the first',
      'message.received três on 1',
    ])
  })
})

describe('tickets', () => {
  test('each move is reported with its actor; marking as unread is no move', async () => {
    const { w, ana, maria, move, news } = company()
    maria.says('oi')
    news()
    await move({ status: 'open', queueId: SALES })
    await move({ isMarkUnread: true })
    await move({ status: 'pending', queueId: SUPPORT })
    await move({ status: 'closed' })
    await move({ status: 'open', reopen: true })
    const by = `by ${ana.userId}`
    expect(news()).toEqual([
      `ticket.moved accept pending→open ${by}`,
      `ticket.moved transfer open→pending ${by}`,
      `ticket.closed pending→closed ${by}`,
      `ticket.moved reopen closed→open ${by}`,
    ])
    await move({ status: 'closed' })
    await w.admin().api.tickets({ id: 1 }).delete()
    expect(news()).toEqual([`ticket.closed open→closed ${by}`, 'ticket.deleted 1'])
    const { id: contactId } = w.contact()
    await ana.api.tickets.post({ contactId, queueId: SALES })
    expect(news()).toEqual([`ticket.opened 2 ${by}`])
  })

  test('a refused move is not reported', async () => {
    const { maria, move, news } = company()
    maria.says('oi')
    news()
    await move({ status: 'open', queueId: 99 })
    expect(news()).toEqual([])
  })

  test('an idle ticket is closed without an actor', () => {
    const { w, maria, news } = company()
    changeConnection(w.cx, LOJA, { expiresTicket: 24 })
    maria.says('oi')
    news()
    w.clock.forward(24 * HOUR)
    closeIdleTickets(w.cx, () => true)
    expect(news()).toEqual(['ticket.closed pending→closed by undefined'])
  })

  test('messages caused by a move come before it, in the order of their subscribers', async () => {
    const ask = on(ticketMoving, 'inTransaction', (cx, { ticket, move }) => {
      if (move.want === 'close') sendAutomatic(cx, ticket, 'Como foi o atendimento?')
    })
    const { w, maria, move, news } = company([ask])
    changeConnection(w.cx, LOJA, { complationMessage: 'Até logo!' })
    maria.says('oi')
    await move({ status: 'open', queueId: SALES })
    news()
    await move({ status: 'closed' })
    expect(news().slice(0, 3)).toEqual([
      'message.posted Até logo! by null',
      'message.posted Como foi o atendimento? by null',
      expect.stringContaining('ticket.closed open→closed'),
    ])
    expect(w.ticketNow(1)).toMatchObject({ status: 'closed', lastMessage: 'Como foi o atendimento?' })
  })
})

test('a new ticket is reported as its row is stored', async () => {
  const opened: Ticket[] = []
  const rows: (Ticket | undefined)[] = []
  const stored = on(ticketOpened, 'inTransaction', ({ db }, { ticket }) => {
    opened.push(ticket)
    rows.push(findTicket(db, ticket.id))
  })
  const { w, ana, maria } = company([stored])
  await ana.api.tickets.post({ contactId: w.contact().id, queueId: SALES })
  expect(opened).toEqual([w.ticketNow(1)])
  maria.says('oi')
  const { lastMessageAt: _, heardAt: __, heardId: ___, ...before } = opened[1] ?? w.ticketNow(1)
  expect(rows[1]).toMatchObject({
    ...before,
    lastMessage: 'oi',
    lastMessageId: expect.any(Number),
    lastKind: 'chat',
    unread: 1,
    waitingSince: NOON,
  })
})

test('on a merge, the disappearing record’s data can still be moved', () => {
  const seen: number[] = []
  const follow = on(contactMerging, 'inTransaction', ({ db }, { goneId }) => {
    seen.push(...(db.$client.prepare('SELECT id FROM contacts WHERE id = ?').pluck().all(goneId) as number[])) // ids are integers
  })
  const { w, news } = company([follow])
  const [one, two] = [w.contact({ addresses: [phone(MARIA)] }), w.contact({ addresses: [lid('998877')] })]
  const tickets = [one, two].map(({ id }) => w.ticket({ contactId: id }).id)
  w.telephones.sameContact(w.refOf(LOJA), lid('998877'), phone(MARIA))
  expect(seen).toEqual([two.id])
  expect(news()).toEqual(['ticket.closed pending→closed by undefined', `contact.merging ${two.id} into ${one.id}`])
  expect(tickets.map((id) => w.ticketNow(id).status)).toEqual(['pending', 'closed'])
})

test('any change of a contact or a connection is reported', () => {
  const heard: unknown[] = []
  const w = world({
    modules: [
      {
        name: 'test',
        subscribers: [
          on(contactChanged, 'afterCommit', (_cx, { contact }) => void heard.push(contact.name)),
          on(
            connectionChanged,
            'afterCommit',
            (_cx, { before, after }) => void heard.push([before?.status, after?.status]),
          ),
        ],
      },
    ],
  })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  heard.length = 0
  maria.says('oi')
  maria.says('oi de novo')
  w.whatsapp.person(MARIA, { name: 'Maria Alves' }).says('agora com sobrenome')
  w.telephones.report(w.refOf(LOJA), { status: 'OPENING' })
  w.telephones.report(w.refOf(LOJA), { status: 'OPENING' })
  expect(heard).toEqual(['Maria', 'Maria Alves', ['CONNECTED', 'OPENING']])
})
