import { Check, CheckCheck, CircleAlert, Clock, LoaderCircle } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { cx } from '../../shared/kit/cx'
import { type Tick, tickOf } from './rules/receipts'

const icons: Record<Tick, typeof Check> = {
  failed: CircleAlert,
  waiting: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  editing: LoaderCircle,
}

/** The delivery status of our message. */
export function Ticks({ ack }: { ack: number }) {
  const t = useText()
  const tick = tickOf(ack)
  const Icon = icons[tick]
  const label = t(`messages.tick.${tick}`)
  return (
    <span className="tick-box" role="img" aria-label={label} title={label}>
      <Icon
        className={cx(
          'tick',
          tick === 'read' && 'tick-read',
          tick === 'failed' && 'tick-failed',
          tick === 'editing' && 'animate-spin',
        )}
      />
    </span>
  )
}
