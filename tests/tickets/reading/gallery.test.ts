/** The gallery: what is on which shelf, page by page, and who sees what. */
import { describe, expect, test } from 'bun:test'
import type { GalleryPage, Message, Shelf } from '../../../src/tickets/messages/contract'
import { MOST_READ } from '../../../src/tickets/reading/gallery'
import { liveGallery } from '../../../ui/features/messages/live'
import { addPage, applyChange, type LoadedList } from '../../../ui/shared/live/apply'
import { LiveBus } from '../../../ui/shared/live/bus'
import { type Attendant, SALES, SUPPORT } from '../../support/company-world'
import { announcedFile } from '../../support/telephones'
import { until } from '../../support/until'
import { type World, world } from '../../support/world'

const MARIA = '5521996124087'

async function gallery(who: Attendant, ticketId: number, shelf: string, after?: string | null) {
  const answer = await who.request(`/api/messages/gallery/${ticketId}?shelf=${shelf}${after ? `&after=${after}` : ''}`)
  return { status: answer.status, ...((await answer.json()) as GalleryPage) } // checked by each test
}
const bodies = async (who: Attendant, ticketId: number, shelf: Shelf) =>
  (await gallery(who, ticketId, shelf)).messages?.map(({ body }) => body)

/** Changes the kind of a message in the newest ticket; its text names the shelf it belongs to. */
const becomes = (w: World, body: string, kind: string) =>
  w.rows('UPDATE messages SET kind = ? WHERE body = ? RETURNING id', kind, body)

