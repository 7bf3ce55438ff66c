/** Colleagues mentioned in notes: who can be, what is stored, and who hears of it. */
import { describe, expect, test } from 'bun:test'
import { mentionsSeen, noteMentioned } from '../../src/features/note-mentions/contract'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

function noting() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana Reis' })
  const beto = w.attendant([SALES], { name: 'Beto' })
  const carla = w.attendant([SUPPORT], { name: 'Carla' })
  const chief = w.attendant([], { name: 'Márcia', profile: 'supervisor' })
  const ticket = w.ticket({ queueId: SALES, userId: ana.userId })
  const names = async (who: Attendant) =>
    (await who.api.messages.colleagues({ id: ticket.id }).get()).data?.map(({ name }) => name)
  const write = async (body: string, people: readonly Attendant[], more = {}) =>
    (await who(body, people, more)) as { id: number; body: string; extra: unknown }
  const who = async (body: string, people: readonly Attendant[], more: object) => {
    const mentionedUsers = people.map(({ userId }) => userId)
    const sent = { body, isNote: true, mentionedUsers, ...more }
    return (await ana.json(`/api/messages/${ticket.id}`, 'POST', sent)).json()
  }
  const bell = async (who: Attendant) => (await who.api['note-mentions'].get()).data?.mentions ?? []
  return { w, ana, beto, carla, chief, ticket, names, write, bell }
}

describe('colleagues that a note can mention', () => {
  test('are the active users who see the ticket, without the one who asks', async () => {
    const { w, ana, beto, carla, names } = noting()
    expect(await names(ana)).toEqual(['Beto', 'Márcia'])
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', beto.userId)
    expect(await names(ana)).toEqual(['Márcia'])
    expect((await carla.api.messages.colleagues({ id: 1 }).get()).status).toBe(404)
  })

  test('nobody else is mentioned: a name that is not in the text, a colleague without access, the author', async () => {
    const { ana, beto, carla, chief, write, bell } = noting()
    const note = await write('@Beto e @Carla, vejam. @Ana Reis', [beto, carla, chief, ana])
    expect(note).toMatchObject({ body: '@Beto e @Carla, vejam. @Ana Reis' })
    expect(note.extra).toEqual({ colleagues: [{ id: beto.userId, name: 'Beto' }] })
    expect(await Promise.all([ana, carla, chief].map(bell))).toEqual([[], [], []])
    expect([ana, carla, chief].flatMap((who) => who.heard(noteMentioned))).toEqual([])
  })

  test('a message to the contact mentions no colleague', async () => {
    const { beto, write, bell } = noting()
    const message = await write('@Beto vai atender', [beto], { isNote: false })
    expect([message.extra, await bell(beto)]).toEqual([null, []])
  })
})

describe('a mentioned colleague', () => {
  test('hears of it once, and finds it until it is seen, in all windows', async () => {
    const { ana, beto, ticket, write, bell } = noting()
    const note = await write('@Beto e @Beto, assume?', [beto], { clientId: 'note-0001' })
    await write('@Beto e @Beto, assume?', [beto], { clientId: 'note-0001' })
    const expected = {
      messageId: note.id,
      ticket: { id: ticket.id, uuid: ticket.uuid },
      user: { name: 'Ana Reis' },
      body: '@Beto e @Beto, assume?',
    }
    expect(beto.heard(noteMentioned)).toMatchObject([{ mention: expected }])
    const [mention] = await bell(beto)
    expect(mention).toMatchObject(expected)
    const ids = [mention?.id ?? 0, 999]
    await ana.json('/api/note-mentions/seen', 'POST', { ids })
    expect(await bell(beto)).toHaveLength(1)
    await beto.json('/api/note-mentions/seen', 'POST', { ids })
    expect([await bell(beto), beto.heard(mentionsSeen), ana.heard(mentionsSeen)]).toEqual([[], [{ ids }], [{ ids }]])
  })

  test('no longer finds it without access to the ticket, nor after the user or the ticket is deleted', async () => {
    const { w, beto, chief, ticket, write, bell } = noting()
    await write('@Beto @Márcia', [beto, chief])
    expect([await bell(beto), await bell(chief)]).toMatchObject([[{}], [{}]])
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SUPPORT)
    expect([await bell(beto), await bell(chief)]).toMatchObject([[], [{}]])
    const admin = w.admin()
    await admin.request(`/api/users/${beto.userId}`, { method: 'DELETE' })
    expect(w.rows('SELECT user_id AS userId FROM note_mentions')).toEqual([{ userId: chief.userId }])
    await admin.request(`/api/tickets/${ticket.id}`, { method: 'DELETE' })
    expect(w.rows('SELECT 1 FROM note_mentions')).toEqual([])
  })
})
