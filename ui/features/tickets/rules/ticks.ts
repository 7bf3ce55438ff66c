/** What the ticks beside a message say. Receipts come in any order and never take a tick away. */
export type Tick = 'failed' | 'waiting' | 'sent' | 'delivered' | 'read' | 'editing'

export const EDITING = 99

export function tickOf(ack: number): Tick {
  if (ack === EDITING) return 'editing'
  if (ack <= 0) return 'failed'
  if (ack === 1) return 'waiting'
  if (ack === 2) return 'sent'
  return ack === 3 ? 'delivered' : 'read'
}

/** The later of two receipts; failing is only possible before leaving, and an edit under way ends by its own answer. */
export function laterAck(current: number, incoming: number): number {
  if (current === EDITING) return current
  if (incoming === EDITING) return incoming
  if (incoming === 0) return current <= 1 ? 0 : current
  return Math.max(current, incoming)
}
