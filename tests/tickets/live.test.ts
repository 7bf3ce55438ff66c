/** A stale list plus its events equals a fresh list: the screens' own rules over the server's own events, for every role. */
import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { MINUTE, SECOND } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import type { TicketSummary } from '../../src/tickets/contract'
import type { Message, MessagePage } from '../../src/tickets/messages/contract'
import { liveTickets } from '../../ui/features/desk/live'
import { type ListChoice, queryOf } from '../../ui/features/desk/rules/lists'
import { liveThread } from '../../ui/features/messages/live'
import type { ThreadExtra } from '../../ui/features/messages/rules/messages'
import { Days } from '../../ui/shared/i18n/days'
import type { LoadedList } from '../../ui/shared/live/apply'
import { LiveBus } from '../../ui/shared/live/bus'
import { applyToCache, type LiveListSpec, liveListQuery } from '../../ui/shared/live/live-query'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { createRandom, type Random } from '../support/random'
import { lid, phone } from '../support/telephones'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const everything = {
  queueIds: null,
  connectionIds: null,
  userId: null,
  unreadOnly: false,
  movedOn: null,
  search: '',
} as const
const choices = (showAll: boolean): ListChoice[] => [
  { ...everything, showAll, status: 'pending', isGroup: false },
  { ...everything, showAll, status: 'open', isGroup: false },
  { ...everything, showAll, status: 'closed', isGroup: null },
  { ...everything, showAll, status: 'open', isGroup: true },
  { ...everything, showAll, status: 'pending', isGroup: true },
  { ...everything, showAll, status: 'pending', isGroup: false, queueIds: [SALES, 0] },
  { ...everything, showAll, status: 'pending', isGroup: false, unreadOnly: true },
  { ...everything, showAll, status: 'open', isGroup: null, unreadOnly: true, movedOn: '2026-03-02' },
  { ...everything, showAll, status: 'closed', isGroup: null, userId: 2 },
]

async function fetchPage(who: Attendant, choice: ListChoice) {
  const { data } = await who.api.tickets.get({ query: queryOf(choice) })
  return { items: data?.tickets ?? [], hasMore: data?.hasMore ?? false }
}

const days = new Days('pt-BR', 'America/Sao_Paulo', { today: 'hoje', yesterday: 'ontem' })

/** One screen: fetched once and kept true by events alone. */
async function openScreen<T, X>(who: Attendant, spec: LiveListSpec<T, X>) {
  const client = new QueryClient()
  const bus = new LiveBus(1)
  await client.fetchQuery(liveListQuery(client, bus, spec))
  bus.listen((event) => applyToCache(client, event))
  let read = who.frames.length
  return {
    catchUp() {
      for (; read < who.frames.length; read++) {
        const frame = who.frames[read]
        if (frame) bus.receive(frame)
      }
      const { items, extra } = client.getQueryData<LoadedList<T, X>>(spec.key) ?? {}
      return { items, extra }
    },
    async fresh() {
      const { items, extra } = await spec.fetchPage({ page: 1, after: undefined }, new AbortController().signal)
      return { items, extra }
    },
  }
}

function openList(who: Attendant, choice: ListChoice) {
  const reader = { userId: who.userId, dayOf: (at: string) => days.key(at) }
  return openScreen<TicketSummary, unknown>(who, {
    ...liveTickets(choice, reader, () => []),
    fetchPage: () => fetchPage(who, choice),
  })
}

const openThread = (who: Attendant, ticket: Parameters<typeof liveThread>[0]) =>
  openScreen<Message, ThreadExtra>(who, {
    ...liveThread(ticket),
    async fetchPage() {
      const answer = await who.request(`/api/messages/${ticket.id}?read=0`)
      const { messages, tickets, hasMore } = (await answer.json()) as MessagePage // what the route declares
      return { items: messages.toReversed(), hasMore, extra: { seams: tickets } }
    },
  })

async function anything(w: World, people: readonly Attendant[], turn: number, random: Random) {
  const { below, pick, oneIn } = random
  const who = pick(people)
  const id = 1 + below(14)
  const number = `55119${91_000_000 + below(9)}`
  switch (below(15)) {
    case 0:
    case 1:
      return void w.whatsapp
        .person(number, { name: `Nome ${below(30)}`, connectionId: pick([LOJA, 2]) })
        .says(`m${turn}`)
    case 2:
      return void w.whatsapp.person(number).isTold(`do telefone ${turn}`)
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
      return void (await until(
        () => w.rows('SELECT 1 FROM outbox WHERE connection_id < 3').length === 0,
        'an empty outbox',
      ))
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
      return actOfContact(w, turn, random)
    case 13:
      return void (await actOfOurs(w, who, turn, random))
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

function actOfContact(w: World, turn: number, { below, pick }: Random) {
  const message = newestMessage(w, 0)
  if (!message?.number) return
  const person = w.whatsapp.person(message.number, { connectionId: message.connectionId })
  const act = below(3)
  if (act === 0) person.edits(message, `corrigida ${turn}`)
  else if (act === 1) person.deletes(message)
  else person.reacts(message, pick(['👍', '❤️', null]))
}

async function actOfOurs(w: World, who: Attendant, turn: number, { below, oneIn }: Random) {
  const message = newestMessage(w, 1)
  if (!message) return
  if (oneIn(3)) w.telephones.answerNext({ outcome: 'refused', reason: 'rejected' })
  const act = below(3)
  if (act === 0) await who.json(`/api/messages/edit/${message.id}`, 'POST', { body: `corrigida ${turn}` })
  else if (act === 1) await who.request(`/api/messages/${message.id}`, { method: 'DELETE' })
  else
    await who.json('/api/messages/reactMessage', 'POST', {
      messageId: message.id,
      ticketId: message.ticketId,
      reaction: '🙏',
    })
  await until(() => w.rows('SELECT 1 FROM outbox WHERE connection_id < 3').length === 0, 'an empty outbox')
}

test('the lines between the tickets of an open conversation follow the tickets', async () => {
  const w = world()
  const ana = w.attendant([SALES])
  const maria = w.whatsapp.person('5521996124087')
  const joao = w.whatsapp.person('5521996124088')
  maria.says('oi')
  joao.says('oi')
  const thread = await openThread(ana, { id: 1, contactId: w.ticketNow(1).contactId, isGroup: false, whatsappId: LOJA })
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  await ana.api.tickets({ id: 2 }).put({ status: 'open', queueId: SALES })
  await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
  maria.says('de novo')
  expect(thread.catchUp()).toEqual(await thread.fresh())
})

test('a queue that is deleted leaves the tickets that are shown with it', async () => {
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
  for (const list of lists) expect(list.catchUp()).toEqual(await list.fresh())
  expect(lists[0]?.catchUp().items).toMatchObject([{ id: 1, queue: null }])
})

for (const seed of [1, 3, 7, 11])
  test(`a stale list plus its events equals a fresh list, whatever people do (${seed})`, async () => {
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
        expect({ list: list.name, ...list.catchUp() }).toEqual({ list: list.name, ...(await list.fresh()) })
    }
  })
