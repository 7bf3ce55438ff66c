/**
 * Delivery status of a message, which arrives in any order and never goes down, and the receipts of our message in a
 * group.
 */
import { DELIVERED, EDITING, FAILED, SENT, WAITING } from '../../../../src/channels/contract'
import type { MessageReceipts } from '../../../../src/tickets/messages/contract'

type Participant = MessageReceipts['participants'][number]
export type ReceiptStage = 'played' | 'read' | 'delivered' | 'waiting'
export type Receipt = { readonly participant: Participant; readonly at: string | null }
export type ReceiptGroup = { readonly stage: ReceiptStage; readonly people: readonly Receipt[] }

const stages = ['played', 'read', 'delivered', 'waiting'] as const

function stageOf({ playedAt, readAt, deliveredAt }: Participant): ReceiptStage {
  if (playedAt) return 'played'
  if (readAt) return 'read'
  return deliveredAt ? 'delivered' : 'waiting'
}

const timeOf = (participant: Participant): string | null =>
  participant.playedAt ?? participant.readAt ?? participant.deliveredAt

/** Each member once, by the furthest status: the latest first, then those without a receipt by name. */
export function receiptGroups(participants: readonly Participant[]): readonly ReceiptGroup[] {
  return stages
    .map((stage) => ({
      stage,
      people: participants
        .filter((participant) => stageOf(participant) === stage)
        .map((participant) => ({ participant, at: timeOf(participant) }))
        .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '') || a.participant.name.localeCompare(b.participant.name)),
    }))
    .filter(({ people }) => people.length > 0)
}

export type Tick = 'failed' | 'waiting' | 'sent' | 'delivered' | 'read' | 'editing'

export function tickOf(ack: number): Tick {
  if (ack === EDITING) return 'editing'
  if (ack <= FAILED) return 'failed'
  if (ack === WAITING) return 'waiting'
  if (ack === SENT) return 'sent'
  return ack === DELIVERED ? 'delivered' : 'read'
}

/**
 * The later of two statuses. A message can fail only before it is sent, and a pending edit ends only with its own
 * result.
 */
export function laterAck(current: number, incoming: number): number {
  if (current === EDITING) return current
  if (incoming === EDITING) return incoming
  if (incoming === FAILED) return current <= WAITING ? FAILED : current
  return Math.max(current, incoming)
}
