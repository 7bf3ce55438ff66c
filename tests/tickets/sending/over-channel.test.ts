/** The server refuses what a channel does not take, and says what it lacks. */
import { expect, test } from 'bun:test'
import type { ChannelKind } from '../../../src/channels/contract'
import { execute } from '../../../src/platform/sql'
import { SALES } from '../../support/company-world'
import { world } from '../../support/world'

function attending(channel: ChannelKind) {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const { id: connectionId } = w.connection({ channel, open: false })
  const kind = channel === 'instagram' ? 'igsid' : channel === 'facebook' ? 'psid' : 'phone'
  const number = kind === 'phone' ? '5521996124087' : '17841400000000001'
  const maria = w.whatsapp.person(number, { connectionId, kind })
  const { externalId } = maria.says('oi')
  const ticketId = w.rows<{ id: number }>('SELECT id FROM tickets WHERE connection_id = ?', connectionId)[0]?.id ?? 0
  execute(w.db, `UPDATE tickets SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?`, [
    ana.userId,
    SALES,
    ticketId,
  ])
  const messageId = w.rows<{ id: number }>('SELECT id FROM messages WHERE external_id = ?', externalId)[0]?.id ?? 0
  const post = async (path: string, body: object) => answerOf(await ana.json(path, 'POST', body))
  return { w, ana, ticketId, messageId, post }
}

const answerOf = async (response: Response) => {
  const body = (await response.json()) as { error?: string; details?: { lacks?: string; channel?: string } } // an answer of ours
  return body.error === undefined ? 'taken' : `${body.error} ${body.details?.lacks ?? ''}`.trim()
}

const location = { latitude: -22.9, longitude: -43.2 }
const attempts = {
  text: ({ ticketId, post }: ReturnType<typeof attending>) => post(`/api/messages/${ticketId}`, { body: 'oi' }),
  place: ({ ticketId, post }: ReturnType<typeof attending>) => post(`/api/messages/${ticketId}`, { location }),
  card: ({ w, ticketId, post }: ReturnType<typeof attending>) =>
    post(`/api/messages/${ticketId}`, { contacts: [w.contact().id] }),
  thumb: ({ ticketId, messageId, post }: ReturnType<typeof attending>) =>
    post('/api/messages/reactMessage', { messageId, ticketId, reaction: '👍' }),
  heart: ({ ticketId, messageId, post }: ReturnType<typeof attending>) =>
    post('/api/messages/reactMessage', { messageId, ticketId, reaction: '❤️' }),
} as const

const refused = (lacks: string) => `ERR_CHANNEL_LACKS ${lacks}`
const expected: Record<ChannelKind, Record<keyof typeof attempts, string>> = {
  whatsapp: { text: 'taken', place: 'taken', card: 'taken', thumb: 'taken', heart: 'taken' },
  whatsapp_cloud: { text: 'taken', place: 'taken', card: 'taken', thumb: 'taken', heart: 'taken' },
  facebook: {
    text: 'taken',
    place: refused('places'),
    card: refused('cards'),
    thumb: refused('react'),
    heart: refused('react'),
  },
  instagram: {
    text: 'taken',
    place: refused('places'),
    card: refused('cards'),
    thumb: refused('otherReactions'),
    heart: 'taken',
  },
}

test.each(Object.keys(expected) as ChannelKind[])('over %s', async (channel) => {
  const there = attending(channel)
  const found: Record<string, string> = {}
  for (const [name, attempt] of Object.entries(attempts)) found[name] = await attempt(there)
  expect(found).toEqual(expected[channel])
})

test('a sent message can be edited and deleted over a linked phone only', async () => {
  for (const channel of ['whatsapp', 'whatsapp_cloud', 'instagram'] as const) {
    const { w, ana, ticketId, post } = attending(channel)
    await post(`/api/messages/${ticketId}`, { body: 'oi' })
    const [row] = w.rows<{ id: number }>('SELECT id FROM messages WHERE from_me = 1')
    const id = row?.id ?? 0
    execute(w.db, 'UPDATE messages SET ack = 2 WHERE id = ?', [id])
    execute(w.db, 'DELETE FROM outbox', [])
    const edited = await post(`/api/messages/edit/${id}`, { body: 'olá' })
    const deleted = await answerOf(await ana.json(`/api/messages/${id}`, 'DELETE', undefined))
    expect([edited, deleted]).toEqual(
      channel === 'whatsapp' ? ['taken', 'taken'] : [refused('edit'), refused('revoke')],
    )
  }
})
