import './announcements.css'
import { Megaphone, Pencil, Trash2 } from 'lucide-react'
import type { Announcement } from '../../../src/features/announcements/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { AnnouncementForm } from './AnnouncementForm'
import { announcements } from './api'
import { Priority } from './Priority'
import { shownAnnouncements } from './spec'
import { AnnouncementsView } from './view'

/** The operator's announcements to the users of all companies, with read counts. */
export function AnnouncementsPage() {
  const t = useText()
  const rows = useRows(announcements)
  const view = useView(AnnouncementsView)
  const { what, row, open, close } = useRowDialog<Announcement, 'create' | 'edit' | 'delete'>(rows.all)
  const all = rows.all ?? []
  return (
    <ListPage
      title={t('announcements.title')}
      rows={rows}
      shown={shownAnnouncements(all, view.now)}
      columns={useColumns()}
      view={view}
      search={t('announcements.search')}
      count={t('announcements.count', { count: all.length, active: all.filter(({ status }) => status).length })}
      filters={
        <ChoiceFilter
          label={t('announcements.column.priority')}
          all={t('common.allFeminine')}
          value={view.now.priority}
          onChange={(priority) => view.change({ priority })}
          options={[
            { value: 'high', label: t('announcementBell.priority.high') },
            { value: 'medium', label: t('announcementBell.priority.medium') },
            { value: 'low', label: t('announcementBell.priority.low') },
          ]}
        />
      }
      action={{ label: t('announcements.new'), onSelect: () => open('create') }}
      actions={(one) => [
        {
          label: t('common.row.edit', { name: one.title }),
          icon: <Pencil />,
          isMain: true,
          onSelect: () => open('edit', one),
        },
        { label: t('common.row.delete', { name: one.title }), icon: <Trash2 />, onSelect: () => open('delete', one) },
      ]}
      tone={({ status }) => (status ? undefined : 'off')}
      flash={({ updatedAt }) => updatedAt}
      empty={{ icon: <Megaphone />, title: t('announcements.empty.title'), text: t('announcements.empty.text') }}
      noMatch={t('announcements.noMatch')}
    >
      {what === 'create' && <AnnouncementForm onClose={close} />}
      {what === 'edit' && row && <AnnouncementForm edited={row} onClose={close} />}
      {what === 'delete' && row && <DeleteAnnouncement announcement={row} onClose={close} />}
    </ListPage>
  )
}

function useColumns(): Column<Announcement>[] {
  const t = useText()
  const format = useFormat()
  return [
    {
      id: 'priority',
      head: t('announcements.column.priority'),
      sort: 'priority',
      width: '7rem',
      phone: 'bare',
      cell: ({ priority }) => <Priority value={priority} />,
    },
    {
      id: 'title',
      head: t('announcements.column.announcement'),
      phone: 'lead',
      cell: (one) => (
        <span className="flex items-center gap-3 min-w-0">
          <span className="two min-w-0 flex-1">
            <span className="truncate font-medium">{one.title}</span>
            <small className="truncate">{one.text}</small>
          </span>
          {one.mediaPath && (
            <span className="block flex-none aspect-[2] overflow-hidden rounded-md bg-base-300 w-14">
              <img className="object-cover size-full" src={`/api${one.mediaPath}`} alt="" loading="lazy" />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'readers',
      head: t('announcements.column.readers'),
      sort: 'readers',
      width: '12rem',
      cell: ({ publishedAt, readers = 0, people = 0 }) =>
        publishedAt === null ? '–' : <Readers of={people} have={readers} />,
    },
    {
      id: 'published',
      head: t('announcements.column.published'),
      sort: 'published',
      width: '10rem',
      cell: ({ publishedAt }) =>
        publishedAt === null ? (
          t('announcements.draft')
        ) : (
          <span className="nums">{format.shortDateTime(publishedAt)}</span>
        ),
    },
    {
      id: 'state',
      head: t('announcements.column.state'),
      width: '8rem',
      phone: 'end',
      cell: ({ status }) => (
        <StatusDot tone={status ? 'ok' : 'off'}>
          {t(status ? 'announcements.active' : 'announcements.inactive')}
        </StatusDot>
      ),
    },
  ]
}

function Readers({ have, of }: { have: number; of: number }) {
  const t = useText()
  const { number } = useFormat()
  const words = t('announcements.readersOf', { readers: number(have), people: number(of) })
  return (
    <span className="inline-grid grid-cols-[4rem_auto] items-center gap-2.5">
      <i className="h-1.25 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
        <i
          className="block h-full rounded-[inherit] bg-primary"
          style={{ width: `${of === 0 ? 0 : (100 * have) / of}%` }}
        />
      </i>
      <span className="nums">{words}</span>
    </span>
  )
}

function DeleteAnnouncement({ announcement: { id, title }, onClose }: { announcement: Announcement; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(announcements)
  return (
    <DeleteDialog
      title={t('announcements.delete.title', { name: title })}
      confirm={t('announcements.delete.confirm')}
      done={t('announcements.delete.done')}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('announcements.delete.text')}</p>}
    </DeleteDialog>
  )
}
