import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'

/** Delivery status: clock, one tick, two, two blue, red circle. */
export function Tick({ ack }: { ack: number }) {
  const t = useText()
  if (ack <= 0) return <CircleAlert className="tick tick-failed" aria-label={t('simulator.tick.failed')} role="img" />
  if (ack === 1) return <Clock className="tick" aria-label={t('simulator.tick.waiting')} role="img" />
  if (ack === 2) return <Check className="tick" aria-label={t('simulator.tick.sent')} role="img" />
  if (ack === 3) return <CheckCheck className="tick" aria-label={t('simulator.tick.delivered')} role="img" />
  return <CheckCheck className="tick tick-read" aria-label={t('simulator.tick.read')} role="img" />
}
