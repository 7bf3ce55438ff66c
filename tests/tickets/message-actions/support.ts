/** A conversation with Maria, and helpers for the tests of message actions. */
import { expect } from 'bun:test'
import { type Message, messageUpdated } from '../../../src/tickets/messages/contract'
import { type Attendant, SALES, SUPPORT } from '../../support/company-world'
import { until } from '../../support/until'
import { type World, world } from '../../support/world'

export const MARIA = '5521996124087'
export const JOAO = '5521987654321'

export const pageOf = async (who: Attendant, ticketId = 1): Promise<readonly Message[]> =>
  (await who.api.messages({ id: ticketId }).get({ query: {} })).data?.messages ?? []
export const lastOf = async (who: Attendant) => (await who.api.tickets({ id: 1 }).get()).data?.last

/** Maria wrote, and Ana has the ticket; every event must equal what a fresh page shows. */
export async function talking(w: World = world()) {
  const ana = w.attendant([], { name: 'Ana' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  const first = maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  ana.forget()
  const say = async (body: string) =>
    ((await (await ana.json('/api/messages/1', 'POST', { body })).json()) as { id: number }).id
  const sent = async (body: string) => {
    const id = await say(body)
    await idle(w)
    return id
  }
  const edit = (id: number, body: string) => ana.json(`/api/messages/edit/${id}?ticketId=1`, 'POST', { body })
  const remove = (id: number, who: Attendant = ana) => who.request(`/api/messages/${id}`, { method: 'DELETE' })
  const react = (messageId: number, reaction: string) =>
    ana.json('/api/messages/reactMessage', 'POST', { messageId, ticketId: 1, reaction })
  const shown = async (id: number) => {
    const message = (await pageOf(ana)).find((one) => one.id === id)
    const latest = ana.heard(messageUpdated).findLast(({ message }) => message.id === id)
    if (latest && message) expect({ ...latest.message, ack: message.ack, failure: message.failure }).toEqual(message)
    return message
  }
  return { w, ana, maria, first, say, sent, edit, remove, react, shown }
}
/** A message of ours under the messenger's id. */
export function externalIdOf(w: World, id: number): { externalId: string } {
  const [message] = w.rows<{ externalId: string }>('SELECT external_id AS externalId FROM messages WHERE id = ?', id)
  if (!message) throw new Error('no message')
  return message
}
export const idle = (w: World) => until(() => w.rows('SELECT 1 FROM outbox').length === 0, 'an empty outbox')
export const refusal = async (answer: Response) => ((await answer.json()) as { error?: string }).error

/** Ana has sent something ("nossa", message 1) in her queue; Beto, in another, does not see it. */
export async function unseenByBeto() {
  const w = world()
  const [ana, beto] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const contactId = w.contact({ number: MARIA }).id
  w.ticket({ contactId, queueId: SALES, userId: ana.userId })
  await ana.json('/api/messages/1', 'POST', { body: 'nossa' })
  await idle(w)
  return { w, ana, beto, contactId }
}
