import { CalendarClock, Copy, Eye, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { isLocked, manageSchedules, type Schedule } from '../../../src/features/schedules/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Dialog } from '../../shared/kit/Dialog'
import { Segment } from '../../shared/kit/Segment'
import { VariableText } from '../../shared/kit/VariableText'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useView, type View } from '../../shared/table/useView'
import { schedules } from './api'
import { PeopleFilter } from './PeopleFilter'
import { ScheduleDetails } from './ScheduleDetails'
import { ScheduleForm, type Start } from './ScheduleForm'
import { ScheduleState } from './ScheduleState'
import { kinds, SchedulesView } from './view'

const CalendarPage = lazyPart(() => import('./calendar/CalendarPage').then((file) => file.CalendarPage))

/** The open dialog: a new schedule with initial values, one to edit, or one to delete. */
export type ScheduleDialogRequest =
  | { readonly what: 'create'; readonly start: Start }
  | { readonly what: 'edit' | 'look' | 'delete'; readonly schedule: Schedule }

/** Scheduled messages and reminders, as a table and as a calendar. */
export function SchedulesPage() {
  const view = useView(SchedulesView)
  const { contactId, contactName } = view.now
  const [asked, setAsked] = useState<ScheduleDialogRequest | null>(
    contactId === undefined
      ? null
      : { what: 'create', start: { contact: { id: contactId, name: contactName ?? `#${contactId}` } } },
  )
  const close = () => {
    setAsked(null)
    if (contactId !== undefined) view.change({ contactId: undefined, contactName: undefined })
  }
  const frame = { view, tabs: <Tabs view={view} />, ask: setAsked }
  return (
    <>
      {view.now.tab === 'calendar' ? (
        <Suspense fallback={null}>
          <CalendarPage {...frame} />
        </Suspense>
      ) : (
        <TablePage {...frame} />
      )}
      {asked && <AskedDialog asked={asked} onClose={close} />}
    </>
  )
}

export type Frame = {
  readonly view: View<SchedulesView>
  readonly tabs: React.ReactNode
  ask(asked: ScheduleDialogRequest): void
}

function Tabs({ view }: { view: View<SchedulesView> }) {
  const t = useText()
  return (
    <Segment
      label={t('schedules.title')}
      items={[
        { id: 'table', label: t('schedules.tab.table') },
        { id: 'calendar', label: t('schedules.tab.calendar') },
      ]}
      value={view.now.tab ?? 'table'}
      onChange={(tab) => view.change({ tab: tab === 'calendar' ? tab : undefined })}
    />
  )
}

function TablePage({ view, tabs, ask: setAsked }: Frame) {
  const t = useText()
  const { search, people, kind, pending } = view.now
  const choice = useMemo(() => ({ search, people, kind, pending }), [search, people, kind, pending])
  const rows = useRows(schedules, choice)
  return (
    <ListPage
      title={t('schedules.title')}
      rows={rows}
      columns={useColumns()}
      view={view}
      isTall
      search={t('schedules.search')}
      filters={
        <>
          {tabs}
          <Filters view={view} />
        </>
      }
      action={{ label: t('schedules.new'), onSelect: () => setAsked({ what: 'create', start: {} }) }}
      actions={(one) => [
        ...(isLocked(one)
          ? [
              {
                label: t('schedules.look'),
                icon: <Eye />,
                isMain: true,
                onSelect: () => setAsked({ what: 'look', schedule: one }),
              },
            ]
          : [
              {
                label: t('common.row.edit', one.contact),
                icon: <Pencil />,
                isMain: true,
                onSelect: () => setAsked({ what: 'edit', schedule: one }),
              },
            ]),
        {
          label: t('common.act.copy'),
          icon: <Copy />,
          onSelect: () => setAsked({ what: 'create', start: copyOf(one) }),
        },
        ...(one.status === 'sending'
          ? []
          : [
              {
                label: t('common.row.delete', one.contact),
                icon: <Trash2 />,
                onSelect: () => setAsked({ what: 'delete', schedule: one }),
              },
            ]),
      ]}
      tone={({ status }) => (status === 'err' ? 'error' : undefined)}
      flash={({ updatedAt }) => updatedAt}
      empty={{ icon: <CalendarClock />, title: t('schedules.empty.title'), text: t('schedules.empty.text') }}
      noMatch={t('schedules.noMatch')}
    />
  )
}

/** A copy has no file: it belongs to the original. */
export const copyOf = ({ type, contact, whatsappId, queueId, body }: Schedule): Start => ({
  type,
  contact,
  whatsappId,
  queueId,
  body,
})

export function Filters({ view }: { view: View<SchedulesView> }) {
  const t = useText()
  const mayAll = useMay()(manageSchedules)
  const { kind, pending, people } = view.now
  return (
    <>
      {mayAll && <PeopleFilter chosen={people ?? []} onChange={(people) => view.change({ people })} />}
      <ChoiceFilter
        label={t('common.field.type')}
        value={kind}
        onChange={(kind) => view.change({ kind })}
        options={kinds.map((value) => ({ value, label: t(`schedules.kinds.${value}`) }))}
      />
      <ChoiceFilter
        label={t('common.field.status')}
        all={t('common.allFeminine')}
        value={pending && 'pending'}
        onChange={(chosen) => view.change({ pending: chosen && true })}
        options={[{ value: 'pending', label: t('schedules.states.pending') }]}
      />
    </>
  )
}

function useColumns(): Column<Schedule>[] {
  const t = useText()
  const { dateTime } = useFormat()
  return [
    {
      id: 'contact',
      head: t('common.field.contact'),
      cell: ({ contact, body }) => (
        <span className="two">
          <span className="truncate">{contact.name}</span>
          <small className="max-w-96 truncate">
            <VariableText text={body} />
          </small>
        </span>
      ),
    },
    {
      id: 'kind',
      head: t('common.field.type'),
      width: '8rem',
      phone: 'bare',
      cell: ({ type }) => t(`schedules.kinds.${type}`),
    },
    {
      id: 'sendAt',
      head: t('common.field.when'),
      width: '10rem',
      phone: 'bare',
      cell: ({ sendAt }) => dateTime(sendAt),
    },
    {
      id: 'user',
      head: t('schedules.column.user'),
      width: '14%',
      phone: 'bare',
      cell: ({ user }) => <span className="truncate">{user.name}</span>,
    },
    {
      id: 'state',
      head: t('common.field.status'),
      width: '17rem',
      phone: 'end',
      cell: (one) => <ScheduleState schedule={one} />,
    },
  ]
}

function AskedDialog({ asked, onClose }: { asked: ScheduleDialogRequest; onClose(): void }) {
  const t = useText()
  const { dateTime } = useFormat()
  const { remove } = useCrud(schedules)
  if (asked.what === 'create') return <ScheduleForm start={asked.start} onClose={onClose} />
  const { id, contact, sendAt } = asked.schedule
  if (asked.what === 'edit') return <ScheduleForm edited={asked.schedule} onClose={onClose} />
  if (asked.what === 'look')
    return (
      <Dialog open size="sm" title={`${contact.name}, ${dateTime(sendAt)}`} onClose={onClose}>
        <div className="dialog-body px-2!">
          <ScheduleDetails schedule={asked.schedule} />
        </div>
      </Dialog>
    )
  return (
    <DeleteDialog
      title={t('schedules.delete.title')}
      confirm={t('schedules.delete.confirm')}
      done={t('schedules.delete.done')}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('schedules.delete.text', { name: contact.name, when: dateTime(sendAt) })}</p>}
    </DeleteDialog>
  )
}
