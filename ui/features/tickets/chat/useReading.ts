import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { useEvent } from '../../../shared/live/useEvent'

/** Read after this long on screen, as specified. */
const AFTER = 500

/** What arrives in the open conversation is read when somebody looks: fetching its first page tells the server so. */
export function useReading(ticket: TicketSummary): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (document.visibilityState !== 'visible') return
    timer.current = setTimeout(
      () => void client.invalidateQueries({ queryKey: ['messages', ticket.id], exact: true }),
      AFTER,
    )
  })
  useEvent(messageCreated, ({ message }) => {
    if (message.ticketId === ticket.id && !message.fromMe) read()
  })
  useEffect(() => {
    const look = () => {
      if (ticket.unreadMessages > 0) read()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [ticket.unreadMessages])
  useEffect(() => () => clearTimeout(timer.current), [])
}
