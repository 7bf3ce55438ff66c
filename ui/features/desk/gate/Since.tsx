import { Clock, ClockAlert } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { useSettings } from '../../../shared/settings/useSettings'
import { waitingOf, waitLimits } from '../../../shared/waiting'

/** How long a contact has been waiting. */
export function Since({ ticket: { waitingSince, createdAt } }: { ticket: TicketSummary }) {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const now = useNow(15_000)
  const waiting = waitingOf(waitingSince, now, waitLimits(useSettings()))
  const at = waitingSince ?? createdAt
  const when = days.sinceTime(at, now)
  return (
    <time
      dateTime={at}
      title={format.dateTime(at)}
      className={waiting && waiting.tone !== 'calm' ? `wait-${waiting.tone}` : undefined}
    >
      {waiting?.tone === 'red' ? <ClockAlert /> : <Clock />}
      {t(waiting ? 'desk.gate.since' : 'desk.gate.came', { when })} · {format.ago(at, now)}
    </time>
  )
}
