import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'

/** The last backup failed. */
export function BackupStrip() {
  const t = useText()
  const installation = useQuery(installationQuery).data
  if (!installation?.backupFailed) return null
  return (
    <aside className="status-strip status-strip-error" aria-label={t('backupStrip.name')}>
      <Archive />
      <span>{t('backupStrip.failed')}</span>
      <Link to="/monitor" search={{ tab: 'backups' }} className="font-semibold underline underline-offset-2">
        {t('backupStrip.see')}
      </Link>
    </aside>
  )
}
