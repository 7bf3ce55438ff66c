/** A conversation under way, and messages as the API returns them. */
import { world } from '../../support/world'

export const MARIA = '5521996124087'

export type Said = {
  id: number
  body: string
  ack: number
  error?: string
  quotedMsg?: unknown
  clientId?: string | null
  mediaType?: string
}
export const bodyOf = async (answer: Response) => (await answer.json()) as Said // checked by each test

/** Maria wrote, Ana has the ticket. */
export async function talking(options: Parameters<typeof world>[0] = {}) {
  const w = world(options)
  const ana = w.attendant([], { name: 'Ana' })
  const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
  const first = maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open' })
  ana.forget()
  const say = (body: string, more: object = {}) => ana.json('/api/messages/1', 'POST', { body, ...more })
  const ackOf = (id: number) =>
    w.rows<{ ack: number; failure: string | null }>('SELECT ack, failure FROM messages WHERE id = ?', id)[0]
  return { w, ana, maria, first, say, ackOf }
}
