/** Notes on a contact, over all its tickets. */
import { describe, expect, test } from 'bun:test'
import { MOST_NOTES, noteCreated, noteDeleted } from '../../src/features/notes/contract'
import { ticketUpdated } from '../../src/tickets/contract'
import { codeOf } from '../support/code-of'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { world } from '../support/world'

const notes = ({ api }: Attendant) => api['ticket-notes']
const listed = async (who: Attendant, query: { ticketId?: string; contactId?: string }) =>
  (await notes(who).list.get({ query })).data?.map(({ note }) => note)

function noting() {
  const w = world()
  const [ana, beto, carla] = [
    w.attendant([SALES], { name: 'Ana' }),
    w.attendant([SALES, SUPPORT]),
    w.attendant([SUPPORT]),
  ]
  const earlier = w.ticket({ status: 'closed', queueId: SUPPORT })
  const ticket = w.ticket({ contactId: earlier.contactId, queueId: SALES, userId: ana.userId })
  return { w, ana, beto, carla, earlier, ticket }
}

describe('a note', () => {
  test('is in the contact’s list whichever ticket it was written in, latest first, and is announced to everybody', async () => {
    const { ana, beto, earlier, ticket } = noting()
    await notes(beto).post({ ticketId: earlier.id, note: 'Mudou de endereço' })
    expect(ana.heard(ticketUpdated).at(-1)?.ticket).toMatchObject({ id: ticket.id, hasNotes: true })
    const made = await notes(ana).post({ ticketId: ticket.id, note: '  Prefere a tarde ' })
    expect(made.data).toMatchObject({ note: 'Prefere a tarde', user: { name: 'Ana' }, contactId: ticket.contactId })
    expect(beto.heard(noteCreated).at(-1)).toMatchObject({ note: { note: 'Prefere a tarde' } })
    expect(beto.heard(ticketUpdated).at(-1)?.ticket.hasNotes).toBe(true)
    for (const query of [{ ticketId: `${ticket.id}` }, { contactId: `${ticket.contactId}` }])
      expect(await listed(ana, query)).toEqual(['Prefere a tarde', 'Mudou de endereço'])
  })

  test('can be deleted by its author and by admins', async () => {
    const { w, ana, beto, ticket } = noting()
    const made = async () => (await notes(ana).post({ ticketId: ticket.id, note: 'nota' })).data?.id ?? 0
    const [own, other] = [await made(), await made()]
    expect(codeOf(await notes(beto)({ id: own }).delete())).toBe('ERR_NO_PERMISSION')
    expect((await notes(ana)({ id: own }).delete()).status).toBe(200)
    expect(beto.heard(noteDeleted)).toEqual([{ noteId: own }])
    expect(codeOf(await notes(ana)({ id: own }).delete())).toBe('ERR_NO_NOTE_FOUND')
    expect((await notes(w.admin())({ id: other }).delete()).status).toBe(200)
    expect(beto.heard(ticketUpdated).at(-1)?.ticket.hasNotes).toBe(false)
  })

  test('has 2 to 2,000 characters, and their number per contact is limited', async () => {
    const { w, ana, ticket } = noting()
    const tried = async (note: string) => codeOf(await notes(ana).post({ ticketId: ticket.id, note }))
    for (const note of ['', ' a ', 'x'.repeat(2001)]) expect(await tried(note)).toBe('ERR_INVALID_INPUT')
    w.rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO ticket_notes (ticket_id, contact_id, user_id, note, created_at) SELECT ?, ?, ?, 'x', 0 FROM n RETURNING id`,
      ...[MOST_NOTES, ticket.id, ticket.contactId, ana.userId],
    )
    expect(await tried('uma a mais')).toBe('ERR_NOTE_LIMIT')
  })
})

describe('readers of notes', () => {
  test('see a conversation with the contact, and no notes of restricted queues', async () => {
    const { w, ana, beto, carla, earlier, ticket } = noting()
    const stranger = w.attendant([w.queue()])
    await w.admin().api.queue({ id: SUPPORT }).put({ isRestricted: true })
    const { data } = await notes(beto).post({ ticketId: earlier.id, note: 'segredo do suporte' })
    expect([ana.heard(noteCreated), carla.heard(noteCreated)]).toMatchObject([[], [{}]])
    expect(await listed(ana, { ticketId: `${ticket.id}` })).toEqual([])
    expect((await ana.api.tickets({ id: ticket.id }).get()).data?.hasNotes).toBe(false)
    expect((await carla.api.tickets({ id: earlier.id }).get()).data?.hasNotes).toBe(true)
    expect(await listed(carla, { ticketId: `${earlier.id}` })).toEqual(['segredo do suporte'])
    expect(codeOf(await notes(ana)({ id: data?.id ?? 0 }).delete())).toBe('ERR_NO_NOTE_FOUND')
    const asked = [{ ticketId: `${ticket.id}` }, { contactId: `${ticket.contactId}` }, {}]
    const refusals = await Promise.all(asked.map((query) => notes(stranger).list.get({ query })))
    expect(refusals.map(codeOf)).toEqual(['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND', 'ERR_INVALID_INPUT'])
    expect(codeOf(await notes(stranger).post({ ticketId: ticket.id, note: 'oi' }))).toBe('ERR_NO_TICKET_FOUND')
  })

  test('notes follow a contact into a merge, and return when it is undone', async () => {
    const w = world()
    const boss = w.admin()
    const [one, other] = [w.whatsapp.person('5521996124087'), w.whatsapp.person('5521988887777', { lid: '445566' })]
    one.says('oi')
    other.says('oi', { chat: [lid('445566')] })
    await notes(boss).post({ ticketId: 2, note: 'do número oculto' })
    w.telephones.deliver(
      w.refOf(1),
      w.telephones.incoming({ chat: [phone('5521996124087'), lid('445566')], body: 'sou eu' }),
    )
    expect(await listed(boss, { contactId: '1' })).toEqual(['do número oculto'])
    const [{ id } = { id: 0 }] = (await boss.api.contacts({ id: 1 }).merges.get()).data ?? []
    await boss.api.contacts.merges({ id }).undo.post()
    expect([await listed(boss, { contactId: '1' }), await listed(boss, { contactId: '2' })]).toEqual([
      [],
      ['do número oculto'],
    ])
  })
})
