/** A colleague's conversation: read by all who see it, answered and moved only by its attendant. */
import { describe, expect, test } from 'bun:test'
import { findTypingChat } from '../../../src/tickets/messages/typing'
import { transferBody } from '../../../ui/features/desk/rules/moves'
import type { Attendant } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { until } from '../../support/until'
import { bodyOf, talking } from '../messages/support'

/** Everything that the contact would notice, or that would take the ticket from its attendant. */
const deeds: Readonly<Record<string, (who: Attendant, other: Attendant) => Promise<Response>>> = {
  answers: (who) => who.json('/api/messages/1', 'POST', { body: 'sou eu agora' }),
  'sends a file': (who) => {
    const form = new FormData()
    form.append('medias', new File(['x'], 'x.txt'))
    return who.request('/api/messages/1', { method: 'POST', body: form })
  },
  'edits an answer': (who) => who.json(`/api/messages/edit/${messageId(2)}?ticketId=1`, 'POST', { body: 'outro' }),
  'deletes an answer': (who) => who.request(`/api/messages/${messageId(2)}`, { method: 'DELETE' }),
  reacts: (who) =>
    who.json('/api/messages/reactMessage', 'POST', { messageId: messageId(1), ticketId: 1, reaction: '👍' }),
  'sends a failed answer again': (who) => who.json(`/api/messages/retry/${messageId(3)}`, 'POST', {}),
  'cancels a waiting answer': (who) => who.json(`/api/messages/cancel/${messageId(4)}`, 'POST', {}),
  'returns it': (who) => who.json('/api/tickets/1', 'PUT', { status: 'pending', userId: null }),
  'closes it': (who) => who.json('/api/tickets/1', 'PUT', { status: 'closed' }),
  'takes it': (who) =>
    who.json('/api/tickets/1', 'PUT', transferBody({ user: { id: who.userId, name: '' }, queue: null, comment: '' })),
  'hands it over': (who, other) => who.json('/api/tickets/1', 'PUT', { status: 'open', userId: other.userId }),
  'moves it to a queue': (who) => who.json('/api/tickets/1', 'PUT', { queueId: 1 }),
}

/** Ana has the ticket, with one message sent, one failed and one waiting. */
async function ofAna() {
  const { w, ana, say } = await talking()
  await say('resposta')
  await say('falhou')
  await say('espera')
  await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  w.rows("UPDATE messages SET ack = 0, failure = 'rejected' WHERE id = ? RETURNING id", messageId(3))
  w.rows('UPDATE messages SET ack = 1 WHERE id = ? RETURNING id', messageId(4))
  const stopped = w.connection({ open: false }).id
  w.rows(
    'INSERT INTO outbox (connection_id, contact_id, message_id, next_at, created_at) VALUES (?, 1, ?, 0, 0) RETURNING id',
    stopped,
    messageId(4),
  )
  const state = () => [
    w.rows('SELECT id, body, ack, is_deleted FROM messages'),
    w.rows('SELECT * FROM tickets'),
    w.rows('SELECT * FROM own_acts'),
    w.rows('SELECT * FROM outbox'),
    w.rows('SELECT * FROM ticket_log'),
  ]
  return { w, ana, state }
}

describe('a user who does not have the ticket', () => {
  for (const [name, does] of Object.entries(deeds)) {
    test(`is refused, with the attendant’s name: ${name}`, async () => {
      const { w, ana, state } = await ofAna()
      const beto = w.attendant([], { name: 'Beto' })
      const before = state()
      const answer = await does(beto, w.attendant())
      expect([answer.status, await answer.json()]).toEqual([
        403,
        expect.objectContaining({
          error: 'ERR_NO_PERMISSION',
          details: expect.objectContaining({ user: { id: ana.userId, name: 'Ana' } }),
        }),
      ])
      expect(state()).toEqual(before)
    })

    test(`may do it as a supervisor, and in a group: ${name}`, async () => {
      for (const profile of ['supervisor', 'user'] as const) {
        const { w } = await ofAna()
        if (profile === 'user') w.rows('UPDATE tickets SET is_group = 1 RETURNING id')
        const answer = await does(w.attendant([], { profile }), w.attendant())
        expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
      }
    })
  }

  test('may read it, leave a note, mark it as unread, and reopen it once it is closed', async () => {
    const { w, ana } = await ofAna()
    const beto = w.attendant()
    expect((await beto.request('/api/messages/1')).status).toBe(200)
    expect((await beto.json('/api/messages/1', 'POST', { body: 'cliente antigo', isNote: true })).status).toBe(200)
    expect((await beto.json('/api/tickets/1', 'PUT', { isMarkUnread: true })).status).toBe(200)
    await ana.json('/api/tickets/1', 'PUT', { status: 'closed' })
    expect((await beto.json('/api/tickets/1', 'PUT', { status: 'open', reopen: true })).status).toBe(200)
  })

  test('cannot resend messages of an earlier ticket either, and is not shown as typing', async () => {
    const { w } = await ofAna()
    const beto = w.attendant()
    const earlier = w.ticket({ contactId: 1, status: 'closed', userId: beto.userId })
    w.rows('UPDATE messages SET ticket_id = ? WHERE id = ? RETURNING id', earlier.id, messageId(3))
    expect((await beto.json(`/api/messages/retry/${messageId(3)}`, 'POST', {})).status).toBe(403)
    expect(findTypingChat(w.cx, beto.actor(), 1)).toBeUndefined()
  })
})

test('after a transfer, a repeated request succeeds and a new one is refused; nothing is doubled', async () => {
  const { w, ana, say } = await talking()
  const beto = w.attendant([], { name: 'Beto' })
  const first = await bodyOf(await say('já vai', { clientId: 'primeira' }))
  await ana.json('/api/tickets/1', 'PUT', { status: 'open', userId: beto.userId })
  expect(await bodyOf(await say('já vai', { clientId: 'primeira' }))).toMatchObject({ id: first.id })
  expect((await say('outra', { clientId: 'segunda-1' })).status).toBe(403)
  expect(w.rows('SELECT body FROM messages WHERE from_me = 1')).toEqual([{ body: 'já vai' }])
})
