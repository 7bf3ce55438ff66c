/** Refuses, with the reason, before anything is queued that could never be sent. */
import type { SendingBlock } from '../../contacts/groups/contract'
import { type ErrorCode, fail } from '../../errors'
import type { Ticket } from '../tables'

const refusals = {
  announce: 'ERR_GROUP_ANNOUNCE',
  notMember: 'ERR_GROUP_NOT_MEMBER',
  community: 'ERR_GROUP_COMMUNITY',
} as const satisfies Record<SendingBlock, ErrorCode>

export function requireWritable({ sendingBlocked }: Pick<Ticket, 'sendingBlocked'>) {
  if (sendingBlocked !== null) fail(refusals[sendingBlocked])
}

/** Where only admins may send, others may still react. */
export function requireInGroup({ sendingBlocked }: Pick<Ticket, 'sendingBlocked'>) {
  if (sendingBlocked !== 'announce') requireWritable({ sendingBlocked })
}
