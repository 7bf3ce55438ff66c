/** Deletes contacts with all their data, one or many, but never during an active ticket. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { contactDeleted } from '../../src/contacts/contract'
import { ticketDeleted } from '../../src/tickets/contract'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

const bodyOf = async (answer: Promise<Response>) => (await answer).json() as Promise<unknown>

describe('deleting contacts', () => {
  test('deletes closed tickets, messages, notes and merges, and announces it to everybody', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
    for (const body of ['oi', 'tudo bem?']) maria.says(body)
    const [ticket] = w.rows<{ id: number; uuid: string }>('SELECT id, uuid FROM tickets')
    await admin.json('/api/contacts/1', 'PUT', { extraInfo: [{ name: 'CPF', value: '52998224725' }] })
    expect(await bodyOf(admin.request('/api/contacts/1/deletion'))).toMatchObject({ holder: { ticketId: ticket?.id } })
    const refused = await admin.request('/api/contacts/1', { method: 'DELETE' })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: 'ERR_CONTACT_HAS_TICKET', details: { ticketId: ticket?.id } },
    ])
    await admin.json(`/api/tickets/${ticket?.id}`, 'PUT', { status: 'closed', sendFarewellMessage: false })
    expect(await bodyOf(admin.request('/api/contacts/1/deletion'))).toEqual({ tickets: 1, messages: 2, holder: null })
    expect((await ana.request('/api/contacts/1', { method: 'DELETE' })).status).toBe(403)
    expect((await admin.request('/api/contacts/1', { method: 'DELETE' })).status).toBe(200)
    expect((await admin.request('/api/contacts/1')).status).toBe(404)
    expect((await admin.request(`/api/tickets/u/${ticket?.uuid}`)).status).toBe(404)
    expect((await admin.request('/api/contacts/1', { method: 'DELETE' })).status).toBe(404)
    for (const table of ['messages', 'tickets', 'contact_addresses', 'contact_extra_info', 'contact_words'])
      expect([table, w.rows(`SELECT * FROM ${table}`)]).toEqual([table, []])
    expect(ana.heard(contactDeleted)).toEqual([{ contactId: 1, mergedInto: null }])
    expect(ana.heard(ticketDeleted)).toMatchObject([{ ticketId: ticket?.id, isGone: true }])
    expect(admin.heard(auditRecorded).at(-1)).toMatchObject({ entry: { kind: 'contact', act: 'delete' } })
    maria.says('voltei')
    expect((await bodyOf(admin.request('/api/contacts'))) as object).toMatchObject({
      contacts: [{ name: 'Maria' }],
      count: 1,
    })
  })

  test('deletes a long conversation in batches, and leaves nothing behind', async () => {
    const w = world()
    const { id } = w.contact()
    const ids = Array.from({ length: 230 }, () => w.ticket({ contactId: id, status: 'closed' }).id)
    w.rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 900)
     INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, created_at)
     SELECT ${ids[0]} + i % 230, ${id}, 1, 0, 'chat', 'oi', i FROM n RETURNING id`,
    )
    expect((await w.admin().request(`/api/contacts/${id}`, { method: 'DELETE' })).status).toBe(200)
    for (const table of ['messages', 'tickets', 'contacts']) expect(w.rows(`SELECT 1 FROM ${table}`)).toEqual([])
  })

  test('keeps those with an open ticket when many are deleted, and reports each', async () => {
    const w = world()
    const [admin, boss] = [w.admin(), w.attendant([], { profile: 'supervisor' })]
    const [free, closed, open] = [w.contact().id, w.contact().id, w.contact().id]
    w.ticket({ contactId: closed, status: 'closed' })
    w.ticket({ contactId: open })
    const contactIds = [free, closed, open, 999]
    expect((await boss.json('/api/contacts/delete', 'POST', { contactIds })).status).toBe(403)
    expect(await bodyOf(admin.json('/api/contacts/delete', 'POST', { contactIds }))).toEqual([
      { contactId: free, deleted: true, error: null },
      { contactId: closed, deleted: true, error: null },
      { contactId: open, deleted: false, error: 'ERR_CONTACT_HAS_TICKET' },
      { contactId: 999, deleted: false, error: 'ERR_NO_CONTACT_FOUND' },
    ])
    expect(w.rows('SELECT id FROM contacts')).toEqual([{ id: open }])
    const many = Array.from({ length: 501 }, (_, at) => at + 1)
    expect((await admin.json('/api/contacts/delete', 'POST', { contactIds: many })).status).toBe(400)
  })
})
