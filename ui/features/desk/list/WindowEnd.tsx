import { Hourglass, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { windowState } from '../../../../src/channels/windows/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'

/** Minutes from which on a row says when the window closes, in place of the wait. */
const SHOWN = 3 * 60

/** How long the contact can still be answered, where there is little time. */
export function WindowEnd({ ticket: { replyWindow }, otherwise }: { ticket: TicketSummary; otherwise: ReactNode }) {
  const t = useText()
  const now = useNow(15_000)
  if (!replyWindow) return otherwise
  const state = windowState(replyWindow, now)
  const end = state === 'open' ? replyWindow.until : replyWindow.personUntil
  const minutes = Math.ceil((Date.parse(end ?? '') - now) / 60_000)
  if (state === 'closed')
    return (
      <span className="wait">
        <Lock />
        {t('tickets.window.closed')}
      </span>
    )
  if (minutes > SHOWN && state === 'open') return otherwise
  return (
    <span className="wait">
      <Hourglass />
      {minutes > SHOWN
        ? t('tickets.window.people')
        : minutes < 60
          ? t('tickets.window.minutes', { count: minutes })
          : t('tickets.window.hours', { count: Math.floor(minutes / 60) })}
    </span>
  )
}
