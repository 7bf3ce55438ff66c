/** One person with several addresses is one contact; two records of one person are merged. */
import { describe, expect, test } from 'bun:test'
import { contactDeleted, contactUpdated } from '../../../src/contacts/contract'
import { MINUTE } from '../../../src/platform/time'
import { ticketUpdated } from '../../../src/tickets/contract'
import { lid, phone } from '../../support/telephones'
import { world } from '../../support/world'

const MARIA = '5521996124087'

describe('one person with several addresses', () => {
  test('has one contact for phone and LID on one envelope', () => {
    const w = world()
    w.whatsapp.person(MARIA, { lid: '998877' }).says('oi')
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body: 'sou eu' }))
    expect(w.rows('SELECT number FROM contacts')).toEqual([{ number: MARIA }])
    expect(w.rows('SELECT unread FROM tickets')).toEqual([{ unread: 2 }])
  })

  test('is not doubled by the ninth digit of a Brazilian mobile', () => {
    const w = world()
    w.whatsapp.person('5521996124087').says('com nove')
    w.whatsapp.person('552196124087').says('sem nove')
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
    expect(w.rows('SELECT unread FROM tickets')).toEqual([{ unread: 2 }])
    // WhatsApp's own form decides, and both still find the contact.
    expect(w.rows('SELECT number FROM contacts')).toEqual([{ number: '552196124087' }])
    w.whatsapp.person('5521996124087').says('de novo')
    expect(w.rows('SELECT unread FROM tickets')).toEqual([{ unread: 3 }])
  })

  test('gets another number of the same LID added, beside the known one', () => {
    const w = world()
    w.whatsapp.person(MARIA, { lid: '998877' }).says('oi')
    w.whatsapp.person('5511977776666', { lid: '998877' }).says('do número novo')
    expect(w.rows('SELECT number FROM contacts')).toEqual([{ number: MARIA }])
    w.whatsapp.person('5511977776666').says('de novo')
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
  })

  test('keeps the record with thousands of messages more', () => {
    const w = world()
    w.whatsapp.person(MARIA).says('pelo telefone')
    w.whatsapp.person(MARIA).says('pelo LID', { chat: [lid('998877')] })
    w.rows(`INSERT INTO messages (contact_id, connection_id, from_me, kind, body, created_at)
      SELECT 2, 1, 0, 'chat', 'antiga', value FROM json_each('[${Array(1000).keys().toArray()}]') RETURNING id`)
    w.whatsapp.person(MARIA, { lid: '998877' }).says('os dois sou eu')
    expect(w.rows('SELECT id, number FROM contacts')).toEqual([{ id: 2, number: MARIA }])
    expect(w.rows('SELECT contact_id, count(*) AS n FROM messages GROUP BY 1')).toEqual([{ contact_id: 2, n: 1003 }])
  })

  test('is merged when a message reveals it, and one active ticket survives', () => {
    const w = world()
    const ana = w.attendant([], { name: 'Ana' })
    w.telephones.deliver(
      w.refOf(1),
      w.telephones.incoming({ chat: [lid('998877')], pushName: 'Maria', body: 'pelo LID' }),
    )
    w.whatsapp.person(MARIA).says('pelo telefone')
    expect(w.rows('SELECT 1 FROM contacts')).toHaveLength(2)
    w.rows("UPDATE tickets SET status = 'open', user_id = ? WHERE id = 2 RETURNING id", ana.userId)
    w.clock.forward(MINUTE)

    w.whatsapp.person(MARIA, { lid: '998877' }).says('os dois sou eu')

    expect(w.rows('SELECT id, number FROM contacts')).toEqual([{ id: 1, number: MARIA }])
    expect(w.rows('SELECT id, status, contact_id, unread FROM tickets ORDER BY id')).toEqual([
      { id: 1, status: 'closed', contact_id: 1, unread: 0 },
      { id: 2, status: 'open', contact_id: 1, unread: 3 },
    ])
    expect(w.rows('SELECT DISTINCT ticket_id, contact_id FROM messages')).toEqual([{ ticket_id: 2, contact_id: 1 }])
    expect(w.rows<{ moved: string }>('SELECT kept_id, gone_id, moved FROM contact_merges')).toMatchObject([
      { kept_id: 1, gone_id: 2 },
    ])
  })

  test('is merged when the messenger reports it, and every screen follows', () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.deliver(
      w.refOf(1),
      w.telephones.incoming({ chat: [lid('998877')], pushName: 'Maria', body: 'pelo LID' }),
    )
    w.clock.forward(MINUTE)
    w.whatsapp.person(MARIA).says('pelo telefone')
    ana.forget()
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
    expect(ana.heard(contactDeleted)).toEqual([{ contactId: 2, mergedInto: 1 }])
    expect(ana.heard(contactUpdated)).toMatchObject([{ contact: { id: 1, number: MARIA } }])
    const last = new Map(ana.heard(ticketUpdated).map(({ ticket }) => [ticket.id, ticket]))
    expect(last.get(1)).toMatchObject({
      status: 'pending',
      contactId: 1,
      unreadMessages: 2,
      lastMessage: 'pelo telefone',
      contact: { number: MARIA },
    })
    expect(last.get(2)).toMatchObject({ status: 'closed', contactId: 1, unreadMessages: 0 })
  })

  test('keeps an attendant’s name, a block and an address through the merge, whichever record had them', () => {
    const w = world()
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], pushName: 'maria ❤', body: 'oi' }))
    w.whatsapp.person(MARIA).says('oi')
    w.rows(
      "UPDATE contacts SET name = 'Maria da Silva', name_folded = 'maria da silva', name_by = 'person', email = 'maria@ex.com', active = 0, disable_bot = 1 WHERE id = 2 RETURNING id",
    )
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    expect(w.rows('SELECT id, name, name_folded, name_by, email, active, disable_bot FROM contacts')).toEqual([
      {
        id: 1,
        name: 'Maria da Silva',
        name_folded: 'maria da silva',
        name_by: 'person',
        email: 'maria@ex.com',
        active: 0,
        disable_bot: 1,
      },
    ])
  })

  test('has correct counters after a merge, and the surviving ticket keeps its unread mark', () => {
    const w = world()
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body: 'oi' }))
    w.whatsapp.person(MARIA).says('oi')
    w.rows('UPDATE tickets SET unread = 0, marked_unread = id = 2 RETURNING id')
    w.telephones.sameContact(w.refOf(1), lid('998877'), phone(MARIA))
    expect(w.rows('SELECT sum(n) AS n, sum(unread) AS unread FROM ticket_counts')).toEqual([{ n: 1, unread: 1 }])
    expect(w.rows('SELECT status, marked_unread FROM tickets ORDER BY id')).toEqual([
      { status: 'pending', marked_unread: 1 },
      { status: 'closed', marked_unread: 0 },
    ])
  })

  test('keeps a push name up to date, and an attendant’s name unchanged', () => {
    const w = world()
    w.whatsapp.person(MARIA, { name: 'Maria' }).says('oi')
    w.whatsapp.person(MARIA, { name: 'Maria 🌻' }).says('oi')
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: 'Maria 🌻' }])
    w.rows("UPDATE contacts SET name = 'Dona Maria', name_by = 'person' RETURNING id")
    w.whatsapp.person(MARIA, { name: 'M.' }).says('oi')
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: 'Dona Maria' }])
  })
})
