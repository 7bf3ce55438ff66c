/** Refuses clients that send too much within a second, until the second is over. */
import type { Connection } from '../wire/connection'
import { type BinaryNode, node, refusal, seconds } from '../wire/nodes'
import type { World } from '../world'
import { findFault, meetFault } from './faults'

const TOO_MUCH = 429
const SECOND_MS = 1000
/** Exempt, because a client could not stay connected without them. */
const ALWAYS_ANSWERED = new Set(['w:p', 'passive'])

/** Returns whether the stanza was refused. */
export function limitRate(world: World, connection: Connection, stanza: BinaryNode): boolean {
  const phone = connection.account?.phone
  const limit = phone && findFault(world, 'rateLimit', phone)
  if (!limit || !isCounted(stanza)) return false
  const now = world.now()
  connection.asked = [...connection.asked.filter((at) => at > now - SECOND_MS), now]
  if (connection.asked.length <= limit.value) return false
  meetFault(world, 'rateLimit', phone)
  const { id, to } = stanza.attrs
  connection.send(
    stanza.tag === 'iq'
      ? refusal(stanza, TOO_MUCH, 'rate-overlimit')
      : node('ack', { class: 'message', id, from: to, t: seconds(now), error: TOO_MUCH }),
  )
  return true
}

const isCounted = ({ tag, attrs: { type, xmlns = '' } }: BinaryNode): boolean =>
  tag === 'message' || (tag === 'iq' && (type === 'get' || type === 'set') && !ALWAYS_ANSWERED.has(xmlns))
