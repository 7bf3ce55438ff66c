/** Opening a conversation: what its pages contain, and what counts as read. */
import { describe, expect, test } from 'bun:test'
import { SECOND } from '../../../src/platform/time'
import { ticketRead } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import { PAGE_SIZE } from '../../../src/tickets/reading/lines'
import { readMessage } from '../../../src/tickets/reading/shown'
import { SALES, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { world } from '../../support/world'
import { MARIA, talking } from '../messages/support'

describe('opening a conversation', () => {
  test('clears the unread count and sends read receipts, for its attendant', async () => {
    const { w, ana, maria, first } = await talking()
    const beto = w.attendant()
    const said = [maria.says('um'), maria.says('dois')]
    await beto.api.messages({ id: 1 }).get({ query: {} })
    expect(w.ticketNow(1).unread).toBe(3)
    expect(w.telephones.called('markRead')).toEqual([])
    await ana.api.messages({ id: 1 }).get({ query: {} })
    expect(w.ticketNow(1).unread).toBe(0)
    expect(beto.heard(ticketRead)).toEqual([{ ticketId: 1 }])
    expect(w.telephones.called('markRead')).toMatchObject([
      { detail: { to: MARIA, externalIds: [first.externalId, ...said.map(({ externalId }) => externalId)] } },
    ])
    await ana.api.messages({ id: 1 }).get({ query: {} })
    expect(w.telephones.called('markRead')).toHaveLength(1)
  })

  test('marks nothing as read with an older page', async () => {
    const { w, ana } = await talking()
    await ana.api.messages({ id: 1 }).get({ query: { pageNumber: '2' } })
    expect(w.ticketNow(1).unread).toBe(1)
  })

  test('shows pages newest first, each in reading order, over all visible tickets of the contact', async () => {
    const { w, ana, maria } = await talking()
    for (let n = 1; n <= 99; n++) {
      w.clock.forward(SECOND)
      maria.says(`m${n}`)
    }
    const pages: string[][] = []
    for (let more = true; more; ) {
      const { data } = await ana.api.messages({ id: 1 }).get({ query: { pageNumber: String(pages.length + 1) } })
      pages.unshift(data?.messages.map(({ body }) => body) ?? [])
      more = data?.hasMore ?? false
      if (more) expect(data?.messages).toHaveLength(PAGE_SIZE)
    }
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flat()).toEqual(['oi', ...Array.from({ length: 99 }, (_, n) => `m${n + 1}`)])
  })

  test('reaches far back with a long page, with everything in between and no more', async () => {
    const { ana, maria } = await talking()
    for (let n = 1; n <= 530; n++) maria.says(`m${n}`)
    const pageOf = async (query: { before?: string; far?: 'true' }) =>
      (await ana.api.messages({ id: 1 }).get({ query })).data
    const newest = await pageOf({ far: 'true' })
    expect(newest?.messages).toHaveLength(PAGE_SIZE)
    const long = await pageOf({ before: String(newest?.messages[0]?.id), far: 'true' })
    expect(long?.messages.map(({ body }) => body)).toEqual(Array.from({ length: 500 }, (_, n) => `m${n + 11}`))
    expect(long?.hasMore).toBe(true)
    const rest = await pageOf({ before: String(long?.messages[0]?.id), far: 'true' })
    expect(rest?.messages.map(({ body }) => body)).toEqual(['oi', ...Array.from({ length: 10 }, (_, n) => `m${n + 1}`)])
    expect(rest?.hasMore).toBe(false)
  })

  test('shows the same newest page to a user who sees everything, even among messages of one instant', async () => {
    const { w, ana, maria } = await talking()
    const admin = w.admin()
    const newest = async (person: typeof ana) => (await person.api.messages({ id: 1 }).get({ query: {} })).data
    for (let n = 1; n <= PAGE_SIZE + 2; n++) {
      if (n === 3) w.clock.forward(SECOND)
      maria.says(`m${n}`)
      const page = await newest(admin)
      expect(page).toEqual(await newest(ana))
      expect(page?.messages).toHaveLength(Math.min(n + 1, PAGE_SIZE))
    }
  })

  test('continues before the oldest loaded message, however many arrived meanwhile', async () => {
    const { w, ana, maria } = await talking()
    const say = (from: number, to: number) => {
      for (let n = from; n <= to; n++) maria.says(`m${n}`)
    }
    say(1, 2 * PAGE_SIZE + 5)
    const page = async (query: { before?: string }) => (await ana.api.messages({ id: 1 }).get({ query })).data
    const first = await page({})
    w.clock.forward(SECOND)
    say(200, 245)
    const second = await page({ before: String(first?.messages[0]?.id) })
    const third = await page({ before: String(second?.messages[0]?.id) })
    const held = [third, second, first].flatMap((one) => one?.messages.map(({ body }) => body))
    expect(held).toEqual(['oi', ...Array.from({ length: 2 * PAGE_SIZE + 5 }, (_, n) => `m${n + 1}`)])
    expect([first?.hasMore, second?.hasMore, third?.hasMore]).toEqual([true, true, false])
    expect((await page({ before: String(third?.messages[0]?.id) }))?.messages).toEqual([])
  })

  test('returns the fields of each message alone, in any script, over any connection', async () => {
    const w = world()
    const ana = w.attendant([], { name: 'Ana Conceição 🌻' })
    const maria = w.whatsapp.person(MARIA, { name: 'Zoë "Zé" 東京' })
    const words = ['não', 'até já 👍🏽', 'ação "entre" \\ aspas\n\t\u007f\u0085\u2028', 'إلى اللقاء']
    for (const said of words) maria.says(said)
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    for (const body of words)
      await ana.json('/api/messages/1', 'POST', { body, clientId: `número ${body}`.slice(0, 40) })
    await ana.json('/api/messages/registerComment/1', 'POST', { body: 'só para nós 🤫' })
    w.whatsapp.person(MARIA, { connectionId: w.connection().id }).says('pelo outro número')
    const page = await ana.request('/api/messages/1')
    const { messages } = JSON.parse(await page.text()) as { messages: Message[] }
    expect(messages).toStrictEqual(messages.map(({ id }) => readMessage(w.db, id)))
    expect(messages).toHaveLength(2 * words.length + 2)
  })

  test('finds nothing before a message of another conversation', async () => {
    const { w, ana } = await talking()
    const other = w.whatsapp.person('5511911112222')
    other.says('outra conversa')
    const [{ id }] = w.rows("SELECT id FROM messages WHERE body = 'outra conversa'") as [{ id: number }]
    for (const before of [id, 9_999]) {
      const { status } = await ana.api.messages({ id: 1 }).get({ query: { before: String(before) } })
      expect(status).toBe(404)
    }
  })

  test('marks nothing as read before a given message', async () => {
    const { w, ana } = await talking()
    const { status } = await ana.api.messages({ id: 1 }).get({ query: { before: String(messageId(1)) } })
    expect([status, w.ticketNow(1).unread]).toEqual([200, 1])
  })

  test('leaves out messages in a restricted queue of others', async () => {
    const { w, ana } = await talking()
    const other = w.connection({ queueIds: [SUPPORT] })
    ana.setQueues([SALES])
    await w.admin().api.queue({ id: SUPPORT }).put({ isRestricted: true })
    w.whatsapp.person(MARIA, { connectionId: other.id }).says('só para o suporte')
    const { data } = await ana.api.messages({ id: 1 }).get({ query: {} })
    expect(data?.messages.map(({ body }) => body)).toEqual(['oi'])
    expect(data?.tickets.map(({ id }) => id)).toEqual([1])
  })
})
