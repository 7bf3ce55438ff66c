import { useEffect } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useLive, useLiveState } from '../../../shared/live/LiveProvider'
import { isAttended, watchLook } from '../rules/looking'

/** Reports that this conversation is visible: meanwhile the contact sees the company online, and we see them typing. */
export function useLooking(ticket: TicketSummary): void {
  const { send } = useLive()
  const isLive = useLiveState() === 'live'
  const isReported = isLive && isAttended(ticket)
  useEffect(() => {
    if (!isReported) return
    return watchLook(document, {
      begin: () => send({ emit: 'joinChatBox', data: ticket.id }),
      end: () => send({ emit: 'joinChatBoxLeave' }),
    })
  }, [ticket.id, isReported, send])
}
