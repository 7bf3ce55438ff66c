/** The ticks beside a message. Receipts arrive in any order; a tick never goes down. */
export type Tick = 'failed' | 'waiting' | 'sent' | 'delivered' | 'read' | 'editing'

export const EDITING = 99

export function tickOf(ack: number): Tick {
  if (ack === EDITING) return 'editing'
  if (ack <= 0) return 'failed'
  if (ack === 1) return 'waiting'
  if (ack === 2) return 'sent'
  return ack === 3 ? 'delivered' : 'read'
}

/**
 * The later of two states. A message can fail only before it is sent, and a pending edit ends only with its own result.
 */
export function laterAck(current: number, incoming: number): number {
  if (current === EDITING) return current
  if (incoming === EDITING) return incoming
  if (incoming === 0) return current <= 1 ? 0 : current
  return Math.max(current, incoming)
}
