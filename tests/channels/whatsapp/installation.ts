/** An installation linked to its phone: real server, real channel and the simulator, and what its users see. */
import { type ConnectionSummary, connectionUpdated } from '../../../src/channels/connections/contract'
import type { Command } from '../../../src/simulator/contract'
import { sendMessage } from '../../../src/tickets/sending/send'
import { until } from '../../support/until'
import { ADMIN, COMPANY, openInstallation, openTestbed } from '../../tickets/backfill/support'

type Options = Parameters<typeof openInstallation>[1]

export async function linkedInstallation(options: Options = {}) {
  const testbed = await openTestbed()
  const installation = await openInstallation(testbed.simulator, options)
  await installation.link(testbed.company)
  const fault = (name: string, more: object = {}) => testbed.run({ do: 'setFault', name, on: true, ...more } as Command) // the contract's names
  const bodies = () =>
    installation.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
  const ticketId = () => installation.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id ?? 0
  const say = (body: string) => {
    installation.cx.db.$client.exec("UPDATE tickets SET status = 'open'")
    const plain = { kind: 'chat', media: null, quotedId: null, clientId: null } as const
    const { id } = sendMessage(installation.cx, ADMIN, ticketId(), { ...plain, body })
    return () =>
      installation.rows<{ ack: number; failure: string | null }>(
        'SELECT ack, failure FROM messages WHERE id = ?',
        id,
      )[0]
  }
  /** States of the connection in the order of events. */
  const standings = () =>
    installation.heard(connectionUpdated.eventName).map(({ payload }) => {
      const { status, reason } = payload.whatsapp as ConnectionSummary // by its definition
      return { status, reason }
    })
  /** Skips the wait before the next try. */
  const hurry = () => {
    installation.cx.db.$client.exec('UPDATE outbox SET next_at = 0')
    installation.server.outbox.wake(installation.ref)
  }
  return { ...testbed, installation, fault, bodies, say, standings, hurry }
}

export type LinkedInstallation = Awaited<ReturnType<typeof linkedInstallation>>

/** Maria writes first, so that there is a conversation to answer in. */
export async function talking(options: Options = {}) {
  const all = await linkedInstallation(options)
  await all.maria.say(COMPANY, 'oi')
  await until(() => all.bodies().length === 1)
  return all
}
