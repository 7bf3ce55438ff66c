import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useText } from '../shared/i18n/useText'
import { buttonClass } from '../shared/kit/Button'
import { EmptyState } from '../shared/kit/EmptyState'
import { usePageTitle } from '../shared/usePageTitle'

/** No such address. */
export function NotFoundPage() {
  const t = useText()
  usePageTitle(t('common.notFound.title'))
  return (
    <main className="main grid min-h-dvh">
      <EmptyState
        heading="h1"
        icon={<Compass />}
        title={t('common.notFound.title')}
        actions={
          <Link to="/tickets/{-$ticketId}" className={buttonClass('primary', 'sm')}>
            {t('common.notFound.action')}
          </Link>
        }
      >
        {t('common.notFound.text')}
      </EmptyState>
    </main>
  )
}
