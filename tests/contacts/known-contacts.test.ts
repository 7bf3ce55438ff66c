/**
 * restrictedContactSearch: for a limited user, an unknown contact looks like another company's, however it is named.
 */
import { describe, expect, test } from 'bun:test'
import { contactDeleted, contactRestored, contactUpdated } from '../../src/contacts/contract'
import { writeSetting } from '../../src/settings/settings'
import type { Attendant } from '../support/company-world'
import { SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

function limited() {
  const w = world()
  writeSetting(w.db, 'restrictedContactSearch', 'enabled')
  const people = {
    admin: w.admin(),
    chief: w.attendant([], { profile: 'supervisor' }),
    ana: w.attendant([SALES]),
    all: w.attendant([SALES], { allUserChat: true }),
  }
  const known = w.contact({ name: 'Maria', number: '5521996124081' })
  const hidden = w.contact({ name: 'Rita', number: '5521996124082' })
  const untouched = w.contact({ name: 'Sozinha', number: '5521996124083' })
  w.ticket({ contactId: known.id, queueId: SALES })
  w.ticket({ contactId: hidden.id, queueId: SUPPORT, status: 'closed' })
  return { w, ...people, known, hidden, untouched }
}

/** Every route with a contact id that profile user may call. */
async function ways(who: Attendant, own: number, id: number): Promise<Record<string, number>> {
  const asked = {
    read: who.request(`/api/contacts/${id}`),
    merges: who.request(`/api/contacts/${id}/merges`),
    open: who.request(`/api/contacts/existsOpenTicket/${id}`),
    openOfSeveral: who.request(`/api/contacts/existsOpenTicket?contactIds=[${id}]`),
    notes: who.request(`/api/ticket-notes/list?contactId=${id}`),
    change: who.json(`/api/contacts/${id}`, 'PUT', { name: 'Outra' }),
    block: who.json(`/api/contacts/block/${id}`, 'PUT', { active: true }),
    audio: who.request(`/api/contacts/toggleAcceptAudio/${id}`, { method: 'PUT' }),
    category: who.json('/api/contacts/category', 'PUT', { contactIds: [id], contactCategoryId: null }),
    card: who.json(`/api/messages/${own}`, 'POST', { contacts: [id] }),
    schedule: who.json('/api/schedules', 'POST', {
      type: 'lembrete',
      contactId: id,
      body: 'ligar',
      sendAt: '2026-03-03T12:00:00.000Z',
    }),
    picture: who.request(`/api/contacts/${id}/picture/x`),
    ticket: who.json('/api/tickets', 'POST', { contactId: id, queueId: SALES }),
  }
  const answers = await Promise.all(Object.entries(asked).map(async ([way, answer]) => [way, await answer] as const))
  return Object.fromEntries(answers.map(([way, { status }]) => [way, status]))
}

describe('restrictedContactSearch', () => {
  test('reveals to a limited user on no route that an unknown contact exists, whatever their queues', async () => {
    const { w, ana, all, hidden, untouched } = limited()
    for (const [who, ids] of [
      [ana, [hidden.id, untouched.id]],
      [all, [untouched.id]],
    ] as const) {
      const own = w.ticket({ userId: who.userId, status: 'open', queueId: SALES })
      const ofNobody = await ways(who, own.id, 99_999)
      expect(new Set(Object.values(ofNobody))).toEqual(new Set([404]))
      for (const id of ids) expect(await ways(who, own.id, id)).toEqual(ofNobody)
    }
  })

  test('keeps contacts with a visible conversation open to limited users, and all contacts to supervisors and admins', async () => {
    const { w, admin, chief, ana, known, untouched } = limited()
    const own = w.ticket({ userId: ana.userId, status: 'open', queueId: SALES })
    const { ticket, picture, ...rest } = await ways(ana, own.id, known.id)
    expect([ticket, picture, ...new Set(Object.values(rest))]).toEqual([409, 404, 200])
    for (const who of [admin, chief]) expect((await who.request(`/api/contacts/${untouched.id}`)).status).toBe(200)
  })

  test('opens a contact to a user who types the full number or enters the contact', async () => {
    const { ana, all, untouched, hidden } = limited()
    const opens = async (who: Attendant, id: number) => (await who.request(`/api/contacts/${id}`)).status === 200
    await ana.request('/api/contacts?searchParam=552199612408')
    expect(await opens(ana, untouched.id)).toBe(false)
    await ana.request('/api/contacts?searchParam=%2B55+21+99612-4083')
    expect([await opens(ana, untouched.id), await opens(all, untouched.id)]).toEqual([true, false])
    await ana.request('/api/contact?number=5521996124082')
    expect(await opens(ana, hidden.id)).toBe(true)
    const made = await all.json('/api/contacts', 'POST', { name: 'Nova' })
    const { id } = (await made.json()) as { id: number }
    expect([await opens(all, id), await opens(ana, id)]).toEqual([true, false])
    expect((await all.json('/api/tickets', 'POST', { contactId: untouched.id, queueId: SALES })).status).toBe(404)
    expect((await ana.json('/api/tickets', 'POST', { contactId: untouched.id, queueId: SALES })).status).toBe(200)
  })

  test('sends changes, merges and deletions of contacts only to users who may open them', async () => {
    const { w, admin, chief, ana, all, hidden, untouched } = limited()
    const everybody = [admin, chief, ana, all]
    const hear = async (act: () => Promise<unknown>) => {
      for (const who of everybody) who.forget()
      await act()
      return everybody.map(
        (who) =>
          who.heard(contactUpdated).length + who.heard(contactDeleted).length + who.heard(contactRestored).length > 0,
      )
    }
    const rename = (id: number) => () => admin.json(`/api/contacts/${id}`, 'PUT', { name: `Nome ${id}` })
    expect(await hear(rename(untouched.id))).toEqual([true, true, false, false])
    expect(await hear(rename(hidden.id))).toEqual([true, true, false, true])
    const second = w.contact({ name: 'Rita', number: '5521996124084' })
    const merge = { sourceContactId: second.id, targetContactId: untouched.id, mergedData: { name: 'original' } }
    expect(await hear(() => admin.json('/api/contacts/merge', 'POST', merge))).toEqual([true, true, false, false])
    expect(await hear(() => admin.request('/api/contacts/merges/1/undo', { method: 'POST' }))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(await hear(() => admin.request(`/api/contacts/${untouched.id}`, { method: 'DELETE' }))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
