/** Undoing a merge that was a mistake. */
import { describe, expect, test } from 'bun:test'
import { deleteConnection } from '../../src/channels/connections/actions'
import { contactRestored } from '../../src/contacts/contract'
import { LOJA } from '../support/company-world'
import { PNG } from '../support/pixel'
import { lid, phone } from '../support/telephones'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

const bodyOf = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>
const contact = (w: World, id: number) => w.rows('SELECT * FROM contacts WHERE id = ?', id)[0]

describe('an undone merge', () => {
  /** One by LID, one by phone, each with an active ticket; Ana attends the second. */
  function merged() {
    const w = world()
    const admin = w.attendant([], { profile: 'admin' })
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], pushName: 'Zé', body: 'sou Zé' }))
    w.whatsapp.person(MARIA, { name: 'Maria' }).says('sou Maria')
    w.rows("UPDATE tickets SET status = 'open', user_id = ? WHERE id = 2 RETURNING id", admin.userId)
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    w.whatsapp.person(MARIA).says('depois')
    return { w, admin }
  }
  const undo = (admin: ReturnType<typeof merged>['admin'], id: number) =>
    bodyOf(admin.json(`/api/contacts/merges/${id}/undo`, 'POST', {}))

  test('separates the contacts, each with its own conversation, and updates every screen', async () => {
    const { w, admin } = merged()
    const ana = w.attendant()
    expect(w.rows('SELECT id FROM contacts')).toEqual([{ id: 1 }])
    expect(await bodyOf(admin.request('/api/contacts/1/merges'))).toMatchObject([
      { id: 1, name: 'Maria', number: MARIA, tickets: 1 },
    ])
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: MARIA })
    expect(ana.heard(contactRestored)).toEqual([{ contactId: 2, mergedInto: 1 }])
    expect(w.rows('SELECT id, name, number FROM contacts ORDER BY id')).toEqual([
      { id: 1, name: 'Zé', number: null },
      { id: 2, name: 'Maria', number: MARIA },
    ])
    expect(w.rows('SELECT id, contact_id, status, last_message FROM tickets ORDER BY id')).toEqual([
      { id: 1, contact_id: 1, status: 'pending', last_message: 'sou Zé' },
      { id: 2, contact_id: 2, status: 'open', last_message: 'depois' },
    ])
    expect(w.rows('SELECT body, ticket_id, contact_id FROM messages ORDER BY id')).toEqual([
      { body: 'sou Zé', ticket_id: 1, contact_id: 1 },
      { body: 'sou Maria', ticket_id: 2, contact_id: 2 },
      { body: 'depois', ticket_id: 2, contact_id: 2 },
    ])
    expect(w.rows('SELECT kind, value, contact_id FROM contact_addresses ORDER BY kind')).toEqual([
      { kind: 'lid', value: '998877', contact_id: 1 },
      { kind: 'phone', value: MARIA, contact_id: 2 },
    ])
    expect(await (await admin.request('/api/contacts/1/merges')).json()).toEqual([])
    expect(await undo(admin, 1)).toMatchObject({ error: 'ERR_NO_MERGE_FOUND' })
  })

  test('is not merged again automatically: a message belongs to the first address on its envelope', async () => {
    const { w, admin } = merged()
    await undo(admin, 1)
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877'), phone(MARIA)], body: 'pelo LID' }))
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [phone(MARIA), lid('998877')], body: 'pelo fone' }))
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 2 }])
    expect(w.rows(`SELECT body, contact_id FROM messages WHERE body LIKE 'pelo%' ORDER BY id`)).toEqual([
      { body: 'pelo LID', contact_id: 1 },
      { body: 'pelo fone', contact_id: 2 },
    ])
  })

  test('does not return a number that now belongs to somebody else', async () => {
    const { w, admin } = merged()
    await admin.json('/api/contacts/1', 'PUT', { number: JOAO })
    w.whatsapp.person(MARIA, { name: 'Maria de novo' }).says('oi')
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: null })
    expect(w.rows('SELECT id, number FROM contacts ORDER BY id')).toEqual([
      { id: 1, number: JOAO },
      { id: 2, number: null },
      { id: 3, number: MARIA },
    ])
  })

  test('returns a number that was corrected meanwhile, and finds the contact by it', async () => {
    const { w, admin } = merged()
    await admin.json('/api/contacts/1', 'PUT', { number: JOAO })
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: MARIA })
    w.whatsapp.person(MARIA).says('sou eu de novo')
    expect(w.rows("SELECT contact_id FROM messages WHERE body = 'sou eu de novo'")).toEqual([{ contact_id: 2 }])
  })

  /** Two contacts with a number each; the kept one's was corrected to the other's. */
  async function corrected() {
    const w = world()
    const admin = w.admin()
    w.whatsapp.person(JOAO, { name: 'João' }).says('oi')
    w.whatsapp.person(MARIA, { name: 'Maria' }).says('oi')
    w.telephones.sameContact(w.refOf(1), phone(JOAO), phone(MARIA))
    expect(contact(w, 1)?.number).toBe(JOAO)
    await admin.json('/api/contacts/1', 'PUT', { number: MARIA })
    return { w, admin }
  }

  test('does not return a number that somebody else has by now', async () => {
    const { w, admin } = await corrected()
    w.whatsapp.person(JOAO, { name: 'João de novo' }).says('oi')
    expect(await undo(admin, 1)).toMatchObject({ id: 2 })
    expect(w.rows('SELECT id, number FROM contacts ORDER BY id')).toEqual([
      { id: 1, number: null },
      { id: 2, number: MARIA },
      { id: 3, number: JOAO },
    ])
  })

  test('sends and receives under the returned numbers', async () => {
    const { w, admin } = await corrected()
    await undo(admin, 1)
    await admin.json('/api/tickets/1', 'PUT', { status: 'open' })
    await admin.json('/api/messages/1', 'POST', { body: 'ainda aí?' })
    await until(() => w.telephones.sent.length === 1)
    expect(w.telephones.sent).toMatchObject([{ to: phone(JOAO), body: 'ainda aí?' }])
    w.whatsapp.person(JOAO).says('ainda aqui')
    expect(w.rows("SELECT contact_id FROM messages WHERE body = 'ainda aqui'")).toEqual([{ contact_id: 1 }])
  })

  test('works after the ticket that was closed as a duplicate was deleted', async () => {
    const { admin } = merged()
    await admin.request('/api/tickets/1', { method: 'DELETE' })
    expect(await undo(admin, 1)).toMatchObject({ id: 2, name: 'Maria', number: MARIA })
  })

  test('reopens no ticket on a deleted connection', async () => {
    const { w, admin } = merged()
    await admin.json('/api/tickets/2', 'PUT', { status: 'closed' })
    deleteConnection(w.cx, LOJA)
    await undo(admin, 1)
    expect(w.rows('SELECT id, contact_id, status FROM tickets ORDER BY id')).toEqual([
      { id: 1, contact_id: 1, status: 'closed' },
      { id: 2, contact_id: 2, status: 'closed' },
    ])
  })

  test('returns each contact’s picture, and keeps last messages as short as any', async () => {
    const w = world()
    const admin = w.attendant([], { profile: 'admin' })
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body: 'sou Zé\n'.repeat(100) }))
    w.telephones.keepFile(`picture of ${MARIA}`, PNG)
    w.whatsapp.person(MARIA).says('sou Maria')
    await until(() => w.rows('SELECT 1 FROM contacts WHERE picture IS NOT NULL').length === 1)
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    expect(contact(w, 1)?.picture).not.toBeNull()
    await undo(admin, 1)
    expect(contact(w, 1)).toMatchObject({ picture: null, picture_url: null })
    expect(contact(w, 2)?.picture).not.toBeNull()
    const lines = w.rows<{ last_message: string }>('SELECT last_message FROM tickets ORDER BY id')
    expect(lines.map(({ last_message }) => last_message.length <= 250 && !last_message.includes('\n'))).toEqual([
      true,
      true,
    ])
  })

  test('keeps the contacts apart even if one of them is merged with a third', async () => {
    const w = world()
    const admin = w.attendant([], { profile: 'admin' })
    w.whatsapp.person(JOAO, { name: 'João' }).says('oi')
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body: 'sou Zé' }))
    w.whatsapp.person(MARIA).says('sou Maria')
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    await undo(admin, 1)
    w.telephones.sameContact(w.refOf(1), phone(JOAO), lid('998877'))
    w.telephones.sameContact(w.refOf(1), phone(MARIA), lid('998877'))
    expect(w.rows('SELECT id FROM contacts ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }])
  })

  test('is for admins and supervisors, latest merge first', async () => {
    const { w, admin } = merged()
    expect(await undo(w.attendant(), 1)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    w.rows(`UPDATE contact_merges SET kept_id = 77 WHERE id = 1 RETURNING id`)
    expect(await undo(admin, 1)).toMatchObject({ error: 'ERR_MERGE_NOT_LAST' })
  })

  test('leaves the counters correct', async () => {
    const { admin } = merged()
    await undo(admin, 1)
    const { data } = await admin.api.tickets.counters.get({ query: { showAll: 'true' } })
    expect(data).toMatchObject({ open: 1, pending: 1 })
  })
})
