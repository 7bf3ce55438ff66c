/** Full-text search of the company's messages: matches, visibility, order and positions. */
import { describe, expect, test } from 'bun:test'
import { DAY, MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { insertMessage } from '../../../src/tickets/messages/queries'
import type { MessageHits } from '../../../src/tickets/searching/contract'
import { indexNext } from '../../../src/tickets/searching/indexing'
import { type Attendant, LOJA, SALES, SUPPORT } from '../../support/company-world'
import { runJob } from '../../support/jobs'
import { createRandom } from '../../support/random'
import { announcedFile } from '../../support/telephones'
import { type World, world } from '../../support/world'
import { bodyOf, MARIA } from '../messages/support'

async function search(who: Attendant, words: string, more: Record<string, string> = {}): Promise<MessageHits> {
  const answer = await who.request(`/api/messages/search?${new URLSearchParams({ searchParam: words, ...more })}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as MessageHits // the route's answer
}
const found = async (who: Attendant, words: string, more?: Record<string, string>) =>
  (await search(who, words, more)).hits.map(({ body }) => body)

describe('matching', () => {
  test('ignores case and accents, requires all words, and completes the last one; newest first', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    const joao = w.whatsapp.person('5521988887777')
    for (const [who, text] of [
      [maria, 'O SOFÁ chega amanhã?'],
      [joao, 'sofa-cama azul, entrega amanhã'],
      [maria, 'a manhã toda'],
    ] as const) {
      w.clock.forward(SECOND)
      who.says(text)
    }
    expect(await found(ana, 'sofá')).toEqual(['sofa-cama azul, entrega amanhã', 'O SOFÁ chega amanhã?'])
    expect(await found(ana, 'AMANHA sof')).toEqual(['sofa-cama azul, entrega amanhã', 'O SOFÁ chega amanhã?'])
    expect(await found(ana, 'amanhã entr')).toEqual(['sofa-cama azul, entrega amanhã'])
    // Only the last word may be incomplete, and a single character matches too much.
    expect(await found(ana, 'entr amanhã')).toEqual([])
    expect(await found(ana, 's')).toEqual([])
    expect(await found(ana, 'manhã a')).toEqual(['a manhã toda'])
  })

  test('reads words with an apostrophe in either way', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    for (const text of ["Sr. D'Ávila pediu", 'a dona Davila', 'O’Brien ligou']) {
      w.clock.forward(SECOND)
      maria.says(text)
    }
    for (const typed of ['davila', "D'Ávila", 'd’avi', 'davil'])
      expect([typed, await found(ana, typed)]).toEqual([typed, ['a dona Davila', "Sr. D'Ávila pediu"]])
    expect(await found(ana, 'davila pediu')).toEqual(["Sr. D'Ávila pediu"])
    expect(await found(ana, 'avila')).toEqual(["Sr. D'Ávila pediu"])
    expect(await found(ana, "o'brien")).toEqual(['O’Brien ligou'])
    expect(await found(ana, "d'avila o'brien")).toEqual([])
    const { hits } = await search(ana, 'davila')
    expect(hits.map(({ body, marks }) => marks.map(([from, to]) => body.slice(from, to)))).toEqual([
      ['Davila'],
      ["D'Ávila"],
    ])
  })

  test('treats no character as query syntax', async () => {
    const w = world()
    const ana = w.attendant([])
    w.whatsapp.person(MARIA).says('promoção de 50% (só hoje) "vale" OR não vale')
    for (const typed of [
      '50%',
      '"vale" OR',
      'NEAR(vale nao)',
      'words: vale',
      'vale*',
      '(((vale',
      '-vale',
      'vale AND',
      '·d20514',
    ])
      expect([typed, (await found(ana, typed)).length]).toEqual([typed, /NEAR|words|AND|·/.test(typed) ? 0 : 1])
    for (const nothing of ['', '  ', '%', '"', '😀'])
      expect(await search(ana, nothing)).toEqual({ hits: [], hasMore: false, next: null })
    expect((await ana.request(`/api/messages/search?searchParam=${'a'.repeat(201)}`)).status).toBe(400)
    expect(await found(ana, `vale ${'não '.repeat(40)}`)).toHaveLength(1)
  })

  test('shows the text around the words in one line, with their positions', async () => {
    const w = world()
    const ana = w.attendant([])
    const text = `${'lá vem conversa '.repeat(20)}\no código do Açaí é AÇAÍ-7, e o do café é café-9 ${'e mais conversa '.repeat(20)}`
    w.whatsapp.person(MARIA, { name: 'Maria' }).says(text)
    const { hits } = await search(ana, 'código aca')
    const [hit] = hits
    if (!hit) return expect.unreachable()
    expect(hit.body.length).toBeLessThanOrEqual(162)
    expect(hit.body).toMatch(/^….* o código do Açaí é AÇAÍ-7, e o do café.*…$/)
    expect(hit.marks.map(([from, to]) => hit.body.slice(from, to))).toEqual(['código', 'Açaí', 'AÇAÍ'])
    expect(hit).toMatchObject({
      ticketId: 1,
      fromMe: false,
      author: null,
      mediaType: 'chat',
      ticket: { contact: { name: 'Maria' } },
    })
  })
})

describe('changes', () => {
  test('shows a text without WhatsApp’s signs', async () => {
    const w = world()
    const ana = w.attendant([])
    w.whatsapp.person(MARIA).says('*1* Vendas *2* _Entregas_ ~caro~ ```x``` 2*3*4 nome_de_arquivo *sem fim entregas')
    const [hit] = (await search(ana, 'entregas')).hits
    expect(hit?.body).toBe('1 Vendas 2 Entregas caro x 2*3*4 nome_de_arquivo *sem fim entregas')
    expect(hit?.marks.map(([from, to]) => hit.body.slice(from, to))).toEqual(['Entregas', 'entregas'])
  })

  test('lists a bot’s menu once, and everything that people wrote', async () => {
    const w = world()
    const ana = w.attendant([])
    const menu = (name: string) => `Olá ${name}, que bom ter você aqui!\n*1* Vendas\n*2* Entregas`
    for (const [n, name] of ['Maria', 'João', 'Bia'].entries()) {
      const person = w.whatsapp.person(`552198888777${n}`, { name })
      person.says(`a entrega de ${name}`)
      w.clock.forward(SECOND)
      const ticketId = w.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id ?? 0
      const sent = store(w, w.ticketNow(ticketId), menu(name))
      w.rows(
        `UPDATE messages SET from_me = 1, extra = '{"origin":{"by":"bot","name":""}}' WHERE id = ${sent} RETURNING id`,
      )
    }
    const { hits } = await search(ana, 'entreg')
    expect(hits.map(({ body, repeats }) => [body, repeats])).toEqual([
      [expect.stringContaining('Entregas'), 2],
      ['a entrega de Bia', 0],
      ['a entrega de João', 0],
      ['a entrega de Maria', 0],
    ])
  })

  test('finds an edited message by its new text, and a deleted one not at all', async () => {
    const w = world()
    const ana = w.attendant([], { name: 'Ana' })
    const maria = w.whatsapp.person(MARIA)
    const said = maria.says('o código é girassol')
    expect(await found(ana, 'girassol')).toHaveLength(1)
    indexAll(w)
    maria.edits(said, 'o código é margarida')
    expect(await found(ana, 'girassol')).toEqual([])
    expect(await found(ana, 'margarida')).toEqual(['o código é margarida'])
    indexAll(w)
    // Even if so much arrives that the index is behind.
    maria.edits(said, 'o código é margarida azul')
    for (let n = 0; n < 150; n++) maria.says(`linha ${n}`)
    expect(await found(ana, 'código é')).toEqual(['o código é margarida azul'])
    maria.edits(said, 'o código é margarida')
    for (let n = 0; n < 150; n++) maria.says(`linha ${n}`)
    indexAll(w)
    maria.edits(said, 'a senha é margarida')
    for (let n = 0; n < 150; n++) maria.says(`linha ${n}`)
    expect(await found(ana, 'código')).toEqual([])
    maria.deletes(said)
    expect(await found(ana, 'margarida')).toEqual([])
    indexAll(w)
    expect(await found(ana, 'margarida')).toEqual([])

    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    const { id } = await bodyOf(await ana.json('/api/messages/1', 'POST', { body: 'rosas vermelhas' }))
    expect((await search(ana, 'rosas')).hits).toMatchObject([{ messageId: id, fromMe: true, author: 'Ana' }])
    await w.admin().json('/api/tickets/1', 'DELETE', undefined)
    expect(await found(ana, 'rosas')).toEqual([])
  })

  test('finds a document by its file name, even an old one or one that became readable later, but no other file', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    const file = (name: string, kind: 'document' | 'image' = 'document') => ({
      kind,
      media: announcedFile(name, { name }),
    })
    maria.says('', file('contrato-social_2024.pdf'))
    maria.says('assina aqui', file('Procuração.pdf'))
    maria.says('', file('contrato.jpg', 'image'))
    expect(await found(ana, 'contrato')).toEqual(['contrato-social_2024.pdf'])
    expect(await found(ana, 'assina procuracao')).toEqual(['assina aqui Procuração.pdf'])
    const inChat = await ana.request('/api/messages/search/1?searchQuery=social')
    expect((await inChat.json()).messages).toHaveLength(1)
    forgetIndex(w)
    indexAll(w)
    expect(await found(ana, '2024')).toHaveLength(1)
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    indexAll(w)
    maria.says('', { ...file('laudo.pdf'), externalId })
    expect(await found(ana, 'laudo')).toEqual(['laudo.pdf'])
    indexAll(w)
    w.db.$client.exec('DELETE FROM messages')
    indexAll(w)
    expect(w.rows('SELECT * FROM searched_messages')).toEqual([])
  })

  test('finds messages before they are indexed, and after a restart', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    for (let n = 1; n <= 300; n++) maria.says(`linha ${n}`)
    maria.says('a última das violetas')
    expect(await found(ana, 'violetas')).toHaveLength(1)
    expect(w.rows('SELECT * FROM message_search_due')).not.toEqual([])
    const again = await w.reopen()
    expect(again.rows('SELECT * FROM message_search_due')).not.toEqual([])
    await runJob(again.server, 'messages.index')
    expect(again.rows('SELECT * FROM message_search_due')).toEqual([])
    const boss = again.attendant([])
    expect((await all(boss, 'linha 29')).toSorted()).toEqual(
      ['29', ...Array.from({ length: 10 }, (_, n) => `29${n}`)].map((n) => `linha ${n}`),
    )
    expect(await found(boss, 'violetas')).toHaveLength(1)
  })

  test('indexes messages from before the upgrade in slices, with new ones in between', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    for (let n = 1; n <= 250; n++) maria.says(`peça ${n}`)
    forgetIndex(w)
    expect(await found(ana, 'peça')).toEqual([])
    maria.says('peça nova')
    expect(await found(ana, 'peça')).toEqual(['peça nova'])
    indexAll(w)
    expect(await all(ana, 'peça')).toHaveLength(251)
    expect(w.rows('SELECT * FROM message_search_backlog')).toEqual([])
  })
})

test('runs one slice per iteration of the event loop for thirty searches, and serves another user in between', async () => {
  const w = world()
  const [ana, bia] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const ticket = w.ticket({ queueId: SUPPORT })
  for (let n = 0; n < 600; n++) store(w, ticket, `peça ${n}`, w.clock.now() - n * SECOND)
  indexAll(w)
  const roundsOf = async (many: () => Promise<unknown>) => {
    let [rounds, isOver] = [0, false]
    const count = () => {
      rounds++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await many()
    isOver = true
    return rounds
  }
  const alone = await roundsOf(() => found(ana, 'peça'))
  expect(alone).toBeGreaterThan(12)
  let before = 0
  const together = await roundsOf(async () => {
    const all = Array.from({ length: 30 }, () => found(ana, 'peça').then(() => before++))
    expect(await found(bia, 'peça')).toHaveLength(30)
    expect(before).toBe(0)
    await Promise.all(all)
  })
  expect(together).toBeGreaterThan(20 * 12)
})

/** A database as it is right after the migration. */
function forgetIndex(w: World) {
  for (const table of ['searched_messages', 'message_words', 'message_search_due', 'message_search_backlog'])
    w.db.$client.exec(`DELETE FROM ${table}`)
  w.db.$client.exec("INSERT INTO message_search (message_search) VALUES ('delete-all')")
  w.db.$client.exec('INSERT INTO message_search_backlog SELECT max(id) + 1 FROM messages')
}

/** As the job does over time. */
const indexAll = (w: World) => {
  while (indexNext(w.cx));
}

type StoredTicket = { id: number | null; contactId: number; connectionId: number }

/** Stored as usual, but without events. */
const store = (
  w: World,
  { id: ticketId, contactId, connectionId }: StoredTicket,
  body: string,
  createdAt = w.clock.now(),
) =>
  insertMessage(w.db, {
    ticketId,
    contactId,
    connectionId,
    body,
    createdAt,
    externalId: null,
    chat: null,
    clientId: null,
    fromMe: false,
    kind: 'chat',
    ack: 0,
    failure: null,
    quotedId: null,
    quoted: null,
    author: null,
    authorAddresses: null,
    userId: null,
    media: null,
    extra: null,
    secret: null,
  })

/** All pages. */
async function all(who: Attendant, words: string) {
  const bodies: string[] = []
  let page = await search(who, words)
  for (; ; page = await search(who, words, { after: page.next ?? '' })) {
    bodies.push(...page.hits.map(({ body }) => body))
    if (!page.hasMore) return bodies
  }
}

describe('order', () => {
  test('follows the time of sending, also for late messages, page by page, each once', async () => {
    const w = world()
    const ana = w.attendant([])
    const ticket = w.ticket({ status: 'closed' })
    const { below } = createRandom(5)
    const times = Array.from({ length: 700 }, (_, n) => w.clock.now() - below(40) * MINUTE - (n % 3) * DAY)
    for (const [n, at] of times.entries()) {
      store(w, ticket, `caixa ${at}`, at)
      if (n % 90 === 0) indexAll(w)
    }
    // More in one second than it has places.
    for (let n = 0; n < 400; n++) store(w, ticket, `fardo ${n}`, w.clock.now() - 9 * DAY)
    indexAll(w)
    const bodies = await all(ana, 'caixa')
    expect(bodies.map((body) => Math.floor(Number(body.split(' ')[1]) / SECOND))).toEqual(
      times.map((at) => Math.floor(at / SECOND)).toSorted((a, b) => b - a),
    )
    expect(new Set(await all(ana, 'fardo')).size).toBe(400)
  })

  test('is searched day by day for words that are frequent but never together', async () => {
    const w = world()
    const ana = w.attendant([])
    const ticket = w.ticket({ status: 'closed' })
    for (let n = 0; n < 400; n++)
      store(w, ticket, n === 399 ? 'par e impar' : n % 2 ? 'par' : 'impar', w.clock.now() - n * DAY)
    indexAll(w)
    w.db.$client.exec('UPDATE message_words SET messages = messages * 100000')
    expect(await all(ana, 'par impar')).toEqual(['par e impar'])
    expect(await all(ana, 'impa')).toHaveLength(201)
  })
})

describe('visibility', () => {
  test('equals what each user may read, in a ticket they see', async () => {
    const w = world()
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    const other = w.connection()
    const closedQueue = w.queue()
    w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', closedQueue)
    const people = [
      w.admin(),
      w.attendant([], { profile: 'supervisor' }),
      w.attendant([SALES]),
      w.attendant([SALES, closedQueue], { connections: [LOJA] }),
      w.attendant([SUPPORT], { connections: [other.id] }),
      w.attendant([], { allUserChat: true }),
      w.attendant([]),
    ]
    const { pick } = createRandom(3)
    const contacts = Array.from({ length: 6 }, (_, n) => w.contact({ number: `552199000444${n}` }))
    for (let n = 0; n < 40; n++) {
      const contact = pick(contacts)
      const connectionId = pick([LOJA, other.id])
      const ticket = w.ticket({
        contactId: contact.id,
        connectionId,
        queueId: pick([null, SALES, SUPPORT, closedQueue]),
        userId: pick([null, ...people.map(({ userId }) => userId)]),
        status: 'closed',
      })
      store(w, ticket, 'tulipa', w.clock.now() - n * MINUTE)
      if (n % 10 === 0) store(w, { ...ticket, id: null }, 'tulipa', w.clock.now() - n * MINUTE)
    }
    indexAll(w)
    const messages = w.rows<{ id: number; contact_id: number; ticket_id: number | null }>('SELECT * FROM messages')
    const counts = new Set<number>()
    for (const who of people) {
      // What the conversations this user can open show.
      const shown = new Map<number, number>()
      for (const { id: ticketId } of w.rows<{ id: number }>('SELECT id FROM tickets ORDER BY updated_at, id'))
        for (let page = 1; page < 9; page++) {
          const answer = await who.request(`/api/messages/${ticketId}?pageNumber=${page}&read=0`)
          if (answer.status !== 200) break
          const { messages } = (await answer.json()) as { messages: { id: number }[] } // the route's answer
          for (const { id } of messages) shown.set(id, ticketId)
        }
      const hits = []
      for (let after: string | null = ''; after !== null; ) {
        const page: MessageHits = await search(who, 'tulipa', after ? { after } : {})
        hits.push(...page.hits)
        after = page.next
      }
      expect(hits.map(({ messageId }) => messageId).toSorted()).toEqual([...shown.keys()].toSorted())
      for (const { messageId, ticketId, ticket } of hits) {
        expect((await who.request(`/api/tickets/u/${ticket.uuid}`)).status).toBe(200)
        const message = messages.find(({ id }) => id === messageId)
        expect(ticket).toMatchObject({ id: ticketId, contactId: message?.contact_id ?? 0 })
      }
      counts.add(hits.length)
      // The ticket list: the visible tickets of messages in them.
      const answer = await who.request('/api/tickets?searchParam=tulipa&messageSearch=true&showAll=true')
      const { tickets } = (await answer.json()) as { tickets: { id: number }[] } // likewise
      const seen = await Promise.all(
        messages.map(async ({ ticket_id: id }) =>
          id && (await who.request(`/api/tickets/${id}`)).status === 200 ? id : 0,
        ),
      )
      expect(tickets.map(({ id }) => id).toSorted()).toEqual([...new Set(seen)].filter((id) => id > 0).toSorted())
      expect(await (await who.request('/api/tickets?searchParam=tulipa')).json()).toMatchObject({ tickets: [] })
    }
    expect(counts.size).toBeGreaterThan(3)
  })

  test('is narrowed by filters', async () => {
    const w = world()
    const boss = w.admin()
    const ana = w.attendant([SALES])
    const other = w.connection()
    const say = (ticket: StoredTicket, body: string, at?: number) => store(w, ticket, body, at)
    say(w.ticket({ queueId: SALES, userId: ana.userId }), 'cravo das vendas')
    say(w.ticket({ queueId: SUPPORT, unread: 1 }), 'cravo do suporte')
    say(w.ticket({ connectionId: other.id }), 'cravo da outra loja', w.clock.now() - 3 * DAY)
    expect(await found(boss, 'cravo')).toEqual(['cravo do suporte', 'cravo das vendas', 'cravo da outra loja'])
    expect(await found(boss, 'cravo', { queueIds: `[${SALES}]` })).toEqual(['cravo das vendas'])
    expect(await found(boss, 'cravo', { queueIds: '[0]' })).toEqual(['cravo da outra loja'])
    expect(await found(boss, 'cravo', { connectionIds: `[${other.id}]` })).toEqual(['cravo da outra loja'])
    expect(await found(boss, 'cravo', { users: `[${ana.userId}]` })).toEqual(['cravo das vendas'])
    expect(await found(boss, 'cravo', { withUnreadMessages: 'true' })).toEqual(['cravo do suporte'])
    expect(await found(boss, 'cravo', { dateStart: '2026-02-26', dateEnd: '2026-02-28' })).toEqual([
      'cravo da outra loja',
    ])
    expect(await found(ana, 'cravo', { queueIds: `[${SUPPORT}]` })).toEqual([])
    const { id } = (await (await boss.json('/api/tags', 'POST', { name: 'VIP', color: '#112233' })).json()) as {
      id: number
    } // a tag
    await boss.json(`/api/ticket-tags/2/${id}`, 'PUT', undefined)
    expect(await found(boss, 'cravo', { tags: `[${id}]` })).toEqual(['cravo do suporte'])
  })
})
