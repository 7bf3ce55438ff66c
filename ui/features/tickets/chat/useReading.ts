import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useEvent } from '../../../shared/live/useEvent'
import { useUser } from '../../../shared/session/useUser'
import { soon } from './soon'

/** Read after this long on screen, as specified. */
const AFTER = 500

/**
 * What stands in the open conversation is read when somebody looks: fetching its first page tells the server so. A page
 * that was fetched ahead, or was still on its way when the conversation was opened, told nothing.
 */
export function useReading(ticket: TicketSummary, isLoaded: boolean): void {
  const client = useQueryClient()
  const user = useUser()
  const [reading] = useState(() =>
    soon(() => void client.invalidateQueries({ queryKey: ['messages', ticket.id], exact: true }), AFTER),
  )
  const read = useEffectEvent(() => (document.visibilityState === 'visible' ? reading.ask() : reading.cancel()))
  useEvent(messageCreated, ({ message }) => {
    if (message.ticketId === ticket.id && !message.fromMe) read()
  })
  // What is a colleague's stays unread for them, whoever looks.
  const isOurs = ticket.isGroup || ticket.userId === user.id
  const isUnread = isOurs && isLoaded && (ticket.unreadMessages > 0 || ticket.isMarkUnread)
  useEffect(() => {
    if (!isUnread) return
    read()
    const look = () => read()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isUnread])
  useEffect(() => () => reading.cancel(), [reading])
}
