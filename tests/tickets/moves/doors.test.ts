/** The doors of a contact, and how a conversation goes on over another one. */
import { expect, test } from 'bun:test'
import { execute } from '../../../src/platform/sql'
import { DAY, HOUR } from '../../../src/platform/time'
import type { Door } from '../../../src/tickets/contract'
import { LOJA, SALES } from '../../support/company-world'
import { world } from '../../support/world'

const NUMBER = '5521996124087'
const IGSID = '17841400000000001'

/** Lavínia writes to the Instagram account, and is known there and by her number. */
function known() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const { id: instagram } = w.connection({ channel: 'instagram', name: 'Insta', open: false })
  const { id: other } = w.connection({ channel: 'instagram', name: 'Outra', open: false })
  const { id: official } = w.connection({ channel: 'whatsapp_cloud', name: 'Oficial', open: false })
  const contact = w.contact({
    addresses: [
      { kind: 'igsid', value: IGSID },
      { kind: 'phone', value: NUMBER },
    ],
  })
  const lavinia = w.whatsapp.person(IGSID, { connectionId: instagram, kind: 'igsid', name: 'Lavínia' })
  lavinia.says('oi')
  const [ticket] = w.rows<{ id: number }>('SELECT id FROM tickets')
  const id = ticket?.id ?? 0
  execute(w.db, `UPDATE tickets SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?`, [ana.userId, SALES, id])
  const doors = async () => (await (await ana.request(`/api/tickets/${id}/doors`)).json()) as Door[] // the route's contract
  const goOn = (whatsappId: number) => ana.json(`/api/tickets/${id}/doors`, 'POST', { whatsappId })
  return { w, ana, id, contact, lavinia, instagram, other, official, doors, goOn }
}

test('lists the connections that reach the contact, the own one first, with what is possible there', async () => {
  const { doors, instagram, official } = known()
  const found = await doors()
  expect(found.map(({ whatsapp, address, state }) => [whatsapp.id, address, state])).toEqual([
    [instagram, null, 'open'],
    [LOJA, NUMBER, 'open'],
    [official, NUMBER, 'template'],
  ])
})

test('a window ends', async () => {
  const { w, doors, instagram, official } = known()
  w.whatsapp.person(NUMBER, { connectionId: official }).says('aqui')
  const stateThen = async () =>
    Object.fromEntries((await doors()).map(({ whatsapp, state }) => [whatsapp.id, state] as const))
  expect(await stateThen()).toEqual({ [instagram]: 'open', [LOJA]: 'open', [official]: 'open' })
  w.clock.forward(25 * HOUR)
  expect(await stateThen()).toEqual({ [instagram]: 'open', [LOJA]: 'open', [official]: 'template' })
  w.clock.forward(7 * DAY)
  expect(await stateThen()).toEqual({ [instagram]: 'closed', [LOJA]: 'open', [official]: 'template' })
})

test('goes on over another connection, beside the ticket that stays, and once', async () => {
  const { w, ana, id, contact, goOn } = known()
  const there = (await (await goOn(LOJA)).json()) as { id: number; whatsappId: number; userId: number; status: string }
  expect(there).toMatchObject({ whatsappId: LOJA, userId: ana.userId, status: 'open', contactId: contact.id })
  expect(w.ticketNow(id)).toMatchObject({ status: 'open', userId: ana.userId })
  expect((await (await goOn(LOJA)).json()) as object).toMatchObject({ id: there.id })
  const page = (await (await ana.request(`/api/messages/${there.id}`)).json()) as { messages: { body: string }[] }
  expect(page.messages.map(({ body }) => body)).toContain('oi')
})

test('not over an account to which the contact never wrote', async () => {
  const { goOn, other } = known()
  expect((await goOn(other)).status).toBe(422)
})

test('a contact has a ticket per address: another channel does not stand in its way, the same number does', async () => {
  const { w, ana, contact, official } = known()
  const open = (whatsappId: number) =>
    ana.json('/api/tickets', 'POST', { contactId: contact.id, whatsappId, queueId: SALES })
  expect((await open(LOJA)).status).toBe(200)
  expect((await open(official)).status).toBe(409)
  expect(w.rows(`SELECT 1 FROM tickets WHERE status <> 'closed'`)).toHaveLength(2)
})
