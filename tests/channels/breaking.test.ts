/** Calls to the messenger that throw: our own work is done anyway, and no request ends with an internal error. */
import { expect, test } from 'bun:test'
import { listClaims } from '../support/claims'
import { LOJA } from '../support/company-world'
import { quiet } from '../support/until'
import { world } from '../support/world'

test('a number that cannot be looked up is stored as typed', async () => {
  const w = world()
  w.telephones.breakAt('lookUp')
  const answer = await w.attendant().api.contacts.post({ name: 'Maria', number: '5521996124087' })
  expect([answer.status, answer.data?.number]).toEqual([200, '5521996124087'])
})

test('a number check without an answer is refused with that reason', async () => {
  const w = world()
  w.telephones.breakAt('lookUp')
  const answer = await w.attendant().request('/api/contacts/check/5521996124087')
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'ERR_WAPP_CHECK_CONTACT' }])
})

test('a conversation stays read when its read receipts fail', async () => {
  const w = world()
  const ana = w.attendant()
  w.telephones.breakAt('markRead')
  w.whatsapp.person('5521996124087').says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  expect((await ana.api.messages({ id: 1 }).get({ query: {} })).status).toBe(200)
  await quiet()
  expect(w.ticketNow(1).unread).toBe(0)
})

test('a session whose log-out fails is ended here: disconnected, removed, its number free', async () => {
  const w = world()
  const admin = w.admin()
  const second = w.connection()
  w.telephones.breakAt('logout')
  expect((await admin.api.whatsappsession({ id: LOJA }).delete()).data?.status).toBe('DISCONNECTED')
  expect((await admin.api.whatsapp({ id: second.id }).delete()).status).toBe(200)
  expect(listClaims(w.control, 'account')).toEqual([])
  expect(w.logged.filter(({ msg }) => msg.includes('not ended'))).toHaveLength(2)
})
