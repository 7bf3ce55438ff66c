import type { Announcement } from '../../../src/features/announcements/contract'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { PriorityMark } from './Priority'

type Shown = Pick<Announcement, 'title' | 'text' | 'priority' | 'publishedAt'>
type Props = { notice: Shown; picture: string | null; isUnread: boolean; onOpen?: () => void }

/** An entry of the bell. */
export function Notice({ notice: { title, text, priority, publishedAt }, picture, isUnread, onOpen }: Props) {
  const t = useText()
  return (
    <div className="notice" data-unread={isUnread || undefined}>
      <PriorityMark value={priority} />
      <span className="notice-top">
        {onOpen ? (
          <button type="button" className="notice-title" onClick={onOpen}>
            {title}
          </button>
        ) : (
          <span className="notice-title">{title}</span>
        )}
        {publishedAt === null ? <time>{t('common.now')}</time> : <Ago at={publishedAt} />}
      </span>
      <p>{text}</p>
      {picture && (
        <span className="notice-pic">
          <img src={picture} alt="" />
        </span>
      )}
    </div>
  )
}
