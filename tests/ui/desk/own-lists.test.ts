/** Initial state of each user's lists. */
import { afterEach, expect, test } from 'bun:test'
import type { SignedIn } from '../../../src/users/contract'
import { kept } from '../../support/local-storage'

const { store } = await import('../../../ui/shared/store')
const { dropSession, keepSession } = await import('../../../ui/shared/session/session')
const { choiceAtom, lateFilterAtom, ordersAtom, segmentAtom, showAllAtom, tabAtom } = await import(
  '../../../ui/features/desk/listState'
)

const session = (profile: string, allUserChat = false, id = 1) =>
  ({ token: 't', user: { id, profile, allUserChat, company: { uuidCompany: 'aurora' } } }) as unknown as SignedIn // no other fields are read

afterEach(() => {
  dropSession()
  kept.clear()
})

test.each([
  ['an admin', session('admin'), true],
  ['a supervisor', session('supervisor'), false],
  ['an attendant', session('user'), false],
  ['an attendant who sees everybody’s conversations', session('user', true), true],
])('%s starts with everybody’s tickets, or with their own', (_, who, everybodys) => {
  keepSession(who)
  expect(store.get(showAllAtom)).toBe(everybodys)
})

test('waiting tickets are sorted by longest wait until the user changes it; other users are unaffected', () => {
  keepSession(session('user'))
  store.set(segmentAtom, 'pending')
  expect(store.get(choiceAtom)).toMatchObject({ status: 'pending', order: 'waiting', lateOnly: false })
  store.set(ordersAtom, { ...store.get(ordersAtom), pending: 'recent' })
  store.set(lateFilterAtom, true)
  expect(store.get(choiceAtom)).toMatchObject({ order: 'recent', lateOnly: true })
  dropSession()
  keepSession(session('user', false, 2))
  store.set(segmentAtom, 'pending')
  expect(store.get(choiceAtom)).toMatchObject({ order: 'waiting', lateOnly: false })
})

test('groups have a segment choice of their own, which starts with attended ones', () => {
  keepSession(session('user'))
  store.set(segmentAtom, 'pending')
  store.set(tabAtom, 'group')
  expect(store.get(choiceAtom)).toMatchObject({ status: 'open', isGroup: true })
  store.set(tabAtom, 'open')
  expect(store.get(choiceAtom)).toMatchObject({ status: 'pending', isGroup: false })
})
