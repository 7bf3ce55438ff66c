import type { SendResult } from '../../../src/channels/channel'
import { type World, world } from '../../support/world'

/** Ana attends this many contacts, with one ticket each. */
export function attending(people: number, w: World = world()) {
  const ana = w.attendant()
  const tickets = Array.from({ length: people }, (_, n) =>
    w.ticket({ userId: ana.userId, contactId: w.contact({ number: `55119900000${10 + n}` }).id }),
  )
  const say = async (n: number, body: string) =>
    ((await (await ana.json(`/api/messages/${tickets[n]?.id}`, 'POST', { body })).json()) as { id: number }).id
  const message = (id: number) =>
    w.rows<{ ack: number; failure: string | null }>('SELECT ack, failure FROM messages WHERE id = ?', id)[0]
  const waiting = () =>
    w.rows<{ attempts: number; next_at: number }>('SELECT attempts, next_at FROM outbox ORDER BY id')
  return { w, ana, say, message, waiting }
}

/** A messenger whose answers the test controls. */
export function slow(w: World) {
  const open: ((result: SendResult) => void)[] = []
  w.telephones.answerAlways(() => new Promise<SendResult>((resolve) => void open.push(resolve)))
  return { open, answer: (result: SendResult = { outcome: 'sent' }) => open.shift()?.(result) }
}
