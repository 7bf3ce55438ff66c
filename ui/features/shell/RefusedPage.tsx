import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { usePageTitle } from '../../shared/usePageTitle'

/** A page that exists, and is not for this person. */
export function RefusedPage() {
  const t = useText()
  usePageTitle(t('common.refused.title'))
  return (
    <main className="main grid">
      <EmptyState
        heading="h1"
        icon={<Lock />}
        title={t('common.refused.title')}
        actions={
          <Link to="/tickets/{-$ticketId}" className={buttonClass('primary', 'sm')}>
            {t('common.notFound.action')}
          </Link>
        }
      >
        {t('common.refused.text')}
      </EmptyState>
    </main>
  )
}
