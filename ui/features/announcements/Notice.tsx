import type { Announcement } from '../../../src/features/announcements/contract'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { PriorityMark } from './Priority'

type NoticeContent = Pick<Announcement, 'title' | 'text' | 'priority' | 'publishedAt'>
type Props = { notice: NoticeContent; picture: string | null; isUnread: boolean; onOpen?: () => void }

/** An entry of the bell. */
export function Notice({ notice: { title, text, priority, publishedAt }, picture, isUnread, onOpen }: Props) {
  const t = useText()
  return (
    <div className="notice group" data-unread={isUnread || undefined}>
      <PriorityMark value={priority} />
      <span className="col-[2/4] flex gap-3">
        {onOpen ? (
          <button
            type="button"
            className="flex-1 min-w-0 type-base font-medium text-left text-pretty wrap-anywhere cursor-pointer before:absolute before:inset-0 before:rounded-[inherit] group-data-unread:font-[650]"
            onClick={onOpen}
          >
            {title}
          </button>
        ) : (
          <span className="flex-1 min-w-0 type-base font-medium text-left text-pretty wrap-anywhere group-data-unread:font-[650]">
            {title}
          </span>
        )}
        {publishedAt === null ? <time>{t('common.now')}</time> : <Ago at={publishedAt} />}
      </span>
      <p>{text}</p>
      {picture && (
        <span className="block flex-none w-20 aspect-[2] overflow-hidden rounded-md bg-base-300 mt-1.25">
          <img className="object-cover size-full" src={picture} alt="" />
        </span>
      )}
    </div>
  )
}
