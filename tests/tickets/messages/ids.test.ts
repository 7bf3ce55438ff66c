/** Message ids: contiguous per contact, never reused, and in order within one instant. */
import { describe, expect, test } from 'bun:test'
import { nextMessageId } from '../../../src/tickets/messages/ids'
import { messageId } from '../../support/message-id'
import { lid } from '../../support/telephones'
import { world } from '../../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

/** Maria is known by her number (contact 1) and by her LID (contact 2); everything is written within one second. */
function twoRecords() {
  const w = world()
  const maria = w.whatsapp.person(MARIA)
  const hidden = (body: string) =>
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], body }))
  maria.says('um')
  hidden('dois')
  const merge = () => w.whatsapp.person(MARIA, { lid: '998877' }).says('três')
  const bodies = async (ticketId: number) =>
    (await w.attendant().api.messages({ id: ticketId }).get({ query: {} })).data?.messages.map(({ body }) => body)
  return { w, maria, hidden, merge, bodies }
}

describe('message ids', () => {
  test('are contiguous for a contact, whoever writes meanwhile', () => {
    const w = world()
    const [maria, joao] = [w.whatsapp.person(MARIA), w.whatsapp.person(JOAO)]
    for (const _round of [1, 2]) for (const person of [maria, joao]) person.says('oi')
    expect(w.rows('SELECT id FROM messages ORDER BY id').map(({ id }) => id)).toEqual([
      messageId(1),
      messageId(2),
      messageId(1, 2),
      messageId(2, 2),
    ])
  })

  test('sort messages from before the ranges first within their instant', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    maria.says('antes')
    w.rows('UPDATE messages SET id = 70 RETURNING id')
    maria.says('agora')
    expect(w.rows('SELECT id, body FROM messages ORDER BY created_at, id')).toEqual([
      { id: 70, body: 'antes' },
      { id: messageId(1), body: 'agora' },
    ])
  })

  test('are never reused after a deletion', async () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    maria.says('um')
    maria.says('dois')
    await w.admin().request('/api/tickets/1', { method: 'DELETE' })
    expect(w.rows('SELECT id FROM messages')).toEqual([])
    maria.says('três')
    expect(w.rows('SELECT id FROM messages')).toEqual([{ id: messageId(3) }])
  })

  test('are never reused after a merge', async () => {
    const { w, hidden, merge } = twoRecords()
    merge()
    const admin = w.admin()
    for (const id of [1, 2]) await admin.request(`/api/tickets/${id}`, { method: 'DELETE' })
    expect(w.rows('SELECT id FROM messages')).toEqual([])
    await admin.json('/api/contacts/merges/1/undo', 'POST', {})
    hidden('de novo')
    expect(w.rows('SELECT id, contact_id FROM messages')).toEqual([{ id: messageId(3, 2), contact_id: 2 }])
  })

  test('sort the next message after a merge last, even within one second', async () => {
    const { w, maria, merge, bodies } = twoRecords()
    merge()
    maria.says('quatro')
    expect(await bodies(1)).toEqual(['um', 'dois', 'três', 'quatro'])
    expect(w.rows("SELECT id FROM messages WHERE body = 'quatro'")).toEqual([{ id: messageId(3, 2) }])
  })

  test('sort a message imported for a merged contact last within its instant, too', () => {
    const { w, merge } = twoRecords()
    merge()
    const [{ at } = { at: 0 }] = w.rows<{ at: number }>('SELECT max(created_at) AS at FROM messages')
    w.rows("UPDATE messages SET created_at = created_at - 1000 WHERE body <> 'três' RETURNING id")
    expect(nextMessageId(w.db, 1, at - 1000)).toBeGreaterThan(messageId(1, 2))
    expect(nextMessageId(w.db, 1, at - 1001)).toBe(messageId(2))
  })

  test('may have sixteen digits and pass through URLs and pages unchanged', async () => {
    const w = world()
    w.whatsapp.person(JOAO).says('oi')
    w.rows("UPDATE sqlite_sequence SET seq = ? WHERE name = 'contacts' RETURNING seq", 2 ** 27 - 2)
    const maria = w.whatsapp.person(MARIA)
    for (const body of ['um', 'dois']) maria.says(body)
    const before = messageId(2, 2 ** 27 - 1)
    const page = await w
      .attendant()
      .api.messages({ id: 2 })
      .get({ query: { before: String(before) } })
    expect(page.data?.messages).toMatchObject([{ id: before - 1, body: 'um' }])
  })
})
