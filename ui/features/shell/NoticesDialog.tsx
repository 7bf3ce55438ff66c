import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/useText'
import { Dialog } from '../../shared/kit/Dialog'
import { NoticeEvents, SoundAndDesktop } from './Notices'

/** All notification settings in one place, on phones too. Choices apply immediately. */
export function NoticesDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  return (
    <Dialog open onClose={onClose} title={t('bar.notices.title')} size="sm">
      <div className="dialog-body grid gap-6 pt-1! pb-5!">
        <SoundAndDesktop />
        <NoticeEvents />
        <p className="text-xs text-faint">{t('bar.notices.note')}</p>
        <Link className="text-sm font-semibold text-primary-ink" to="/notifications" onClick={onClose}>
          {t('bar.notices.devices')}
        </Link>
      </div>
    </Dialog>
  )
}
