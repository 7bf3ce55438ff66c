import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from './i18n/useText'
import { buttonClass } from './kit/Button'
import { classes } from './kit/classes'
import { EmptyState } from './kit/EmptyState'
import { usePageTitle } from './usePageTitle'

type Props = { icon: ReactNode; title: string; children: ReactNode; className?: string }

/** For an address that does not exist, or is not accessible to this user; with a way back. */
export function DeadEnd({ icon, title, children, className }: Props) {
  const t = useText()
  usePageTitle(title)
  const back = (
    <Link to="/tickets/{-$ticketId}" className={buttonClass('primary', 'sm')}>
      {t('common.notFound.action')}
    </Link>
  )
  return (
    <main className={classes('main grid', className)}>
      <EmptyState heading="h1" icon={icon} title={title} actions={back}>
        {children}
      </EmptyState>
    </main>
  )
}
