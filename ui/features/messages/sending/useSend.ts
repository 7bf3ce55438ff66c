/** Sends messages on one ticket, and lists those the server has not answered yet. */
import { useEffect, useSyncExternalStore } from 'react'
import { newUuid } from '../../../shared/uuid'
import type { Outgoing, Sending } from '../rules/outgoing'
import { useSender } from './SendingProvider'

export function useSend(ticketId: number, contact = '') {
  const sender = useSender()
  return {
    send: (what: Pick<Sending, 'body' | 'isNote' | 'quoted' | 'file' | 'carried' | 'signature'>) =>
      sender.send({ ...what, ticketId, contact, clientId: newUuid(), createdAt: new Date().toISOString() }),
    discard: (pending: Outgoing) => sender.discard(pending),
    retry: (pending: Outgoing) => sender.retry(pending),
  }
}

/** While mounted, messages of this ticket that are refused are told by its conversation, and not by a toast. */
export function useShowsRefused(ticketId: number): void {
  const sender = useSender()
  useEffect(() => sender.show(ticketId), [sender, ticketId])
}

/** The ticket's unanswered messages, oldest first. */
export function useOutgoing(ticketId: number): readonly Outgoing[] {
  const sender = useSender()
  return useSyncExternalStore(sender.subscribe, () => sender.of(ticketId))
}
