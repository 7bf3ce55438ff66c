import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { useHasSimulator } from '../../../shared/session/useHasSimulator'

/** The phone is linked: what to try next. */
export function Connected({ name }: { name: string }) {
  const t = useText()
  const isSimulated = useHasSimulator()
  return (
    <div className="dialog-body blank" role="status">
      <CircleCheck className="text-success-ink!" />
      <h3>{t('connections.pair.connected', { name })}</h3>
      <p>{t(isSimulated ? 'connections.pair.nextSimulated' : 'connections.pair.next')}</p>
    </div>
  )
}

/** The chat in the simulator to write in, and where messages arrive. */
export function NextSteps() {
  const t = useText()
  return (
    <>
      {useHasSimulator() && (
        <a className={buttonClass('plain', 'md')} href="/simulator" target="_blank" rel="noopener">
          {t('connections.pair.openSimulator')}
        </a>
      )}
      <Link className={buttonClass('primary', 'md')} to="/tickets/{-$ticketId}">
        {t('connections.pair.toDesk')}
      </Link>
    </>
  )
}
