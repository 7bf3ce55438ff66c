import { Clock, ClockAlert } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { useNow } from '../../shared/kit/useNow'
import { useSettings } from '../../shared/settings/useSettings'
import { waitingOf, waitLimits, waitSpan } from '../../shared/waiting'

/** How long a contact has been waiting for an answer, in amber and red by the company's settings. */
export function Waiting({ since }: { since: string | null }) {
  const t = useText()
  const waiting = waitingOf(since, useNow(15_000), waitLimits(useSettings()))
  if (!waiting || waiting.minutes < 1) return null
  const { unit, count } = waitSpan(waiting.minutes)
  return (
    <span
      className={classes('wait', waiting.tone !== 'calm' && `wait-${waiting.tone}`)}
      title={t(`tickets.unanswered.${unit}`, { count })}
    >
      {waiting.tone === 'red' ? <ClockAlert /> : <Clock />}
      {t(`tickets.wait.${unit}`, { count })}
    </span>
  )
}
