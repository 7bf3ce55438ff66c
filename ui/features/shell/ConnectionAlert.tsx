import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { useMay } from '../../shared/session/useUser'
import { useStoppedConnections } from './useStoppedConnections'

/** How many connections are down, with a link for users who may repair them. */
export function ConnectionAlert() {
  const t = useText()
  const may = useMay()
  const stopped = useStoppedConnections()
  if (stopped === 0) return null
  const words = (
    <>
      <TriangleAlert />
      <span className="max-lg:sr-only">{t('shell.stopped', { count: stopped })}</span>
    </>
  )
  const look = classes(buttonClass('ghost', 'sm'), 'max-md:size-10 text-error-ink')
  if (may('drawer-admin-items:view')) {
    return (
      <Link
        to="/connections"
        className={look}
        activeProps={{ className: look }}
        title={t('shell.stopped', { count: stopped })}
      >
        {words}
      </Link>
    )
  }
  return (
    <span
      className="inline-flex items-center gap-1.5 px-2 text-sm text-error-ink"
      title={t('shell.stopped', { count: stopped })}
    >
      {words}
    </span>
  )
}
