/** The desk's address restores the same list for everybody. */
import { afterEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { SignedIn } from '../../../src/users/contract'
import { kept } from '../../support/local-storage'

const { store } = await import('../../../ui/shared/store')
const { dropSession, keepSession } = await import('../../../ui/shared/session/session')
const { choiceAtom, connectionFilterAtom, lateFilterAtom, segmentAtom, showAllAtom, tabAtom, viewAtom } = await import(
  '../../../ui/features/desk/listState'
)
const { DeskView } = await import('../../../ui/features/desk/view')

const session = (profile: string, id: number) =>
  ({ token: 't', user: { id, profile, company: { uuidCompany: 'aurora' } } }) as unknown as SignedIn // no other fields are read

afterEach(() => {
  dropSession()
  kept.clear()
})

/** Encoded for the address and parsed back. */
const address = () => v.parse(DeskView, JSON.parse(JSON.stringify(store.get(viewAtom))))

test.each([
  { tab: 'closed', attendant: 3, all: false, from: '2026-11-01', to: '2026-11-21' },
  { tab: 'search', search: 'sofá 42', tags: [2, 5], unread: true },
  { status: 'pending', queues: [0, 4], connections: [2], late: true },
  { tab: 'group', status: 'pending', from: '2026-11-01' },
] as const)('%p is the list of another person too', (wanted) => {
  keepSession(session('admin', 71))
  store.set(viewAtom, v.parse(DeskView, wanted))
  expect(JSON.stringify(address())).toBe(JSON.stringify(v.parse(DeskView, wanted)))
  const [restored, choice] = [address(), store.get(choiceAtom)]
  keepSession(session('admin', 72))
  store.set(connectionFilterAtom, [9])
  store.set(lateFilterAtom, true)
  store.set(viewAtom, restored)
  expect(store.get(choiceAtom)).toEqual(choice)
})

test('omits defaults and drops invalid values', () => {
  keepSession(session('user', 73))
  expect(JSON.stringify(address())).toBe('{}')
  store.set(
    viewAtom,
    v.parse(DeskView, { tab: 'lost', status: 'pending', queues: [-1], tags: [], unread: 'yes', all: true }),
  )
  expect([store.get(tabAtom), store.get(segmentAtom), store.get(showAllAtom)]).toEqual(['open', 'pending', false])
  expect(JSON.stringify(address())).toBe('{"status":"pending"}')
})

test('leaving the search clears its text', () => {
  keepSession(session('user', 74))
  store.set(viewAtom, v.parse(DeskView, { search: 'entrega' }))
  expect(store.get(tabAtom)).toBe('search')
  store.set(tabAtom, 'open')
  expect(store.get(choiceAtom).search).toBe('')
  expect(JSON.stringify(address())).toBe('{}')
})
