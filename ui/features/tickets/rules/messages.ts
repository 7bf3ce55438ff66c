/** Which of two versions of a message is the later one; the wire carries no time of change. */
import type { Message } from '../../../../src/tickets/messages/contract'
import type { Seam } from './conversation'
import { laterAck } from './ticks'

/** Newest first: the cache keeps a conversation from its end. */
export const byAge = (a: Message, b: Message): number => b.createdAt.localeCompare(a.createdAt) || b.id - a.id

/** Deleting, editing and downloading happen once and are not undone, so what already happened stays. */
export function laterMessage(current: Message, incoming: Message): Message {
  const newer = current.isEdited && !incoming.isEdited ? current : incoming
  return {
    ...newer,
    ack: current.ack === 99 ? incoming.ack : laterAck(current.ack, incoming.ack),
    isDeleted: current.isDeleted || incoming.isDeleted,
    media: current.media?.state === 'ready' ? current.media : newer.media,
    mediaUrl: newer.mediaUrl ?? current.mediaUrl,
  }
}

export type ThreadExtra = { readonly seams: readonly Seam[] }

export function joinSeams(before: ThreadExtra | undefined, after: ThreadExtra): ThreadExtra {
  const known = new Map((before?.seams ?? []).map((seam) => [seam.id, seam]))
  for (const seam of after.seams) known.set(seam.id, seam)
  return { seams: [...known.values()] }
}
