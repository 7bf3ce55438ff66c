/** What changes between the reason for a notification and its sending. */
import { describe, expect, test } from 'bun:test'
import type { Incoming } from '../../src/channels/channel'
import { MINUTE, SECOND } from '../../src/platform/time'
import { SALES, SUPPORT } from '../support/company-world'
import { deviceOf, noticesOf, pushing, send } from './support'

async function talking() {
  const { w, service } = await pushing()
  const admin = w.admin()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const beto = w.attendant([SALES], { name: 'Beto' })
  const maria = w.whatsapp.person('5511988887777', { name: 'Maria' })
  maria.says('oi')
  const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets')[0]?.id ?? 0
  await ana.api.tickets({ id: ticketId }).put({ status: 'open', queueId: SALES })
  await ana.api.messages({ id: ticketId }).get({ query: {} })
  const phone = await deviceOf(ana, service)
  return { w, service, admin, ana, beto, maria, ticketId, phone }
}
type All = Awaited<ReturnType<typeof talking>>

describe('a message in my conversation is not shown', () => {
  test.each<[string, (all: All, message: Incoming) => unknown]>([
    ['once it was deleted by its writer', ({ maria }, message) => maria.deletes(message)],
    [
      'once the conversation is closed',
      ({ ana, ticketId }) => ana.api.tickets({ id: ticketId }).put({ status: 'closed' }),
    ],
    [
      'once it is a colleague’s',
      ({ admin, beto, ticketId }) =>
        admin.api.tickets({ id: ticketId }).put({ status: 'open', userId: beto.userId, queueId: SALES }),
    ],
    [
      'once it waits in the queue again',
      ({ ana, ticketId }) => ana.api.tickets({ id: ticketId }).put({ status: 'pending' }),
    ],
    ['once I was dismissed', ({ admin, ana }) => admin.api.users({ id: ana.userId }).delete()],
    ['once I may not sign in', ({ admin, ana }) => admin.api.users({ id: ana.userId }).put({ active: false })],
    [
      'once my sessions were ended',
      ({ admin, ana }) => admin.api.users({ id: ana.userId }).put({ password: 'Outra-senha-9' }),
    ],
  ])('%s', async (_, change) => {
    const all = await talking()
    await change(all, all.maria.says('segredo'))
    await send(all.w)
    expect(JSON.stringify(all.phone.messages.map(({ text }) => text))).not.toContain('segredo')
  })

  test('while it is tried again: rights of the moment count at each attempt', async () => {
    const { w, admin, beto, maria, ticketId, phone } = await talking()
    phone.replies({ status: 503 })
    maria.says('segredo')
    await send(w)
    await admin.api.tickets({ id: ticketId }).put({ status: 'open', userId: beto.userId, queueId: SALES })
    phone.replies(undefined)
    await send(w, 10 * MINUTE)
    expect(phone.messages).toEqual([])
    expect(noticesOf(w)).toEqual([])
  })
})

describe('somebody who waits is not shown', () => {
  test.each<[string, (w: All['w'], all: { admin: All['admin']; ana: All['ana'] }) => unknown]>([
    ['to whom left the queue', (_, { admin, ana }) => admin.api.users({ id: ana.userId }).put({ queueIds: [SUPPORT] })],
    [
      'to whom is no member of a queue that became restricted',
      (w, { ana }) => {
        w.rows('DELETE FROM user_queues WHERE user_id = ? RETURNING user_id', ana.userId)
        w.rows(`UPDATE queues SET is_restricted = 1 WHERE id = ${SALES} RETURNING id`)
      },
    ],
    ['once nobody waits', (w) => w.rows("UPDATE tickets SET status = 'closed' RETURNING id")],
  ])('%s', async (_, change) => {
    const { w, service } = await pushing()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    const phone = await deviceOf(ana, service)
    w.rows(`INSERT INTO connection_queues (connection_id, queue_id) VALUES (1, ${SALES}) RETURNING queue_id`)
    w.whatsapp.person('5511988880001', { name: 'Tiago' }).says('oi')
    expect(noticesOf(w)).toHaveLength(1)
    await change(w, { admin, ana })
    await send(w)
    expect(phone.messages).toEqual([])
  })
})

describe('a note that mentions me', () => {
  test('shows nothing of its text once it was deleted', async () => {
    const { w, ana, beto, ticketId, phone } = await talking()
    await beto.json(`/api/messages/${ticketId}`, 'POST', {
      body: '@Ana a senha é 1234',
      isNote: true,
      mentionedUsers: [ana.userId],
    })
    w.rows('UPDATE messages SET is_deleted = 1 WHERE kind = ? RETURNING id', 'note')
    await send(w)
    expect(JSON.stringify(phone.messages.map(({ text }) => text))).not.toContain('1234')
  })
})

describe('a message of the internal chat', () => {
  async function chatting() {
    const { w, service } = await pushing()
    const admin = w.attendant([], { profile: 'admin', name: 'Chefe' })
    const [ana, beto] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([SALES], { name: 'Beto' })]
    const [phone, tablet] = [await deviceOf(ana, service), await deviceOf(beto, service)]
    const { data } = await admin.api.chats.post({ title: 'Loja', users: [ana.userId, beto.userId] })
    const id = data?.id ?? 0
    const say = async (message: string) => {
      const answer = await admin.json(`/api/chats/${id}/messages`, 'POST', { message })
      return ((await answer.json()) as { id: number }).id
    }
    return { w, admin, ana, beto, phone, tablet, id, say }
  }

  test('that I read on one device does not ring on another', async () => {
    const { w, ana, phone, tablet, id, say } = await chatting()
    await say('almoço?')
    await ana.json(`/api/chats/${id}/read`, 'POST', {})
    await send(w)
    expect((await tablet.gets(1))[0]?.body).toBe('almoço?')
    expect(phone.attempts()).toBe(0)
  })

  test('is not shown to whom was taken out, nor once it was deleted', async () => {
    const { w, admin, beto, phone, tablet, id, say } = await chatting()
    await say('primeiro')
    await admin.api.chats({ id }).put({ users: [beto.userId] })
    await send(w)
    expect(phone.attempts()).toBe(0)
    await tablet.gets(1)
    const gone = await say('engano')
    await admin.json(`/api/chats/${id}/messages/${gone}`, 'DELETE', {})
    await send(w)
    expect(tablet.attempts()).toBe(1)
  })

  test('that was deleted does not take a later one along', async () => {
    const { w, admin, tablet, id, say } = await chatting()
    const first = await say('engano')
    await say('almoço?')
    await admin.json(`/api/chats/${id}/messages/${first}`, 'DELETE', {})
    await send(w)
    expect((await tablet.gets(1))[0]?.body).toBe('almoço?')
  })
})

test('of two devices, none rings for what the person looks at on one of them', async () => {
  const { w, service, ana, maria, ticketId, phone } = await talking()
  const computer = await deviceOf(ana, service)
  const page = {}
  const ref = { tenantUuid: w.tenant.uuid, connectionId: 1 }
  w.server.attention.look(page, { ref, chat: { kind: 'phone', value: '5511988887777' }, userId: ana.userId, ticketId })
  maria.says('oi')
  await send(w)
  await ana.api.messages({ id: ticketId }).get({ query: {} })
  await send(w, 30 * SECOND)
  expect([phone.attempts(), computer.attempts()]).toEqual([0, 0])
  expect(noticesOf(w)).toEqual([])
})
