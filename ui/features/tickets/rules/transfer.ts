/** Whether a transfer is possible as chosen; the server checks the same. */
type Chosen = {
  user: { queueIds: readonly number[]; allQueues: boolean } | null
  queueId: number | null
  ticket: { queueId: number | null }
}

export function transferFault({ user, queueId, ticket }: Chosen): 'target' | 'queue' | null {
  if (!user && queueId === null) return 'target'
  const queue = queueId ?? ticket.queueId
  if (!user || user.allQueues || queue === null) return null
  return user.queueIds.includes(queue) ? null : 'queue'
}
