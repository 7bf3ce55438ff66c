/** A messenger that breaks under a call: what is ours is done all the same, and nobody meets a fault of ours. */
import { expect, test } from 'bun:test'
import { LOJA } from '../support/company-world'
import { quiet } from '../support/until'
import { world } from '../support/world'

test('a number it cannot look up is taken as typed', async () => {
  const w = world()
  w.telephones.breakAt('lookUp')
  const answer = await w.attendant().api.contacts.post({ name: 'Maria', number: '5521996124087' })
  expect([answer.status, answer.data?.number]).toEqual([200, '5521996124087'])
})

test('a check of a number that gets no answer is refused with that reason', async () => {
  const w = world()
  w.telephones.breakAt('lookUp')
  const answer = await w.attendant().request('/api/contacts/check/5521996124087')
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'ERR_WAPP_CHECK_CONTACT' }])
})

test('read receipts it does not take leave the conversation read', async () => {
  const w = world()
  const ana = w.attendant()
  w.telephones.breakAt('markRead')
  w.whatsapp.person('5521996124087').says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  expect((await ana.api.messages({ id: 1 }).get({ query: {} })).status).toBe(200)
  await quiet()
  expect(w.ticketNow(1).unread).toBe(0)
})

test('a session it does not end is ended here: disconnected, removed, its number free', async () => {
  const w = world()
  const admin = w.admin()
  const second = w.connection()
  w.telephones.breakAt('logout')
  expect((await admin.api.whatsappsession({ id: LOJA }).delete()).data?.status).toBe('DISCONNECTED')
  expect((await admin.api.whatsapp({ id: second.id }).delete()).status).toBe(200)
  expect(w.server.databases.control.$client.prepare('SELECT 1 FROM channel_accounts').all()).toEqual([])
  expect(w.logged.filter(({ msg }) => msg.includes('not ended'))).toHaveLength(2)
})
