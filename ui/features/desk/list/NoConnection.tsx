import { Link } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { useMay } from '../../../shared/session/useUser'

/** Shown until the company has connected a phone: before that nobody can write to it. */
export function NoConnection() {
  const t = useText()
  const may = useMay()
  const title = t('connections.empty.title')
  if (!may('drawer-admin-items:view')) {
    return (
      <EmptyState icon={<Smartphone />} title={title}>
        {t('connections.empty.readOnly')}
      </EmptyState>
    )
  }
  const toConnections = (
    <Link to="/connections" className={buttonClass('primary', 'sm')}>
      {t('tickets.empty.toConnections')}
    </Link>
  )
  return (
    <EmptyState icon={<Smartphone />} title={title} actions={toConnections}>
      {t('connections.empty.text')}
    </EmptyState>
  )
}
