/** A company that asks for ratings. Maria has written, and Ana attends her. */
import { writeSetting } from '../../src/settings/settings'
import { SALES } from '../support/company-world'
import { world } from '../support/world'

export async function rated({ on = true, question = {} }: { on?: boolean; question?: object } = {}) {
  const w = world()
  if (on) writeSetting(w.db, 'userRating', 'enabled')
  const ana = w.attendant([SALES], { name: 'Ana' })
  const chief = w.attendant([], { profile: 'supervisor', name: 'Chefe' })
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria Alves' })
  const made = await chief.json('/api/ratings', 'POST', {
    name: 'Satisfação',
    type: 'csat',
    message: '{{firstName}}, como foi?',
    ...question,
  })
  const { id: ratingId } = (await made.json()) as { id: number }
  const newest = () => w.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id ?? 0
  /** Our messages, in order. */
  const said = () =>
    w
      .rows<{ body: string }>("SELECT body FROM messages WHERE from_me = 1 AND kind = 'chat' ORDER BY id")
      .map(({ body }) => body)
  const attend = async () => {
    maria.says('oi')
    await ana.api.tickets({ id: newest() }).put({ status: 'open', queueId: SALES })
    return newest()
  }
  type Body = Parameters<ReturnType<typeof ana.api.tickets>['put']>[0]
  const close = (id: number, body: Body = { ratingId }) => ana.api.tickets({ id }).put({ status: 'closed', ...body })
  const answers = async (query: Record<string, string> = {}) => {
    const text = new URLSearchParams(query).toString()
    const answer = (await (await chief.request(`/api/ratings/answers?${text}`)).json()) as {
      answers: { ticketId: number; value: number; label: string; comment: string | null; user: { name: string } }[]
    }
    return answer.answers
  }
  return { w, ana, chief, maria, ratingId, newest, said, attend, close, answers }
}
