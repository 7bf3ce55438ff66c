import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useText } from '../shared/i18n/useText'
import { Button } from '../shared/kit/Button'
import { EmptyState } from '../shared/kit/EmptyState'
import { ErrorState } from '../shared/kit/ErrorState'
import { ApiError } from '../shared/session/failure'

/** A page that could not open: its data, or after an upgrade the page's own file. */
export function BrokenPage({ error }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  if (error instanceof ApiError) {
    return (
      <main className="main grid min-h-dvh">
        <ErrorState error={error} onRetry={() => void router.invalidate()} />
      </main>
    )
  }
  console.error(error)
  return (
    <main className="main grid min-h-dvh" role="alert">
      <EmptyState
        heading="h1"
        icon={<TriangleAlert />}
        title={t('common.error.title')}
        actions={
          <Button size="sm" icon={<RotateCw />} onClick={() => location.reload()}>
            {t('common.error.reload')}
          </Button>
        }
      >
        {t('common.error.newVersion')}
      </EmptyState>
    </main>
  )
}
