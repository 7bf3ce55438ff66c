/** A crud list: its rows under events, and its changes before the server has answered. */
import { describe, expect, spyOn, test } from 'bun:test'
import * as v from 'valibot'
import { defineEvent, type LiveEvent, wireName } from '../../../src/platform/events'
import { LiveBus, on } from '../../../ui/shared/live/bus'
import { attachBus } from '../../../ui/shared/live/live-query'
import { type CrudRoutes, type CrudSpec, liveCrud } from '../../../ui/shared/live/liveCrud'
import { createQueryClient } from '../../../ui/shared/queryClient'

type Tag = { id: number; name: string; tickets: number }
type Search = { search: string }

const tagUpdated = defineEvent('tag.update', v.object({ tag: v.object({ id: v.number(), name: v.string() }) }))
const tagDeleted = defineEvent('tag.delete', v.object({ tagId: v.number() }))
const spec: CrudSpec<Tag> = {
  key: ['tags'],
  compare: (a, b) => a.name.localeCompare(b.name),
  merge: (known, tag) => ({ ...tag, tickets: tag.tickets || known.tickets }),
  events: [
    on(tagUpdated, ({ tag }) => ({ put: { ...tag, tickets: 0 } })),
    on(tagDeleted, ({ tagId }) => ({ drop: tagId })),
  ],
  refetchOn: [on(tagDeleted, () => true)],
}
const some: readonly Tag[] = [
  { id: 1, name: 'Orçamento', tickets: 3 },
  { id: 2, name: 'VIP', tickets: 7 },
]

/** A page with the list open. */
function page(routes: Partial<CrudRoutes<Tag, Partial<Tag>, Partial<Tag>>> = {}) {
  const client = createQueryClient()
  const bus = new LiveBus(1)
  attachBus(client, bus)
  let asked = 0
  const tags = liveCrud<Tag, Partial<Tag>, Partial<Tag>>({
    ...spec,
    routes: {
      list: async () => {
        asked++
        return some
      },
      ...routes,
    },
  })
  const says = (event: LiveEvent) => {
    const { event: name, action } = wireName(event.name, 1)
    bus.receive({ event: name, data: { action, ...event.payload }, seq: 1 })
  }
  const rows = () => client.getQueryData(tags.list().queryKey)?.items ?? []
  return { client, tags, says, rows, asked: () => asked, open: () => client.fetchQuery(tags.list()) }
}

const names = (rows: readonly Tag[]) => rows.map(({ name }) => name)
const refused = new Error('refused')
const refuse = () => Promise.reject(refused)

describe('its rows', () => {
  test('follow the events in the server’s order, without a mounted component', async () => {
    const p = page()
    await p.open()
    p.says(tagUpdated({ tag: { id: 3, name: 'Garantia' } }))
    p.says(tagUpdated({ tag: { id: 1, name: 'Zelo' } }))
    expect(names(p.rows())).toEqual(['Garantia', 'VIP', 'Zelo'])
    // Keeps what the event does not carry.
    expect(p.rows()[2]?.tickets).toBe(3)
    p.says(tagDeleted({ tagId: 2 }))
    expect(names(p.rows())).toEqual(['Garantia', 'Zelo'])
  })

  test('include events that arrived during the fetch', async () => {
    const answer = Promise.withResolvers<readonly Tag[]>()
    const p = page({ list: () => answer.promise })
    const opening = p.open()
    await Promise.resolve()
    p.says(tagUpdated({ tag: { id: 1, name: 'Zelo' } }))
    answer.resolve(some)
    await opening
    expect(names(p.rows())).toEqual(['VIP', 'Zelo'])
  })

  test('are refetched once after events that do not carry everything', async () => {
    const p = page()
    await p.open()
    const { promise: refetched, resolve } = Promise.withResolvers<void>()
    p.client
      .getQueryCache()
      .subscribe(({ type, query }) => type === 'updated' && query.state.isInvalidated && resolve())
    const timers = spyOn(globalThis, 'setTimeout')
    p.says(tagDeleted({ tagId: 2 }))
    p.says(tagDeleted({ tagId: 1 }))
    expect(timers).toHaveBeenCalledTimes(1)
    timers.mockRestore()
    expect(p.asked()).toBe(1)
    await refetched
    // Not mounted: refetched at the next mount.
    await p.open()
    expect(p.asked()).toBe(2)
  })

  test('of a large list are one page, filtered by the server, which alone knows what a search matches', async () => {
    const client = createQueryClient()
    const bus = new LiveBus(1)
    attachBus(client, bus)
    const views: Search[] = []
    const tags = liveCrud<Tag, never, never, Search>({
      key: ['tags'],
      compare: (a, b) => a.id - b.id,
      events: spec.events,
      onlyServerAdds: ({ search }) => search !== '',
      routes: {
        list: async ({ view }) => {
          views.push(view)
          return { items: some.filter(({ name }) => name.includes(view.search)), hasMore: false }
        },
      },
    })
    const query = tags.list({ search: 'VI' })
    await client.fetchQuery(query)
    const { event, action } = wireName(tagUpdated({ tag: { id: 9, name: 'Aviso' } }).name, 1)
    bus.receive({ event, data: { action, tag: { id: 9, name: 'Aviso' } }, seq: 1 })
    expect(names(client.getQueryData(query.queryKey)?.items ?? [])).toEqual(['VIP'])
    expect(views).toEqual([{ search: 'VI' }])
  })
})

describe('its changes', () => {
  test('show created, updated and removed rows without waiting for events', async () => {
    const p = page({
      create: async (tag) => ({ id: 3, name: '', tickets: 0, ...tag }),
      update: async (id, tag) => ({ id, name: '', tickets: 0, ...tag }),
      remove: async () => null,
    })
    await p.open()
    await p.tags.create(p.client, { name: 'Novo' })
    await p.tags.update(p.client, 1, { name: 'Antigo' })
    await p.tags.remove(p.client, 2)
    expect(names(p.rows())).toEqual(['Antigo', 'Novo'])
  })

  test('a guess shows at once, in its place', async () => {
    const answer = Promise.withResolvers<Tag>()
    const p = page({ update: () => answer.promise })
    await p.open()
    const saving = p.tags.update(p.client, 1, { name: 'Zelo' }, { name: 'Zelo' })
    expect(names(p.rows())).toEqual(['VIP', 'Zelo'])
    answer.resolve({ id: 1, name: 'Zelo', tickets: 3 })
    await saving
    expect(names(p.rows())).toEqual(['VIP', 'Zelo'])
  })

  test('a refused guess is reverted, but not what another user changed meanwhile', async () => {
    const p = page({ update: refuse })
    await p.open()
    const saving = p.tags.update(p.client, 1, {}, { name: 'Zelo', tickets: 99 })
    p.says(tagUpdated({ tag: { id: 1, name: 'Deles' } }))
    await expect(saving).rejects.toBe(refused)
    expect(p.rows().find(({ id }) => id === 1)).toEqual({ id: 1, name: 'Deles', tickets: 3 })
  })

  test('a refused removal keeps the row', async () => {
    const p = page({ remove: refuse })
    await p.open()
    await expect(p.tags.remove(p.client, 1)).rejects.toBe(refused)
    expect(p.rows()).toHaveLength(2)
  })
})
