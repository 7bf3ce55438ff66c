import type { ReadAnnouncement } from '../../../src/features/announcements/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Dialog } from '../../shared/kit/Dialog'
import { Priority } from './Priority'

export type NoticeProps = { notice: ReadAnnouncement; from: string; onClose(): void }
type Props = NoticeProps & {
  /** Opened by itself: a key meant for something else must not press its button. */
  isSudden?: boolean
}

/** The whole announcement, with one button. Closing it in any way marks it as read. */
export function NoticeDialog({
  notice: { title, text, priority, mediaPath, publishedAt, link },
  from,
  onClose,
  isSudden = false,
}: Props) {
  const t = useText()
  const format = useFormat()
  return (
    <Dialog
      open
      size="md"
      title={title}
      firstStop={isSudden ? '.notice-text' : '.dialog-foot .btn'}
      onClose={onClose}
      footer={
        <>
          <span className="mr-auto text-xs text-faint">{t('announcementBell.kept')}</span>
          <Button tone="primary" onClick={onClose}>
            {t('announcementBell.understood')}
          </Button>
        </>
      }
    >
      <div className="dialog-body grid gap-3">
        <div className="flex items-center justify-between gap-3 text-sm">
          <Priority value={priority} />
          <span className="text-xs text-faint">
            {from}
            {publishedAt && `, ${format.dateTime(publishedAt)}`}
          </span>
        </div>
        {mediaPath && (
          <img
            className="block w-full max-h-72 rounded-field object-cover bg-base-300"
            src={`/api${mediaPath}`}
            alt=""
          />
        )}
        <p className="notice-text" tabIndex={-1}>
          {text}
        </p>
        {link !== null && (
          <a className="link wrap-anywhere" href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        )}
      </div>
    </Dialog>
  )
}
