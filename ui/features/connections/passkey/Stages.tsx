import { Check, Timer } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { useNow } from '../../../shared/kit/useNow'

const STEPS = ['qr', 'passkey', 'code', 'linked'] as const
export type PasskeyStep = (typeof STEPS)[number]

type Props = { at: PasskeyStep; isTyped?: boolean; until?: string | null }

/** Progress of linking, and how long the current step is valid. */
export function Stages({ at, isTyped = false, until = null }: Props) {
  const t = useText()
  const now = STEPS.indexOf(at)
  return (
    <div className="stages">
      <ol className="path flex-1 gap-2" aria-label={t('connections.passkey.steps')}>
        {STEPS.map((step, place) => {
          const isDone = place < now || at === 'linked'
          return (
            <li className="gap-1.75" key={step} aria-current={step === at ? 'step' : undefined}>
              <span className={classes('ordinal', isDone && 'ordinal-done')}>{isDone ? <Check /> : place + 1}</span>
              <span>{t(`connections.passkey.step.${step === 'qr' && isTyped ? 'typed' : step}`)}</span>
            </li>
          )
        })}
      </ol>
      {until && <TimeLeft until={until} />}
    </div>
  )
}

const SOON_S = 60

function TimeLeft({ until }: { until: string }) {
  const t = useText()
  const left = Math.max(0, Math.ceil((Date.parse(until) - useNow(1000)) / 1000))
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  const isSoon = left < SOON_S
  return (
    <span
      className={classes(
        'left inline-flex items-center gap-1.5 text-xs whitespace-nowrap tabular-nums',
        isSoon && 'text-warning-ink font-semibold',
      )}
      role="timer"
    >
      <Timer />
      {t(isSoon ? 'connections.passkey.leftSoon' : 'connections.passkey.left', { time })}
    </span>
  )
}
