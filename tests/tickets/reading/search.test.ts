/** Searching a conversation: by whom, how, and how far back. */
import { describe, expect, test } from 'bun:test'
import type { MessageSearch } from '../../../src/tickets/messages/contract'
import { MOST_READ } from '../../../src/tickets/reading/search'
import { type Attendant, SALES, SUPPORT } from '../../support/company-world'
import { type World, world } from '../../support/world'

const MARIA = '5521996124087'

async function search(who: Attendant, ticketId: number, words: string): Promise<MessageSearch & { status: number }> {
  const answer = await who.json(
    `/api/messages/search/${ticketId}?searchQuery=${encodeURIComponent(words)}`,
    'GET',
    undefined,
  )
  return { ...((await answer.json()) as MessageSearch), status: answer.status } // checked by each test
}

/** The texts of the found messages. */
const bodies = (w: World, { messages }: MessageSearch) =>
  messages.map(({ id }) => w.rows<{ body: string }>('SELECT body FROM messages WHERE id = ?', id)[0]?.body)

describe('a search in a conversation', () => {
  test('ignores case and accents, returns the newest first, and reaches into earlier tickets', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    maria.says('O sofá já saiu?')
    maria.says('Bom dia')
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    w.clock.forward(60_000)
    maria.says('Quero outro SOFA')
    w.whatsapp.person('5521988887777').says('sofá de outra pessoa')

    const found = await search(ana, 2, 'Sofá')
    expect(bodies(w, found)).toEqual(['Quero outro SOFA', 'O sofá já saiu?'])
    expect(found.hasMore).toBe(false)
    expect(found.messages[0]?.createdAt).toBe(new Date(w.clock.now()).toISOString())
  })

  test('searches the input literally, and finds nothing for an empty one', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    maria.says('desconto de 100%')
    maria.says('desconto de 100 reais')
    expect(bodies(w, await search(ana, 1, '100%'))).toEqual(['desconto de 100%'])
    expect(bodies(w, await search(ana, 1, '_'))).toEqual([])
    for (const blank of ['', '   ']) expect(bodies(w, await search(ana, 1, blank))).toEqual([])
  })

  test('does not find deleted messages', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    const said = maria.says('minha senha é girassol')
    expect(bodies(w, await search(ana, 1, 'girassol'))).toHaveLength(1)
    maria.deletes(said)
    expect(bodies(w, await search(ana, 1, 'girassol'))).toEqual([])
  })

  test('does not find messages in a restricted queue of others', async () => {
    const w = world()
    const boss = w.admin()
    const sales = w.attendant([SALES])
    const maria = w.whatsapp.person(MARIA)
    maria.says('segredo do suporte')
    await boss.api.queue({ id: SUPPORT }).put({ isRestricted: true })
    await boss.api.tickets({ id: 1 }).put({ queueId: SUPPORT })
    expect((await search(sales, 1, 'segredo')).status).toBe(404)
    await boss.api.tickets({ id: 1 }).put({ status: 'closed' })
    maria.says('segredo das vendas')
    await boss.api.tickets({ id: 2 }).put({ queueId: SALES })
    expect(bodies(w, await search(sales, 2, 'segredo'))).toEqual(['segredo das vendas'])
    expect(bodies(w, await search(boss, 2, 'segredo'))).toEqual(['segredo das vendas', 'segredo do suporte'])
  })

  test('is limited in hits and in messages searched', async () => {
    const w = world()
    const ana = w.attendant([])
    const contact = w.contact()
    const ticket = w.ticket({ contactId: contact.id })
    const insert = w.db.$client.prepare(
      "INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, created_at) VALUES (?, ?, 1, 0, 'chat', ?, ?)",
    )
    const say = (body: string) => insert.run(ticket.id, contact.id, body, w.clock.now())
    say('agulha')
    for (let n = 0; n < 250; n++) say('palha')
    expect(bodies(w, await search(ana, ticket.id, 'agulha'))).toEqual(['agulha'])
    const many = await search(ana, ticket.id, 'palha')
    expect([many.messages.length, many.hasMore]).toEqual([200, true])

    for (let letters = 0; letters < MOST_READ.letters; letters += 50_000) say('x'.repeat(50_000))
    const far = await search(ana, ticket.id, 'agulha')
    expect([far.messages, far.hasMore]).toEqual([[], true])
  })
})
