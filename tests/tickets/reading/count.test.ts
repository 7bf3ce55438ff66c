/** Message counts, and notes by their own route. */
import { describe, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../../src/platform/time'
import { messageCreated } from '../../../src/tickets/messages/contract'
import type { Attendant } from '../../support/company-world'
import { NOON, world } from '../../support/world'

const MARIA = '5521996124087'

async function count(who: Attendant, query: Record<string, string>) {
  const answer = await who.request(`/api/messages-allMe?${new URLSearchParams(query)}`)
  return answer.status === 200 ? ((await answer.json()) as { count: number }).count : answer.status
}

describe('the message count', () => {
  test('counts sent and received messages by the company’s days, without notes and calls', async () => {
    const w = world()
    const boss = w.attendant([], { profile: 'supervisor' })
    expect(await count(boss, { fromMe: 'true' })).toBe(0)
    const maria = w.whatsapp.person(MARIA)
    maria.says('bom dia')
    await boss.api.tickets({ id: 1 }).put({ status: 'open' })
    await boss.api.messages({ id: 1 }).post({ body: 'olá' } as never) // the body is read by the route itself
    await boss.api.messages.registerComment({ id: 1 }).post({ body: 'cliente antiga' })
    const at = [NOON - 400 * DAY, NOON - 9 * HOUR - 1, NOON - 9 * HOUR, NOON, NOON + 15 * HOUR - 1, NOON + 15 * HOUR]
    for (const createdAt of at) {
      maria.says('oi')
      w.rows('UPDATE messages SET created_at = ? WHERE id = (SELECT max(id) FROM messages) RETURNING id', createdAt)
    }
    w.rows(
      "INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, created_at) VALUES (1, 1, 1, 0, 'call', '', ?) RETURNING id",
      NOON,
    )
    const today = { dateStart: '2026-03-02', dateEnd: '2026-03-02' }
    expect(await count(boss, { fromMe: 'false', ...today })).toBe(4)
    expect(await count(boss, { fromMe: 'true', ...today })).toBe(1)
    expect(await count(boss, today)).toBe(5)
    expect(await count(boss, { fromMe: 'false', dateStart: '2026-03-03' })).toBe(1)
    expect(await count(boss, { fromMe: 'false', dateEnd: '2026-03-01' })).toBe(2)
    expect(await count(boss, { fromMe: 'false' })).toBe(7)
    expect(await count(boss, {})).toBe(8)
    expect(await count(boss, { fromMe: 'true', dateStart: '2026-03-03' })).toBe(0)
  })

  test('counts only for users who see the dashboard, and refuses invalid days', async () => {
    const w = world()
    expect(await count(w.attendant(), {})).toBe(403)
    for (const wrong of [
      { dateStart: 'x' },
      { dateEnd: '2026-02-30' },
      { fromMe: 'eu' },
      { dateStart: '2026-03-02', dateEnd: '2026-03-01' },
    ])
      expect(await count(w.admin(), wrong)).toBe(400)
  })

  test('stores a comment as a note: on any visible ticket, shown to colleagues, never sent', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    const { data } = await ana.api.messages
      .registerComment({ id: 1 })
      .post({ body: 'paga amanhã', clientId: 'comment-1' })
    expect(data).toMatchObject({ body: 'paga amanhã', mediaType: 'note', fromMe: true })
    const again = await ana.api.messages.registerComment({ id: 1 }).post({ body: 'paga amanhã', clientId: 'comment-1' })
    expect(again.data?.id).toBe(data?.id)
    expect(beto.heard(messageCreated).map(({ message }) => message.body)).toContain('paga amanhã')
    expect(maria.got()).toEqual([])
    const refused = await ana.api.messages.registerComment({ id: 1 }).post({ body: '' })
    expect(refused.status).toBeOneOf([400, 422])
    expect((await ana.api.messages.registerComment({ id: 99 }).post({ body: 'x' })).status).toBe(404)
  })
})
