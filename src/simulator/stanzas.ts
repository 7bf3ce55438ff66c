/** Dispatches each kind of client stanza. */
import { findFault, meetFault } from './faults/faults'
import { limitRate } from './faults/rate'
import { takeMessage } from './messages/outbound'
import { takeAck, takeReceipt } from './messages/receipts'
import { takeCall, takeChatState, takePresence } from './presence'
import { answerQuestion } from './questions/questions'
import type { Connection } from './wire/connection'
import type { BinaryNode } from './wire/nodes'
import type { World } from './world'

export async function takeStanza(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  const phone = connection.account?.phone ?? null
  world.trace.note({ at: world.now(), who: sessionKeyOf(connection), direction: 'in', stanza })
  for (const intercept of world.intercepts) if ((await intercept(connection, stanza)) === 'drop') return
  if (phone && findFault(world, 'silent', phone)) {
    meetFault(world, 'silent', phone)
    connection.isMuted = true
    return
  }
  if (limitRate(world, connection, stanza)) return
  switch (stanza.tag) {
    case 'iq':
      return answerQuestion(world, connection, stanza)
    case 'message':
      return takeMessage(world, connection, stanza)
    case 'receipt':
      return takeReceipt(world, connection, stanza)
    case 'ack':
      return takeAck(world, connection, stanza)
    case 'presence':
      return takePresence(world, connection, stanza)
    case 'chatstate':
      return takeChatState(world, connection, stanza)
    case 'call':
      return takeCall(connection, stanza)
  }
}

export const sessionKeyOf = ({ account, link }: Connection): string =>
  account && link ? `${account.phone}:${link.device}` : 'unpaired'
