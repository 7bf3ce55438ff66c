import { describe, expect, test } from 'bun:test'
import { QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { defineEvent, wireName } from '../../../src/platform/events'
import type { LoadedList, Page } from '../../../ui/shared/live/apply'
import { LiveBus, on } from '../../../ui/shared/live/bus'
import {
  applyNews,
  applyToCache,
  changeLists,
  type LiveListSpec,
  liveListQuery,
  liveRowQuery,
  loadNextPage,
  refreshLists,
  removeFromLists,
  retryFailed,
} from '../../../ui/shared/live/live-query'
import { createQueryClient } from '../../../ui/shared/queryClient'
import { failureOf } from '../../../ui/shared/session/failure'

type Row = { id: number; at: number; text: string }
const rowUpdated = defineEvent(
  'row.update',
  v.object({ row: v.object({ id: v.number(), at: v.number(), text: v.string() }) }),
)
const rowDeleted = defineEvent('row.delete', v.object({ rowId: v.number() }))

const row = (id: number, at = id, text = `r${id}`): Row => ({ id, at, text })
const handlers = [on(rowUpdated, ({ row }) => ({ put: row })), on(rowDeleted, ({ rowId }) => ({ drop: rowId }))]
const rules = {
  id: (row: Row) => row.id,
  belongs: () => true,
  compare: (a: Row, b: Row) => b.at - a.at,
  merge: (current: Row, incoming: Row) => (incoming.at < current.at ? current : incoming),
}

function desk(fetchPage: (page: number, after: string | undefined) => Page<Row> | Promise<Page<Row>>) {
  const client = createQueryClient()
  const bus = new LiveBus(1)
  bus.listen((event) => applyToCache(client, event))
  const spec: LiveListSpec<Row> = {
    ...rules,
    key: ['rows'],
    handlers,
    fetchPage: async ({ page, after }) => fetchPage(page, after),
  }
  const says = (event: ReturnType<typeof rowUpdated>, companyId = 1) => {
    const { event: name, action } = wireName(event.name, companyId)
    bus.receive({ event: name, data: { action, ...event.payload }, seq: 1 })
  }
  const ids = () => client.getQueryData<LoadedList<Row>>(['rows'])?.items.map(({ id }) => id)
  return { client, bus, spec, says, ids, open: () => client.fetchQuery(liveListQuery(client, bus, spec)) }
}

describe('a live list', () => {
  test('is kept up to date while no component shows it', async () => {
    const d = desk(() => ({ items: [row(2), row(1)], hasMore: false }))
    await d.open()
    d.says(rowUpdated({ row: row(3) }))
    d.says(rowDeleted({ rowId: 1 }))
    expect(d.ids()).toEqual([3, 2])
  })

  test('loses no event that arrives while its page is fetched', async () => {
    const { promise, resolve } = Promise.withResolvers<Page<Row>>()
    const d = desk(() => promise)
    const opening = d.open()
    d.says(rowUpdated({ row: row(3) }))
    d.says(rowDeleted({ rowId: 1 }))
    resolve({ items: [row(2), row(1)], hasMore: false })
    await opening
    expect(d.ids()).toEqual([3, 2])
  })

  test('applies this screen’s unsent changes to each page', async () => {
    const d = desk((page) => ({ items: [row(10 - page * 2), row(9 - page * 2)], hasMore: page < 2 }))
    const spec = { ...d.spec, unsent: () => [{ put: row(9) }, { drop: 8 }, { drop: 5 }] }
    await d.client.fetchQuery(liveListQuery(d.client, d.bus, spec))
    expect(d.ids()).toEqual([9, 7])
    await loadNextPage(d.client, d.bus, spec)
    expect(d.ids()).toEqual([9, 7, 6])
  })

  test('keeps a row out whose removal can still be undone, whatever pages and events bring', async () => {
    const d = desk((page) => ({ items: page === 1 ? [row(4), row(3)] : [row(2), row(1)], hasMore: page < 2 }))
    await d.open()
    const undo = [removeFromLists(d.client, ['rows'], 3), removeFromLists(d.client, [], 1)]
    await refreshLists(d.client)
    await d.open()
    expect(d.ids()).toEqual([4])
    await loadNextPage(d.client, d.bus, d.spec)
    expect(d.ids()).toEqual([4, 2])
    d.says(rowUpdated({ row: row(3, 9) }))
    expect(d.ids()).toEqual([4, 2])
    for (const end of undo) end()
    await refreshLists(d.client)
    await d.open()
    expect(d.ids()).toEqual([4, 3, 2, 1])
  })

  test('grows page by page, and is refreshed to the same length', async () => {
    const asked: number[] = []
    const d = desk((page) => {
      asked.push(page)
      return { items: [row(10 - page * 2), row(9 - page * 2)], hasMore: page < 3 }
    })
    await d.open()
    await loadNextPage(d.client, d.bus, d.spec)
    expect(d.ids()).toEqual([8, 7, 6, 5])
    await refreshLists(d.client)
    await d.open()
    expect(d.ids()).toEqual([8, 7, 6, 5])
    await loadNextPage(d.client, d.bus, d.spec)
    await loadNextPage(d.client, d.bus, d.spec)
    expect(d.ids()).toEqual([8, 7, 6, 5, 4, 3])
    expect(asked).toEqual([1, 2, 1, 2, 3])
  })

  test('loses no change of its own that is made while its page is fetched', async () => {
    const page = Promise.withResolvers<Page<Row>>()
    let isFirst = true
    const d = desk(() => {
      if (!isFirst) return page.promise
      isFirst = false
      return { items: [row(1)], hasMore: false }
    })
    await d.open()
    const refresh = d.client.refetchQueries({ queryKey: ['rows'] })
    changeLists(d.client, ['rows'], { put: row(2) }) // the answer to a request, whose event is missed
    page.resolve({ items: [row(1)], hasMore: false })
    await refresh
    expect(d.ids()).toEqual([2, 1])
  })

  test('continues after its last row, however much arrived meanwhile', async () => {
    const asked: (string | undefined)[] = []
    const rows = Array.from({ length: 6 }, (_, at) => row(at + 1))
    const d = desk((_, after) => {
      asked.push(after)
      const older = rows.filter(({ id }) => after === undefined || id < Number(after)).toReversed()
      return { items: older.slice(0, 2), hasMore: older.length > 2, next: older[1]?.id.toString() }
    })
    await d.open()
    for (let id = 7; id <= 20; id++) d.says(rowUpdated({ row: row(id) }))
    await loadNextPage(d.client, d.bus, d.spec)
    expect(d.ids()?.slice(-4)).toEqual([6, 5, 4, 3])
    await refreshLists(d.client)
    await d.open()
    await loadNextPage(d.client, d.bus, d.spec)
    expect(asked).toEqual([undefined, '5', undefined, '5', '3'])
  })

  test('keeps pages loaded far back when only the beginning is refetched', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => row(at + 1))
    const d = desk((_, after) => {
      const older = rows.filter(({ id }) => after === undefined || id < Number(after)).toReversed()
      return { items: older.slice(0, 3), hasMore: older.length > 3, next: older[2]?.id.toString() }
    })
    const kept: LiveListSpec<Row> = { ...d.spec, tail: 'kept' }
    await d.client.fetchQuery(liveListQuery(d.client, d.bus, kept))
    await loadNextPage(d.client, d.bus, kept)
    rows.push(row(10), row(11))
    await d.client.invalidateQueries({ queryKey: ['rows'] })
    await d.client.fetchQuery(liveListQuery(d.client, d.bus, kept))
    expect(d.ids()).toEqual([11, 10, 9, 8, 7, 6, 5, 4])
    await loadNextPage(d.client, d.bus, kept)
    expect(d.ids()).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('keeps nothing loaded far back if events were missed', async () => {
    let rows = Array.from({ length: 9 }, (_, at) => row(at + 1))
    const d = desk((_, after) => {
      const older = rows.filter(({ id }) => after === undefined || id < Number(after)).toReversed()
      return { items: older.slice(0, 3), hasMore: older.length > 3, next: older[2]?.id.toString() }
    })
    const kept: LiveListSpec<Row> = { ...d.spec, tail: 'kept' }
    const open = () => d.client.fetchQuery(liveListQuery(d.client, d.bus, kept))
    await open()
    await loadNextPage(d.client, d.bus, kept)
    rows = rows.filter(({ id }) => id !== 5).map((one) => (one.id === 4 ? row(4, 4, 'deleted') : one))
    await refreshLists(d.client)
    d.says(rowUpdated({ row: row(10) }))
    rows.push(row(10))
    await open()
    expect(d.ids()).toEqual([10, 9, 8, 7, 6, 4])
    expect(d.client.getQueryData<LoadedList<Row>>(['rows'])?.items.at(-1)?.text).toBe('deleted')
    rows.push(row(11))
    await d.client.invalidateQueries({ queryKey: ['rows'] })
    await open()
    expect(d.ids()).toEqual([11, 10, 9, 8, 7, 6, 4])
  })

  test('that must be refetched is, whatever events arrive before it is shown', async () => {
    const rows = [row(2), row(1)]
    const d = desk(() => ({ items: [...rows], hasMore: false }))
    await d.open()
    rows.unshift(row(4), row(3)) // while the network was down
    await refreshLists(d.client)
    d.says(rowUpdated({ row: row(5) }))
    changeLists<Row>(d.client, ['rows'], { patch: 1, with: (old) => ({ ...old, text: 'mine' }) })
    rows.unshift(row(5))
    await d.open()
    expect(d.ids()).toEqual([5, 4, 3, 2, 1])
  })

  test('that failed to refetch is requested again, also after an event', async () => {
    let answer: () => Page<Row> | Promise<Page<Row>> = () => ({ items: [row(1)], hasMore: false })
    const d = desk(() => answer())
    const stop = new QueryObserver(d.client, liveListQuery(d.client, d.bus, d.spec)).subscribe(() => undefined)
    await d.open()
    answer = () => Promise.reject(failureOf(404, null))
    await refreshLists(d.client)
    d.says(rowUpdated({ row: row(3) }))
    answer = () => ({ items: [row(3), row(2), row(1)], hasMore: false })
    await retryFailed(d.client)
    expect(d.ids()).toEqual([3, 2, 1])
    stop()
  })

  test('that failed to load is requested again while it is shown', async () => {
    const client = createQueryClient()
    let isDown = true
    let asked = 0
    const answer = () => {
      asked++
      return isDown ? Promise.reject(failureOf(404, null)) : Promise.resolve('here')
    }
    const shown = new QueryObserver(client, { queryKey: ['shown'], queryFn: answer })
    const fine = new QueryObserver(client, {
      queryKey: ['fine'],
      queryFn: () => asked++,
      initialData: 0,
      staleTime: 9e9,
    })
    const stops = [shown.subscribe(() => undefined), fine.subscribe(() => undefined)]
    await client.prefetchQuery({ queryKey: ['hidden'], queryFn: answer })
    await shown.refetch()
    isDown = false
    asked = 0
    await retryFailed(client)
    expect([shown.getCurrentResult().data, asked]).toEqual(['here', 1])
    for (const stop of stops) stop()
  })

  test('shows this screen’s changes at once', async () => {
    const d = desk(() => ({ items: [row(2), row(1)], hasMore: false }))
    await d.open()
    changeLists<Row>(d.client, ['rows'], { patch: 1, with: (old) => ({ ...old, text: 'mine' }) })
    expect(d.client.getQueryData<LoadedList<Row>>(['rows'])?.items[1]?.text).toBe('mine')
  })

  test('updates the extra data of its pages, also during a fetch', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const d = desk(() => ({ items: [row(1)], hasMore: false }))
    const spec: LiveListSpec<Row, string[]> = {
      ...d.spec,
      fetchPage: async () => promise.then(() => ({ items: [row(1)], hasMore: false, extra: ['page'] })),
      joinExtra: (before, after) => [...(before ?? []), ...after],
      extraHandlers: [on(rowDeleted, ({ rowId }) => [`gone ${rowId}`])],
    }
    const opening = d.client.fetchQuery(liveListQuery(d.client, d.bus, spec))
    d.says(rowDeleted({ rowId: 8 }))
    resolve()
    await opening
    d.says(rowDeleted({ rowId: 9 }))
    expect(d.client.getQueryData<LoadedList<Row, string[]>>(['rows'])?.extra).toEqual(['page', 'gone 8', 'gone 9'])
  })

  test('ignores other companies’ events', async () => {
    const d = desk(() => ({ items: [row(1)], hasMore: false }))
    await d.open()
    d.says(rowUpdated({ row: row(2) }), 12)
    expect(d.ids()).toEqual([1])
  })
})

