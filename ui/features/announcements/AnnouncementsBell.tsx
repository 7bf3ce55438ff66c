import './announcements.css'
import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Megaphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReadAnnouncement } from '../../../src/features/announcements/contract'
import { useText } from '../../shared/i18n/useText'
import { Bell } from '../../shared/kit/Bell'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { lazyPart } from '../../shared/lazyPart'
import { markRead, useCurrentAnnouncements } from './bellApi'
import { Notice } from './Notice'
import { countUnread, findUrgent } from './spec'

const UrgentNotice = lazyPart(() => import('./UrgentNotice').then((file) => file.UrgentNotice))
const NoticeDialog = lazyPart(() => import('./NoticeDialog').then((file) => file.NoticeDialog))

/** The operator's announcements. A high priority one opens by itself, once for each user, as soon as they do not type. */
export function AnnouncementsBell() {
  const t = useText()
  const cache = useQueryClient()
  const { from, records } = useCurrentAnnouncements()
  const [chosenId, setChosenId] = useState<number | null>(null)
  const unread = countUnread(records)
  const words = unread > 0 ? t('announcementBell.unread', { count: unread }) : t('announcementBell.title')
  const chosen = records.find(({ id }) => id === chosenId)
  const shown = chosen ?? findUrgent(records)
  const Shown = chosen ? NoticeDialog : UrgentNotice
  const close = () => {
    setChosenId(null)
    if (shown?.readAt === null) void markRead(cache, [shown.id])
  }
  return (
    <>
      <Bell words={words} count={unread} icon={<Megaphone />} listClass="notices">
        {(shut) => (
          <Notices
            from={from}
            records={records}
            onOpen={({ id }) => {
              shut()
              setChosenId(id)
            }}
          />
        )}
      </Bell>
      {shown && (
        <Suspense>
          <Shown key={shown.id} notice={shown} from={from} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

type Props = { from: string; records: readonly ReadAnnouncement[]; onOpen(notice: ReadAnnouncement): void }

function Notices({ from, records, onOpen }: Props) {
  const t = useText()
  const cache = useQueryClient()
  const fresh = records.filter(({ readAt }) => readAt === null)
  const read = records.filter(({ readAt }) => readAt !== null)
  if (records.length === 0) return <EmptyState heading="h2" icon={<Megaphone />} title={t('announcementBell.none')} />
  return (
    <>
      <div className="bell-head">
        <h2>
          {t('announcementBell.title')} <small>{t('announcementBell.from', { name: from })}</small>
        </h2>
        {fresh.length > 0 && (
          <Button
            size="xs"
            tone="ghost"
            icon={<CheckCheck />}
            onClick={() =>
              void markRead(
                cache,
                fresh.map(({ id }) => id),
              )
            }
          >
            {t('announcementBell.allRead')}
          </Button>
        )}
      </div>
      <Group title={t('announcementBell.new')} records={fresh} onOpen={onOpen} />
      <Group title={t('announcementBell.read')} records={read} onOpen={onOpen} />
    </>
  )
}

function Group({ title, records, onOpen }: Omit<Props, 'from'> & { title: string }) {
  if (records.length === 0) return null
  return (
    <section aria-label={title}>
      <div className="menu-label" aria-hidden="true">
        {title}
      </div>
      <ul>
        {records.map((one) => (
          <li key={one.id}>
            <Notice
              notice={one}
              picture={one.mediaPath && `/api${one.mediaPath}`}
              isUnread={one.readAt === null}
              onOpen={() => onOpen(one)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
