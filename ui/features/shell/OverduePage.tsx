import { CalendarX, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { Toaster } from '../../shared/kit/Toaster'
import { toast } from '../../shared/kit/toast'
import { renewSession, signOut } from '../../shared/session/access'
import { useUser } from '../../shared/session/useUser'
import { usePageTitle } from '../../shared/usePageTitle'

/**
 * Replaces every screen while the company's subscription has expired: renewing the session shows whether it was paid.
 */
export function OverduePage() {
  const t = useText()
  const format = useFormat()
  const { dueDate } = useUser().company
  const [busy, setBusy] = useState(false)
  usePageTitle(t('shell.overdue.title'))
  const retry = () => {
    setBusy(true)
    renewSession()
      .catch(toast.failure)
      .finally(() => setBusy(false))
  }
  return (
    <main className="main grid min-h-dvh">
      <EmptyState
        heading="h1"
        icon={<CalendarX />}
        title={t('shell.overdue.title')}
        actions={
          <>
            <Button tone="primary" size="sm" icon={<RotateCw />} busy={busy} onClick={retry}>
              {t('common.retry')}
            </Button>
            <Button size="sm" onClick={() => void signOut()}>
              {t('shell.signOut')}
            </Button>
          </>
        }
      >
        {t('shell.overdue.text', { date: format.date(dueDate) })}
      </EmptyState>
      <Toaster />
    </main>
  )
}