test('a whole query keeps an event newer than the response in flight, and is still fetched when due', async () => {
  const client = createQueryClient()
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const line = { queryKey: ['lines'], queryFn: () => promise }
  const first = client.fetchQuery(line)
  applyNews(client, line.queryKey, (known: string[]) => [...known, 'open'])
  resolve(['opening'])
  await first
  expect(client.getQueryData<string[]>(line.queryKey)).toEqual(['opening', 'open'])
  await client.invalidateQueries(line)
  applyNews(client, line.queryKey, () => ['closed'])
  expect(client.getQueryState(line.queryKey)).toMatchObject({ data: ['closed'], isInvalidated: true })
})

describe('a single row', () => {
  test('follows its events and is null once it is gone', async () => {
    const d = desk(() => ({ items: [], hasMore: false }))
    const query = liveRowQuery(d.bus, {
      key: ['one', 1],
      fetch: async () => row(1),
      id: rules.id,
      merge: rules.merge,
      handlers,
    })
    await d.client.fetchQuery(query)
    d.says(rowUpdated({ row: row(1, 5, 'new') }))
    d.says(rowUpdated({ row: row(2) }))
    expect(d.client.getQueryData<Row>(['one', 1])).toEqual(row(1, 5, 'new'))
    d.says(rowDeleted({ rowId: 1 }))
    expect(d.client.getQueryData<Row | null>(['one', 1])).toBeNull()
  })
})
