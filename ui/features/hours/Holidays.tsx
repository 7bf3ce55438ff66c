import { useQuery } from '@tanstack/react-query'
import { CalendarOff, Flag, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Holiday } from '../../../src/hours/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { localDay } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { QueueChip } from '../../shared/kit/QueueChip'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { queuesQuery } from '../directory/api'
import { holidays } from './api'
import { HolidayForm } from './HolidayForm'
import { NationalDialog } from './NationalDialog'

/** Holidays of the company or of one queue. Past ones are grey. */
export function Holidays() {
  const t = useText()
  const rows = useRows(holidays)
  const today = localDay(Date.now(), useUser().company.timeZone)
  const { what, row, open, close } = useRowDialog<Holiday, 'create' | 'national' | 'edit' | 'delete'>(rows.all)
  const buttons = (
    <>
      <Button size="sm" icon={<Flag />} onClick={() => open('national')}>
        {t('hours.holidays.national')}
      </Button>
      <Button size="sm" icon={<Plus />} onClick={() => open('create')}>
        {t('hours.holidays.new')}
      </Button>
    </>
  )
  return (
    <section aria-labelledby="holidays" className="min-w-0 max-w-4xl">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="holidays" className="mr-auto font-semibold">
          {t('hours.holidays.title')}
        </h2>
        {rows.all && rows.all.length > 0 && buttons}
      </div>
      <p className="mb-3 text-sm text-muted">{t('hours.holidays.text')}</p>
      <DataTable
        rows={rows}
        columns={useColumns()}
        tone={({ date }) => (date < today ? 'off' : undefined)}
        flash={({ date, name, queueId }) => `${date} ${name} ${queueId}`}
        actions={(holiday) => [
          { label: t('common.row.edit', holiday), icon: <Pencil />, onSelect: () => open('edit', holiday) },
          { label: t('common.row.delete', holiday), icon: <Trash2 />, onSelect: () => open('delete', holiday) },
        ]}
        empty={
          <EmptyState icon={<CalendarOff />} title={t('hours.holidays.empty')} actions={buttons}>
            {t('hours.holidays.emptyText')}
          </EmptyState>
        }
      />
      {what === 'create' && <HolidayForm onClose={close} />}
      {what === 'national' && <NationalDialog taken={rows.all ?? []} today={today} onClose={close} />}
      {what === 'edit' && row && <HolidayForm holiday={row} onClose={close} />}
      {what === 'delete' && row && <DeleteHoliday holiday={row} onClose={close} />}
    </section>
  )
}

function useColumns(): Column<Holiday>[] {
  const t = useText()
  const { day } = useFormat()
  const queues = useQuery(queuesQuery).data
  return [
    { id: 'name', head: t('common.field.name'), cell: ({ name }) => name },
    { id: 'date', head: t('hours.holidays.date'), cell: ({ date }) => day(date), phone: 'bare' },
    {
      id: 'queue',
      head: t('hours.holidays.for'),
      phone: 'end',
      cell({ queueId }) {
        const queue = queues?.find(({ id }) => id === queueId)
        return queue ? <QueueChip queue={queue} /> : queueId === null && t('hours.holidays.company')
      },
    },
  ]
}

function DeleteHoliday({ holiday, onClose }: { holiday: Holiday; onClose(): void }) {
  const t = useText()
  const { day } = useFormat()
  const { remove } = useCrud(holidays)
  const { name, date } = holiday
  return (
    <DeleteDialog
      title={t('hours.holidays.delete.title', { name })}
      confirm={t('hours.holidays.delete.confirm')}
      done={t('hours.holidays.delete.done', { name })}
      onDelete={() => remove(holiday.id)}
      onClose={onClose}
    >
      {() => <p>{t('hours.holidays.delete.text', { date: day(date) })}</p>}
    </DeleteDialog>
  )
}