describe('the gallery', () => {
  test('has a shelf per kind, newest first, back into earlier tickets, without deleted messages', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    const said = ['foto', 'vídeo', 'figurinha', 'nota fiscal', 'música', 'voz', 'só palavras', 'veja https://a.example']
    for (const body of said) {
      w.clock.forward(1000)
      maria.says(body)
    }
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.api.tickets({ id: 1 }).put({ status: 'closed' })
    w.clock.forward(60_000)
    maria.says('e www.b.example')
    w.clock.forward(1000)
    maria.deletes(maria.says('segredo: https://c.example'))
    w.whatsapp.person('5521988887777').says('de outra: https://d.example')
    becomes(w, 'foto', 'image')
    becomes(w, 'vídeo', 'video')
    becomes(w, 'figurinha', 'sticker')
    becomes(w, 'nota fiscal', 'document')
    becomes(w, 'música', 'audio')
    becomes(w, 'voz', 'ptt')

    expect(await bodies(ana, 2, 'media')).toEqual(['vídeo', 'foto'])
    expect(await bodies(ana, 2, 'files')).toEqual(['música', 'nota fiscal'])
    expect(await bodies(ana, 2, 'links')).toEqual(['e www.b.example', 'veja https://a.example'])
    expect((await gallery(ana, 2, 'tudo')).status).toBe(400)
    expect((await gallery(ana, 2, 'media', 'x')).status).toBe(400)
  })

  test('returns pages without gaps or repetitions, even among messages of one instant', async () => {
    const w = world()
    const ana = w.attendant([])
    const maria = w.whatsapp.person(MARIA)
    for (let n = 0; n < 90; n++) maria.says(`https://loja.example/${n}`)
    const seen: string[] = []
    let after: string | null = null
    let pages = 0
    do {
      const page: GalleryPage = await gallery(ana, 1, 'links', after)
      seen.push(...page.messages.map(({ body }) => body))
      expect(page.hasMore).toBe(page.next !== null)
      after = page.next
      pages++
    } while (after !== null)
    expect(pages).toBe(3)
    expect(seen).toEqual(Array.from({ length: 90 }, (_, n) => `https://loja.example/${89 - n}`))
  })

  /** Maria wrote a link in sales, in support and in a restricted queue; then she came back to sales. */
  async function threeQueues() {
    const w = world()
    const few = w.queue({ name: 'Diretoria' })
    w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', few)
    const admin = w.admin()
    const maria = w.whatsapp.person(MARIA)
    for (const [at, queueId] of [SALES, SUPPORT, few, SALES].entries()) {
      w.clock.forward(60_000)
      maria.says(`https://fila${queueId}.example`)
      await admin.api.tickets({ id: at + 1 }).put({ status: 'open', queueId })
      if (at < 3) await admin.api.tickets({ id: at + 1 }).put({ status: 'closed' })
    }
    return { w, few, admin }
  }

  test('shows what the user may read in the conversation: everything but other people’s restricted queues', async () => {
    const { w, few, admin } = await threeQueues()
    const all = [SALES, few, SUPPORT, SALES].map((id) => `https://fila${id}.example`)
    const people = [
      { who: admin, sees: all },
      { who: w.attendant([SALES]), sees: all.filter((body) => !body.includes(`fila${few}`)) },
      { who: w.attendant([SALES, few]), sees: all },
      { who: w.attendant([SUPPORT]), sees: undefined },
    ]
    for (const { who, sees } of people) {
      expect(await bodies(who, 4, 'links')).toEqual(sees as string[])
      // As in the conversation itself.
      const { data } = await who.api.messages({ id: 4 }).get({ query: {} })
      const read = data?.messages.map(({ body }) => body).filter((body) => body.startsWith('https'))
      expect(read?.toReversed()).toEqual(sees)
    }
    expect((await gallery(w.attendant([SUPPORT]), 4, 'links')).status).toBe(404)
    expect((await gallery(w.company('Outra').admin(), 4, 'links')).status).toBe(404)
  })

  test('limits the work on hidden messages: a page ends, and the next one continues', async () => {
    const { w, few } = await threeQueues()
    const ana = w.attendant([SALES])
    // That many in the restricted queue, between those Ana may read.
    w.rows("UPDATE messages SET created_at = 1 WHERE body LIKE '%fila1%' AND ticket_id = 1 RETURNING id")
    const columns = w.rows<{ name: string }>('PRAGMA table_info(messages)').map(({ name }) => name)
    const kept = columns.filter((name) => !['id', 'created_at', 'external_id', 'client_id'].includes(name)).join(', ')
    w.db.$client.exec(`INSERT INTO messages (${kept}, created_at)
    WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= ${MOST_READ} + 100)
    SELECT ${kept}, i FROM n, (SELECT * FROM messages WHERE body = 'https://fila${few}.example' LIMIT 1)`)
    const first = await gallery(ana, 4, 'links')
    expect(first.messages).toHaveLength(2)
    expect(first.hasMore).toBe(true)
    const second = await gallery(ana, 4, 'links', first.next)
    expect(second.messages.map(({ body }) => body)).toEqual([`https://fila${SALES}.example`])
    expect(second.hasMore).toBe(false)
  })

  /** A screen: the shelf fetched once, and updated by the events the user receives. */
  async function opened(who: Attendant, ticketId: number, shelf: Shelf) {
    const { data } = await who.api.tickets({ id: ticketId }).get()
    if (!data) throw new Error('no ticket')
    const spec = liveGallery(data, shelf)
    const page = async () => {
      const { messages: items, hasMore } = await gallery(who, ticketId, shelf)
      return { items, hasMore }
    }
    let list: LoadedList<Message> = addPage<Message, unknown>(undefined, await page(), { rules: spec })
    const bus = new LiveBus(1)
    bus.listen((event) => {
      for (const handler of spec.handlers) {
        const change = handler(event)
        if (change) list = applyChange(list, change, spec)
      }
    })
    let read = who.frames.length
    return {
      fresh: async () => (await page()).items,
      shown() {
        for (const frame of who.frames.slice(read)) bus.receive(frame)
        read = who.frames.length
        return list.items
      },
    }
  }

  test('equals a fresh gallery after any events', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    const maria = w.whatsapp.person(MARIA)
    maria.says('https://a.example')
    await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
    const screens = await Promise.all(
      [admin, ana].flatMap((who) => (['media', 'files', 'links'] as const).map((shelf) => opened(who, 1, shelf))),
    )
    const counts: number[] = []
    const agree = async () => {
      for (const { shown, fresh } of screens) expect(shown()).toEqual(await fresh())
      counts.push(screens.reduce((sum, { shown }) => sum + shown().length, 0))
    }
    const steps: readonly (() => unknown)[] = [
      () => maria.says('https://b.example'),
      () => w.whatsapp.person('5521988887777').says('https://outra.example'),
      () => ana.json('/api/messages/1', 'POST', { body: 'veja www.c.example' }),
      () => maria.says('sem endereço'),
      () => maria.edits(maria.says('quase'), 'agora https://d.example'),
      () => maria.deletes(maria.says('https://e.example')),
      async () => {
        w.telephones.keepFile('T', Buffer.from('whole'))
        maria.says('', { kind: 'image', media: announcedFile('T') })
        await until(() => w.rows("SELECT 1 FROM messages WHERE media ->> '$.state' = 'ready'").length === 1)
      },
    ]
    for (const step of steps) {
      w.clock.forward(1000)
      await step()
      await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
      await agree()
    }
    expect(counts).toEqual([4, 4, 6, 6, 8, 8, 10])
  })
})
