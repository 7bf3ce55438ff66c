import { useAtom } from 'jotai/react'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { mustAcceptAtom } from '../state'
import { useMoves } from '../useMoves'

const SHOWN_FOR = 8_000

/** A waiting ticket was clicked: its messages show once somebody takes it. */
export function MustAccept() {
  const t = useText()
  const [ticket, setTicket] = useAtom(mustAcceptAtom)
  const { accept } = useMoves()
  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(() => setTicket(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [ticket, setTicket])
  if (!ticket) return null
  const take = () => {
    setTicket(null)
    accept(ticket)
  }
  return (
    <Note
      role="alert"
      icon={<TriangleAlert />}
      className="m-2 mt-0"
      action={
        <button type="button" onClick={take}>
          {t('tickets.accept')}
        </button>
      }
    >
      <b className="block truncate font-semibold">{ticket.contact.name}</b>
      {t('tickets.mustAccept')}
    </Note>
  )
}
