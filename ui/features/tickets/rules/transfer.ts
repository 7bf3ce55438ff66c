/** Whether a transfer is possible as chosen; the server checks the same. */
type Chosen = {
  user: { queueIds: readonly number[] } | null
  queueId: number | null
  ticket: { queueId: number | null }
}

export function transferFault({ user, queueId, ticket }: Chosen): 'target' | 'queue' | null {
  if (!user && queueId === null) return 'target'
  const queue = queueId ?? ticket.queueId
  return user && queue !== null && !user.queueIds.includes(queue) ? 'queue' : null
}
