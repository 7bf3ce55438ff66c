import { Check } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'

const STEPS = ['signIn', 'choose', 'queues'] as const

type Props = {
  now: (typeof STEPS)[number]
  /** What is chosen. */
  choose: string
  /** Who has signed in, where Meta says. */
  person?: string | undefined
}

/** How far the way through Meta's sign-in has come. */
export function SignInSteps({ now, choose, person }: Props) {
  const t = useText()
  const at = STEPS.indexOf(now)
  return (
    <div className="stages">
      <ol className="path flex-1" aria-label={t('connections.pages.steps')}>
        {STEPS.map((step, place) => (
          <li key={step} aria-current={place === at ? 'step' : undefined}>
            <span className={classes('ordinal', place < at && 'ordinal-done')}>
              {place < at ? <Check /> : place + 1}
            </span>
            <span>{step === 'choose' ? choose : t(`connections.pages.step.${step}`)}</span>
          </li>
        ))}
      </ol>
      {person && <span className="text-xs text-faint">{t('connections.pages.as', { name: person })}</span>}
    </div>
  )
}
