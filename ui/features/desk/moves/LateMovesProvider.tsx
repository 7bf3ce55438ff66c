import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { ticketUpdated } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { text } from '../../../shared/i18n/language'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { beforeSignOut } from '../../../shared/session/access'
import { contactName } from '../../contacts/names'
import { OpenTicketHost } from '../../contacts/OpenTicketHost'
import { changeTicketLeaving } from '../api'
import { LateMoves } from './lateMoves'

const LateContext = createContext<LateMoves | null>(null)

/** Wraps everything behind sign-in: a ticket resolved on the desk can be restored from any page. */
export function LateMovesProvider({ children }: { children: ReactNode }) {
  const [late] = useState(createLateMoves)
  useEvent(ticketUpdated, ({ ticket }) => late.hear(ticket, false))
  useEvent(messageCreated, ({ ticket, message }) => late.hear(ticket, !message.fromMe))
  useEffect(() => {
    const leave = () => void late.leave()
    const withdraw = beforeSignOut(() => late.leave())
    addEventListener('pagehide', leave)
    return () => {
      withdraw()
      removeEventListener('pagehide', leave)
      late.drop()
    }
  }, [late])
  return (
    <LateContext value={late}>
      {children}
      <OpenTicketHost />
    </LateContext>
  )
}

export function useLateMoves(): LateMoves {
  const late = use(LateContext)
  if (!late) throw new Error('LateMovesProvider is missing above this component')
  return late
}

const createLateMoves = () =>
  new LateMoves({
    offer({ ticket, body }, takeBack) {
      const t = text()
      const name = contactName(ticket)
      const words = body.status === 'closed' ? t('tickets.closing', { name }) : t('tickets.returning', { name })
      return toast.offer(words, takeBack)
    },
    keptOpen: (ticket) => toast.info(text()('tickets.keptOpen', { name: contactName(ticket) })),
    sendLeaving: changeTicketLeaving,
  })
