import { useEffect } from 'react'
import { useLive, useLiveState } from '../../../shared/live/LiveProvider'
import { watchLook } from '../rules/looking'

/** Reports that this conversation is visible: meanwhile the contact sees the company online, and we see them typing. */
export function useLooking(ticketId: number): void {
  const { send } = useLive()
  const isLive = useLiveState() === 'live'
  useEffect(() => {
    if (!isLive) return
    return watchLook(document, {
      begin: () => send({ emit: 'joinChatBox', data: ticketId }),
      end: () => send({ emit: 'joinChatBoxLeave' }),
    })
  }, [ticketId, isLive, send])
}
