/** A shop linked to its phone: the real house, the real channel, the simulator; and what the people in it see. */
import { type ConnectionSummary, connectionUpdated } from '../../../src/channels/connections/contract'
import type { Command } from '../../../src/simulator/contract'
import { sendMessage } from '../../../src/tickets/messages/sending/send'
import { until } from '../../support/until'
import { ADMIN, COMPANY, openShop, openTown } from '../../tickets/history/support'

type Wishes = Parameters<typeof openShop>[1]

export async function linkedShop(wishes: Wishes = {}) {
  const town = await openTown()
  const shop = await openShop(town.simulator, wishes)
  await shop.link(town.company)
  const fault = (name: string, more: object = {}) => town.run({ do: 'setFault', name, on: true, ...more } as Command) // names are those of the contract
  const bodies = () => shop.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
  const ticketId = () => shop.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id ?? 0
  const say = (body: string) => {
    shop.cx.db.$client.exec("UPDATE tickets SET status = 'open'")
    const plain = { kind: 'chat', media: null, quotedId: null, clientId: null } as const
    const { id } = sendMessage(shop.cx, ADMIN, ticketId(), { ...plain, body })
    return () =>
      shop.rows<{ ack: number; failure: string | null }>('SELECT ack, failure FROM messages WHERE id = ?', id)[0]
  }
  /** Where the connection stood, as every screen was told. */
  const standings = () =>
    shop.heard(connectionUpdated.eventName).map(({ payload }) => {
      const { status, reason } = payload.whatsapp as ConnectionSummary // what the definition says
      return { status, reason }
    })
  /** The waiting before the next try is over. */
  const hurry = () => {
    shop.cx.db.$client.exec('UPDATE outbox SET next_at = 0')
    shop.house.outbox.wake(shop.ref)
  }
  return { ...town, shop, fault, bodies, say, standings, hurry }
}

export type LinkedShop = Awaited<ReturnType<typeof linkedShop>>

/** Maria has written, so that there is a conversation to answer in. */
export async function talking(wishes: Wishes = {}) {
  const all = await linkedShop(wishes)
  await all.maria.say(COMPANY, 'oi')
  await until(() => all.bodies().length === 1)
  return all
}
