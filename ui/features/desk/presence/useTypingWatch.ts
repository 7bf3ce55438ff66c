import { useEffect, useState } from 'react'
import { contactTyping, messageCreated } from '../../../../src/tickets/messages/contract'
import { useLiveState } from '../../../shared/live/LiveProvider'
import { useEvent } from '../../../shared/live/useEvent'
import { store } from '../../../shared/store'
import { onlineAtom, Presence, typingAtom } from './presence'

/** Keeps who is typing or online while the socket is open. Mounted once, by the page. */
export function useTypingWatch(): void {
  const [presence] = useState(
    () =>
      new Presence({
        typing: (ticketId, typing) => store.set(typingAtom(ticketId), typing),
        online: (ticketId, isOnline) => store.set(onlineAtom(ticketId), isOnline),
      }),
  )
  const isLost = useLiveState() === 'reconnecting'
  useEvent(contactTyping, ({ ticketId, state }) => presence.heard(ticketId, state))
  useEvent(messageCreated, ({ message }) => {
    if (!message.fromMe && message.ticketId !== null) presence.said(message.ticketId)
  })
  useEffect(() => {
    if (isLost) presence.forget()
  }, [isLost, presence])
  useEffect(() => () => presence.forget(), [presence])
}
