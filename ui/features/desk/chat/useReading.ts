import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useEvent } from '../../../shared/live/useEvent'
import { useUser } from '../../../shared/session/useUser'
import { throttleTrailing } from '../../../shared/throttle'

/** Marked as read after this long on screen, as specified. */
const AFTER = 500

/**
 * Marks the open conversation as read while it is visible. Fetching its first page does so on the server, but not if
 * the page was prefetched, or was still being fetched when the conversation was opened.
 */
export function useReading(ticket: TicketSummary, isLoaded: boolean): void {
  const client = useQueryClient()
  const user = useUser()
  const [reading] = useState(() =>
    throttleTrailing(() => void client.invalidateQueries({ queryKey: ['messages', ticket.id], exact: true }), AFTER),
  )
  const read = useEffectEvent(() => (document.visibilityState === 'visible' ? reading.ask() : reading.cancel()))
  useEvent(messageCreated, ({ message }) => {
    if (message.ticketId === ticket.id && !message.fromMe) read()
  })
  // Viewing a colleague's ticket does not mark it as read.
  const isOurs = ticket.isGroup || ticket.userId === user.id
  // Marked as unread meanwhile: the mark stays for the next reader.
  const [wasMarked, setWasMarked] = useState(ticket.isMarkUnread)
  if (wasMarked && !ticket.isMarkUnread) setWasMarked(false)
  const isUnread = isOurs && isLoaded && (ticket.unreadMessages > 0 || wasMarked)
  useEffect(() => {
    if (!isUnread) return
    read()
    const look = () => read()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isUnread])
  useEffect(() => () => reading.cancel(), [reading])
}
