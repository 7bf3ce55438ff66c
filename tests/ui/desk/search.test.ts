/** The global search: its rows, its highlights, and that its hits stay current under events. */
import { describe, expect, test } from 'bun:test'
import { MINUTE } from '../../../src/platform/time'
import type { MessageHit, MessageHits } from '../../../src/tickets/searching/contract'
import { hitsQueryOf, liveHits } from '../../../ui/features/desk/hits'
import type { TicketFilter } from '../../../ui/features/desk/rules/lists'
import { searchRows } from '../../../ui/features/desk/rules/search'
import { markedParts, wordsIn } from '../../../ui/features/messages/rules/marks'
import { addPage, applyChange, type LoadedList } from '../../../ui/shared/live/apply'
import { LiveBus, type ReceivedEvent } from '../../../ui/shared/live/bus'
import { SALES, SUPPORT } from '../../support/company-world'
import { createRandom } from '../../support/random'
import { world } from '../../support/world'
import { ticket } from '../messages/support'

const marked = (text: string, needles: string[], atWords: boolean) =>
  markedParts(text, { needles, atWords, messageId: null })
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

describe('highlights', () => {
  test('in a conversation search, the typed text wherever it occurs', () => {
    expect(marked('Outra LUMINARIA, a luminária', ['luminária'], false)).toBe('Outra [LUMINARIA], a [luminária]')
    expect(marked('o Açaí e o açai\u0301', ['acai'], false)).toBe('o [Açaí] e o [açai\u0301]')
    expect(marked('50% de 50%', ['50%'], false)).toBe('[50%] de [50%]')
    expect(marked('nada', ['girafa'], false)).toBe('nada')
  })
  test('after opening a search hit, the words that matched', () => {
    expect(marked('A entrega do Sofá-cama: entregamos o sofázinho', wordsIn('a sofa entreg'), true)).toBe(
      '[A] [entrega] do [Sofá]-cama: [entregamos] o sofázinho',
    )
  })
})

describe('the rows', () => {
  const contact = { id: 9, name: 'Zuleica' } as Parameters<typeof searchRows>[0]['strangers'][number] // what the rows read
  const hit = { messageId: 5 } as MessageHit // likewise
  const tickets = (count: number, hasMore = false) => ({
    items: Array.from({ length: count }, (_, n) => ticket({ id: n + 1 })),
    hasMore,
  })
  const kinds = (found: Parameters<typeof searchRows>[0]): string[] =>
    searchRows(found).map((row) => (row.kind === 'head' ? row.of : row.kind))
  const nobody = { strangers: [], isWhole: false }

  test('without messages: tickets, then contacts once all tickets are loaded', () => {
    expect(kinds({ ...nobody, tickets: tickets(2), hits: null })).toEqual(['ticket', 'ticket'])
    expect(kinds({ ...nobody, tickets: tickets(1), strangers: [contact], hits: null })).toEqual([
      'tickets',
      'ticket',
      'contacts',
      'person',
    ])
    expect(kinds({ ...nobody, tickets: tickets(1, true), strangers: [contact], hits: null })).toEqual(['ticket'])
  })
  test('with messages: a few of each, then the messages', () => {
    expect(
      kinds({ ...nobody, tickets: tickets(6), strangers: [contact], hits: { items: [hit], hasMore: true } }),
    ).toEqual([
      ...['tickets', 'ticket', 'ticket', 'ticket', 'ticket', 'all', 'contacts', 'person', 'messages', 'hit', 'older'],
    ])
    expect(kinds({ ...nobody, tickets: tickets(6), isWhole: true, hits: { items: [], hasMore: false } })).toEqual([
      ...['tickets', ...Array.from({ length: 6 }, () => 'ticket'), 'messages', 'none'],
    ])
    expect(kinds({ ...nobody, tickets: tickets(0), hits: { items: [], hasMore: false } })).toEqual([])
  })
})

const choice: TicketFilter = {
  status: null,
  isGroup: null,
  showAll: true,
  queueIds: null,
  connectionIds: null,
  userId: null,
  extras: null,
  unreadOnly: false,
  movedOn: null,
  search: 'tulipa',
}

test('a stale list of hits plus its events equals a fresh one, or is refetched', async () => {
  const w = world()
  const boss = w.admin()
  const people = ['5521990000001', '5521990000002', '5521990000003'].map((number) => w.whatsapp.person(number))
  const { pick, below } = createRandom(8)
  const spec = liveHits(choice)
  const fetchAll = async () => {
    const answer = await boss.request(`/api/messages/search?${new URLSearchParams(hitsQueryOf(choice))}`)
    const { hits, hasMore } = (await answer.json()) as MessageHits // the route's response
    return addPage<MessageHit, unknown>(undefined, { items: hits, hasMore }, { rules: spec })
  }
  const said: { who: (typeof people)[number]; what: ReturnType<(typeof people)[number]['says']> }[] = []
  for (const who of people) said.push({ who, what: who.says('uma tulipa') })
  let kept: LoadedList<MessageHit> = await fetchAll()
  let refetched = 0
  for (let lap = 0; lap < 120; lap++) {
    boss.forget()
    w.clock.forward(MINUTE)
    const who = pick(people)
    const ticketId = 1 + below(3)
    switch (below(7)) {
      case 0:
        said.push({ who, what: who.says(pick(['tulipas amarelas', 'cravos', 'uma tulipa a mais'])) })
        break
      case 1: {
        const old = pick(said)
        old.who.edits(old.what, pick(['agora tulipa', 'agora rosa']))
        break
      }
      case 2: {
        const old = pick(said)
        old.who.deletes(old.what)
        break
      }
      case 3:
        await boss.api.tickets({ id: ticketId }).put({ status: pick(['open', 'closed', 'pending'] as const) })
        break
      case 4:
        await boss.api.tickets({ id: ticketId }).put({ queueId: pick([SALES, SUPPORT]) })
        break
      case 5:
        await boss.json('/api/contacts/1', 'PUT', { name: `Maria ${lap}` })
        break
      default:
        await boss.json(`/api/queue/${SALES}`, 'PUT', { name: `Vendas ${lap}` })
    }
    const events: ReceivedEvent[] = []
    const bus = new LiveBus(1)
    bus.listen((event) => void events.push(event))
    for (const frame of boss.frames) bus.receive(frame)
    for (const event of events)
      for (const handler of spec.handlers) {
        const change = handler(event)
        if (change) kept = applyChange(kept, change, spec)
      }
    const fresh = await fetchAll()
    if (events.some((event) => spec.refetchOn?.some((handler) => handler(event)))) {
      refetched += 1
      kept = fresh
    }
    expect({ lap, items: kept.items }).toEqual({ lap, items: fresh.items })
  }
  expect(refetched).toBeGreaterThan(5)
  expect(refetched).toBeLessThan(80)
})
