/**
 * A stale list plus its events equals a fresh one: the screens' specs applied to the server's events, for every role.
 */
import { expect, test } from 'bun:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message, MessagePage } from '../../../src/tickets/messages/contract'
import { liveTicket, liveTickets } from '../../../ui/features/desk/live'
import { queryOf, type TicketFilter } from '../../../ui/features/desk/rules/lists'
import { liveThread, refetchChanged } from '../../../ui/features/messages/live'
import { conversationItems } from '../../../ui/features/messages/rules/conversation'
import type { ThreadExtra } from '../../../ui/features/messages/rules/messages'
import { Days } from '../../../ui/shared/i18n/days'
import type { LoadedList } from '../../../ui/shared/live/apply'
import { LiveBus } from '../../../ui/shared/live/bus'
import { applyToCache, liveListQuery, liveRowQuery } from '../../../ui/shared/live/live-query'
import { setConnection } from '../../bot/support-company'
import { type Attendant, LOJA, SALES, SUPPORT } from '../../support/company-world'
import { createRandom, type Random } from '../../support/random'
import { lid, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { type World, world } from '../../support/world'

const everything = {
  queueIds: null,
  connectionIds: null,
  userId: null,
  extras: null,
  unreadOnly: false,
  movedOn: null,
  search: '',
} as const
const choices = (showAll: boolean): TicketFilter[] => [
  { ...everything, showAll, status: 'pending', isGroup: false },
  { ...everything, showAll, status: 'open', isGroup: false },
  { ...everything, showAll, status: 'pending', isGroup: false, isBot: true },
  { ...everything, showAll, status: 'pending', isGroup: false, isBot: false, order: 'waiting' },
  { ...everything, showAll, status: 'pending', isGroup: false, isBot: false, unreadOnly: true },
  { ...everything, showAll, status: 'closed', isGroup: null },
  { ...everything, showAll, status: 'open', isGroup: true },
  { ...everything, showAll, status: 'pending', isGroup: true },
  { ...everything, showAll, status: 'pending', isGroup: false, queueIds: [SALES, 0] },
  { ...everything, showAll, status: 'pending', isGroup: false, unreadOnly: true },
  {
    ...everything,
    showAll,
    status: 'open',
    isGroup: null,
    unreadOnly: true,
    movedOn: { from: '2026-03-02', to: null },
  },
  { ...everything, showAll, status: 'closed', isGroup: null, userId: 2 },
  { ...everything, showAll, status: 'pending', isGroup: false, order: 'waiting' },
  { ...everything, showAll, status: 'open', isGroup: false, order: 'waiting' },
  { ...everything, showAll, status: 'pending', isGroup: true, order: 'waiting' },
  { ...everything, showAll, status: 'open', isGroup: true, order: 'waiting', unreadOnly: true },
]

async function fetchPage(who: Attendant, choice: TicketFilter) {
  const { data } = await who.api.tickets.get({ query: queryOf(choice) })
  return { items: data?.tickets ?? [], hasMore: data?.hasMore ?? false }
}

const days = new Days('pt-BR', 'America/Sao_Paulo', { today: 'hoje', yesterday: 'ontem' })

/** A page: its cache, updated by the events that its user receives. */
function openPage(who: Attendant) {
  const client = new QueryClient()
  const bus = new LiveBus(1)
  bus.listen((event) => applyToCache(client, event))
  for (const handler of refetchChanged(client)) bus.listen((event) => void handler(event))
  let read = who.frames.length
  /** Calls `draw` after each event, as screens do. */
  async function catchUp(draw = () => {}) {
    for (; read < who.frames.length; read++) {
      const frame = who.frames[read]
      if (frame) bus.receive(frame)
      draw()
    }
    while (client.isFetching() > 0) await new Promise(setImmediate)
  }
  return { client, bus, catchUp }
}

async function openList(who: Attendant, choice: TicketFilter, isLate?: (since: string) => boolean) {
  const { client, bus, catchUp } = openPage(who)
  const reader = { userId: who.userId, dayOf: (at: string) => days.key(at), ...(isLate && { isLate }) }
  const spec = { ...liveTickets([], choice, reader, () => []), fetchPage: () => fetchPage(who, choice) }
  await client.fetchQuery(liveListQuery(client, bus, spec))
  return {
    async shown() {
      await catchUp()
      return client.getQueryData<LoadedList<TicketSummary>>(spec.key)?.items
    },
    fresh: async () => (await fetchPage(who, choice)).items,
  }
}

async function fetchThread(who: Attendant, ticketId: number) {
  const answer = await who.request(`/api/messages/${ticketId}?read=0`)
  if (!answer.ok) throw new Error(`the conversation of ticket ${ticketId}: ${answer.status}`)
  const { messages, tickets, hasMore } = (await answer.json()) as MessagePage // what the route declares
  return { items: messages.toReversed(), hasMore, extra: { boundaries: tickets } }
}

/** The rows of a conversation; a ticket boundary without messages is known, but not drawn. */
const rowsOf = ({ items, hasMore, extra }: Pick<LoadedList<Message, ThreadExtra>, 'items' | 'hasMore' | 'extra'>) =>
  conversationItems(
    items.toReversed().map((message) => ({ message, pending: null })),
    { dayOf: (at) => days.key(at), boundaries: extra?.boundaries ?? [], hasOlder: hasMore },
  )

/** A ticket and its conversation, which follows it to the contact it was merged into. */
async function openThread(who: Attendant, ticket: TicketSummary) {
  const { client, bus, catchUp } = openPage(who)
  const row = liveTicket([], ticket.uuid)
  await client.fetchQuery(liveRowQuery(bus, { ...row, fetch: async () => ticket }))
  const query = () => {
    const shown = client.getQueryData<TicketSummary>(row.key) ?? ticket
    return liveListQuery<Message, ThreadExtra>(client, bus, {
      ...liveThread(shown),
      fetchPage: () => fetchThread(who, ticket.id),
    })
  }
  await client.fetchQuery(query())
  const observer = new QueryObserver(client, query())
  observer.subscribe(() => undefined)
  return {
    /** Null once it is no longer visible. */
    async shown() {
      await catchUp(() => observer.setOptions(query()))
      if (client.getQueryData(row.key) === null) return null
      const { data } = observer.getCurrentResult()
      return data ? rowsOf(data) : []
    },
    fresh: async () => rowsOf(await fetchThread(who, ticket.id)),
  }
}

const sent = (w: World) =>
  until(() => w.rows('SELECT 1 FROM outbox WHERE connection_id < 3').length === 0, 'an empty outbox')

async function anything(w: World, people: readonly Attendant[], turn: number, random: Random) {
  const { below, pick, oneIn } = random
  const who = pick(people)
  const id = 1 + below(14)
  const number = `55119${91_000_000 + below(9)}`
  switch (below(15)) {
    case 0:
    case 1:
      w.whatsapp
        .person(number, { name: `Nome ${below(30)}`, connectionId: pick([LOJA, 2]) })
        .says(oneIn(4) ? '1' : `m${turn}`)
      return void (await sent(w)) // the bot may have answered
    case 2:
      return void w.whatsapp.person(number).getsFromPhone(`do telefone ${turn}`)
    case 3:
      return void (await who.api
        .tickets({ id })
        .put({ status: 'open', ...(oneIn(2) && { queueId: pick([SALES, SUPPORT]) }) }))
    case 4:
      return void (await who.api.tickets({ id }).put({ status: 'pending', userId: null }))
    case 5:
      return void (await who.api.tickets({ id }).put({ status: 'closed', sendFarewellMessage: oneIn(2) }))
    case 6:
      return void (await who.api.tickets({ id }).put({ status: 'open', reopen: true }))
    case 7:
      return void (await who.api.tickets({ id }).put({
        ...(oneIn(2) ? { userId: pick(people).userId } : { queueId: pick([SALES, SUPPORT]) }),
        comment: 'veja',
      }))
    case 8:
      return void (await who.api.messages({ id: id }).get({ query: {} }))
    case 9:
      await who.json(`/api/messages/${id}`, 'POST', { body: `resposta ${turn}`, isNote: oneIn(3) })
      return void (await sent(w))
    case 10:
      if (oneIn(5)) return void (await who.api.tickets({ id }).delete())
      return void (await who.api.tickets({ id }).put({ isMarkUnread: oneIn(2) }))
    case 11:
      if (oneIn(3)) return w.telephones.sameContact(w.refOf(LOJA), lid(`l${below(3)}`), phone(number))
      if (oneIn(2))
        return w.telephones.deliver(
          w.refOf(LOJA),
          w.telephones.incoming({ chat: [lid(`l${below(3)}`)], body: `escondido ${turn}` }),
        )
      return w.telephones.deliver(
        w.refOf(LOJA),
        w.telephones.incoming({
          chat: [{ kind: 'group', value: `g${below(2)}` }],
          isGroup: true,
          author: { addresses: [phone(number)], name: 'Membro' },
          body: `grupo ${turn}`,
        }),
      )
    case 12:
      return actionOfContact(w, turn, random)
    case 13:
      return void (await actionOfOurs(w, who, turn, random))
    case 14:
      if (oneIn(2)) return void (await people.at(-1)?.json(`/api/whatsapp/${LOJA}`, 'PUT', { name: `Loja ${turn}` }))
      return void (await people
        .at(-1)
        ?.api.queue({ id: pick([SALES, SUPPORT]) })
        .put({ name: `Fila ${turn}` }))
  }
}

const newestMessage = (w: World, fromMe: 0 | 1) =>
  w.rows<{ id: number; externalId: string; number: string | null; ticketId: number; connectionId: number }>(
    `SELECT m.id, m.external_id AS externalId, c.number, m.ticket_id AS ticketId, m.connection_id AS connectionId FROM messages m JOIN contacts c ON c.id = m.contact_id
     WHERE m.from_me = ? AND m.external_id IS NOT NULL AND m.ticket_id IS NOT NULL AND c.is_group = 0 ORDER BY m.id DESC LIMIT 1`,
    fromMe,
  )[0]

function actionOfContact(w: World, turn: number, { below, pick }: Random) {
  const message = newestMessage(w, 0)
  if (!message?.number) return
  const person = w.whatsapp.person(message.number, { connectionId: message.connectionId })
  const action = below(3)
  if (action === 0) person.edits(message, `corrigida ${turn}`)
  else if (action === 1) person.deletes(message)
  else person.reacts(message, pick(['👍', '❤️', null]))
}

async function actionOfOurs(w: World, who: Attendant, turn: number, { below, oneIn }: Random) {
  const message = newestMessage(w, 1)
  if (!message) return
  if (oneIn(3)) w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
  const action = below(3)
  if (action === 0) await who.json(`/api/messages/edit/${message.id}`, 'POST', { body: `corrigida ${turn}` })
  else if (action === 1) await who.request(`/api/messages/${message.id}`, { method: 'DELETE' })
  else
    await who.json('/api/messages/reactMessage', 'POST', {
      messageId: message.id,
      ticketId: message.ticketId,
      reaction: '🙏',
    })
  await sent(w)
}

/** The bot of the first connection lets contacts choose a queue. */
async function offerMenu(w: World, people: readonly Attendant[]) {
  await people
    .at(-1)
    ?.api.whatsapp({ id: LOJA })
    .put({ queueIds: [SALES, SUPPORT] })
  setConnection(w, { enableQueueChatbot: true })
}

test('the lines between tickets in an open conversation follow the tickets', async () => {
  const w = world()
  const ana = w.attendant([SALES])
  const maria = w.whatsapp.person('5521996124087')
  const joao = w.whatsapp.person('5521996124088')
  maria.says('oi')
  joao.says('oi')
  const ticket = (await ana.api.tickets.get({ query: { showAll: 'true' } })).data?.tickets.find(({ id }) => id === 1)
  if (!ticket) throw new Error('Ana does not see the ticket')
  const thread = await openThread(ana, ticket)
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  await ana.api.tickets({ id: 2 }).put({ status: 'open', queueId: SALES })
  await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
  maria.says('de novo')
  expect(await thread.shown()).toEqual(await thread.fresh())
})

test('a deleted queue leaves the tickets shown with it', async () => {
  const w = world()
  const [ana, admin] = [w.attendant([SALES]), w.admin()]
  w.whatsapp.person('5521996124087').says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  const open = { ...everything, status: 'open', isGroup: false } as const
  const lists = await Promise.all([
    openList(ana, { ...open, showAll: false }),
    openList(admin, { ...open, showAll: true }),
  ])
  await admin.api.queue({ id: SALES }).delete()
  for (const list of lists) expect(await list.shown()).toEqual(await list.fresh())
  expect(await lists[0]?.shown()).toMatchObject([{ id: 1, queue: null }])
})

for (const seed of [1, 3, 7, 11])
  test(`a stale list plus its events equals a fresh one, whatever people do (${seed})`, async () => {
    const w = world()
    w.connection({ queueIds: [SALES] })
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    const people = [
      w.attendant([SALES], { farewell: 'Até logo!' }),
      w.attendant([SALES, SUPPORT]),
      w.attendant([SUPPORT]),
      w.attendant(),
      w.attendant([], { profile: 'supervisor' }),
      w.admin(),
    ]
    await offerMenu(w, people)
    const random = createRandom(seed)
    for (let turn = 0; turn < 15; turn++) await anything(w, people, turn, random)
    const lists = await Promise.all(
      people.flatMap((who) =>
        [...choices(false), ...(who.actor().profile === 'user' ? [] : choices(true))].map(async (choice) => ({
          name: `${who.name} ${JSON.stringify(choice)}`,
          ...(await openList(who, choice)),
        })),
      ),
    )
    for (let turn = 15; turn < 135; turn++) {
      w.clock.forward(turn % 40 === 0 ? -MINUTE : SECOND) // sometimes it is set back
      await anything(w, people, turn, random)
      if (turn % 8 !== 0) continue
      for (const list of lists)
        expect({ list: list.name, rows: await list.shown() }).toEqual({ list: list.name, rows: await list.fresh() })
    }
  })

for (const seed of [2, 6])
  test(`a stale list of late tickets plus its events equals a fresh one while time stands still (${seed})`, async () => {
    const w = world()
    w.connection({ queueIds: [SALES] })
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    writeSetting(w.db, 'waitingRed', '1')
    const people = [w.attendant([SALES]), w.attendant([SALES, SUPPORT]), w.admin()]
    await offerMenu(w, people)
    const random = createRandom(seed)
    for (let turn = 0; turn < 40; turn++) {
      w.clock.forward(5 * SECOND)
      await anything(w, people, turn, random)
    }
    const isLate = (since: string) => Date.parse(since) <= w.clock.now() - MINUTE
    const lists = await Promise.all(
      people.flatMap((who) =>
        choices(who.actor().profile !== 'user')
          .filter(({ status }) => status !== 'closed')
          .map(async (choice) => openList(who, { ...choice, lateOnly: true }, isLate)),
      ),
    )
    expect((await Promise.all(lists.map(async (list) => (await list.fresh()).length))).some((rows) => rows > 0)).toBe(
      true,
    )
    for (let turn = 40; turn < 100; turn++) {
      await anything(w, people, turn, random)
      if (turn % 6 === 0) for (const list of lists) expect(await list.shown()).toEqual(await list.fresh())
    }
  })

for (const seed of [4, 5, 8])
  test(`a stale conversation plus its events equals a fresh one, whatever people do (${seed})`, async () => {
    const w = world()
    w.connection({ queueIds: [SALES] })
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    const admin = w.admin()
    const people = [w.attendant([SALES], { farewell: 'Até logo!' }), w.attendant([SALES, SUPPORT]), admin]
    const random = createRandom(seed)
    for (let turn = 0; turn < 30; turn++) await anything(w, people, turn, random)
    const tickets = (await admin.api.tickets.get({ query: { showAll: 'true' } })).data?.tickets ?? []
    const threads = await Promise.all(
      tickets.map(async (ticket) => ({ ...(await openThread(admin, ticket)), ticketId: ticket.id })),
    )
    for (let turn = 30; turn < 150; turn++) {
      w.clock.forward(SECOND)
      await anything(w, people, turn, random)
      if (turn % 8 !== 0) continue
      for (const { ticketId, shown, fresh } of threads) {
        const rows = await shown()
        if (rows) expect({ ticketId, rows }).toEqual({ ticketId, rows: await fresh() })
      }
    }
  })
