import type { UpdateTicket } from '../../../../src/tickets/contract'

type Chosen = {
  user: { queueIds: readonly number[]; allQueues: boolean } | null
  queueId: number | null
  ticket: { queueId: number | null }
}

/** Whether a transfer is possible as chosen; the server checks the same. */
export function transferFault({ user, queueId, ticket }: Chosen): 'target' | 'queue' | null {
  if (!user && queueId === null) return 'target'
  const queue = queueId ?? ticket.queueId
  if (!user || user.allQueues || queue === null) return null
  return user.queueIds.includes(queue) ? null : 'queue'
}

export type TransferTarget = {
  user: { id: number; name: string } | null
  queue: { id: number; name: string; color: string } | null
  comment: string
}

/** Without a status: `open` and one's own id mean accepting, which only a waiting ticket allows. */
export const transferBody = ({ user, queue, comment }: TransferTarget): UpdateTicket => ({
  userId: user?.id ?? null,
  ...(queue ? { queueId: queue.id } : {}),
  ...(comment ? { comment } : {}),
})
