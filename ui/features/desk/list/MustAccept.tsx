import { useAtom } from 'jotai/react'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type TicketSummary, ticketUpdated } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { useEvent } from '../../../shared/live/useEvent'
import { useMay } from '../../../shared/session/useUser'
import { useContactName } from '../../contacts/names'
import { useMoves } from '../moves/useMoves'
import { usePreview } from '../useDesk'
import { mustAcceptAtom } from './state'

const SHOWN_FOR = 8_000

/**
 * Asks to accept a waiting ticket that was clicked, or shows its messages to those who may look before; on a phone, whose
 * rows have no buttons, this is the way there. Doing something else dismisses it.
 */
export function MustAccept() {
  const [ticket, setTicket] = useAtom(mustAcceptAtom)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ticket) return
    const forget = () => setTicket(null)
    const timer = setTimeout(forget, SHOWN_FOR)
    const elsewhere = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && box.current?.contains(target))) forget()
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', elsewhere)
    }
  }, [ticket, setTicket])
  useEvent(ticketUpdated, ({ ticket: { id, status } }) => {
    if (id === ticket?.id && status !== 'pending') setTicket(null)
  })
  return <div ref={box}>{ticket && <Asked ticket={ticket} forget={() => setTicket(null)} />}</div>
}

function Asked({ ticket, forget }: { ticket: TicketSummary; forget(): void }) {
  const t = useText()
  const name = useContactName(ticket)
  const { accept } = useMoves()
  const mayPreview = useMay()('tickets-manager:preview')
  const preview = usePreview()
  const take = (how: (ticket: TicketSummary) => void) => {
    forget()
    how(ticket)
  }
  return (
    <Note
      role="alert"
      icon={<TriangleAlert />}
      className="m-2 mt-0"
      action={
        <span className="grid content-center justify-items-end gap-1 max-md:*:min-h-10">
          <button type="button" onClick={() => take(accept)}>
            {t('tickets.accept')}
          </button>
          {mayPreview && (
            <button type="button" onClick={() => take(preview)}>
              {t('tickets.preview')}
            </button>
          )}
        </span>
      }
    >
      <b className="block truncate font-semibold">{name}</b>
      {t('tickets.mustAccept')}
    </Note>
  )
}
