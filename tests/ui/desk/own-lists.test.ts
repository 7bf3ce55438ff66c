/** What each person's lists begin with. */
import { afterEach, expect, test } from 'bun:test'
import type { SignedIn } from '../../../src/users/contract'
import { kept } from '../../support/local-storage'

const { store } = await import('../../../ui/shared/store')
const { dropSession, keepSession } = await import('../../../ui/shared/session/session')
const { choiceAtom, lateFilterAtom, ordersAtom, segmentAtom, showAllAtom, tabAtom } = await import(
  '../../../ui/features/desk/list/state'
)

const session = (profile: string, allUserChat = false, id = 1) =>
  ({ token: 't', user: { id, profile, allUserChat, company: { uuidCompany: 'aurora' } } }) as unknown as SignedIn // all that is read here

afterEach(() => {
  dropSession()
  kept.clear()
})

test.each([
  ['an admin', session('admin'), true],
  ['a supervisor', session('supervisor'), false],
  ['an attendant', session('user'), false],
  ['an attendant who sees everybody’s conversations', session('user', true), true],
])('%s begins with everybody’s tickets, or with their own', (_, who, everybodys) => {
  keepSession(who)
  expect(store.get(showAllAtom)).toBe(everybodys)
})

test('those who wait come by the longest wait, until the person wants it otherwise; another is not concerned', () => {
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

test('groups have a half of their own: who looks at those who wait finds the groups they attend', () => {
  keepSession(session('user'))
  store.set(segmentAtom, 'pending')
  store.set(tabAtom, 'group')
  expect(store.get(choiceAtom)).toMatchObject({ status: 'open', isGroup: true })
  store.set(tabAtom, 'open')
  expect(store.get(choiceAtom)).toMatchObject({ status: 'pending', isGroup: false })
})
