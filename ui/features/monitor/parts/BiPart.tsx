import { Link } from '@tanstack/react-router'
import { ChartNoAxesCombined } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'

/** The operator's own dashboard, from the address in the settings. The page's policy allows only its origin. */
export function BiPart({ address }: { address: string | null }) {
  const t = useText()
  if (address === null)
    return (
      <EmptyState
        heading="h2"
        icon={<ChartNoAxesCombined />}
        title={t('monitor.bi.none')}
        actions={
          <Link to="/operator-settings" search={{}} hash="bi" className={buttonClass('primary')}>
            {t('monitor.bi.set')}
          </Link>
        }
      >
        {t('monitor.bi.text')}
      </EmptyState>
    )
  return (
    <iframe
      className="flex-1 w-full min-h-96 border-0 bg-base-100"
      title={t('monitor.bi.title')}
      src={address}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  )
}
