/** The ticks beside a message. Receipts arrive in any order; a tick never goes down. */
import { DELIVERED, EDITING, FAILED, SENT, WAITING } from '../../../../src/channels/contract'

export type Tick = 'failed' | 'waiting' | 'sent' | 'delivered' | 'read' | 'editing'

export function tickOf(ack: number): Tick {
  if (ack === EDITING) return 'editing'
  if (ack <= FAILED) return 'failed'
  if (ack === WAITING) return 'waiting'
  if (ack === SENT) return 'sent'
  return ack === DELIVERED ? 'delivered' : 'read'
}

/**
 * The later of two states. A message can fail only before it is sent, and a pending edit ends only with its own result.
 */
export function laterAck(current: number, incoming: number): number {
  if (current === EDITING) return current
  if (incoming === EDITING) return incoming
  if (incoming === FAILED) return current <= WAITING ? FAILED : current
  return Math.max(current, incoming)
}
