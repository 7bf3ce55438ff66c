/** Where nobody can write, the reason is said before anything waits in vain. */
import type { SendingBlock } from '../../contacts/groups/contract'
import { type ErrorCode, fail } from '../../errors'
import type { Ticket } from '../tables'

const refusals = {
  announce: 'ERR_GROUP_ANNOUNCE',
  notMember: 'ERR_GROUP_NOT_MEMBER',
  community: 'ERR_GROUP_COMMUNITY',
} as const satisfies Record<SendingBlock, ErrorCode>

export function demandWritable({ sendingBlocked }: Pick<Ticket, 'sendingBlocked'>) {
  if (sendingBlocked !== null) fail(refusals[sendingBlocked])
}

/** Where only admins write, the others still react to what they read. */
export function demandInGroup({ sendingBlocked }: Pick<Ticket, 'sendingBlocked'>) {
  if (sendingBlocked !== 'announce') demandWritable({ sendingBlocked })
}
