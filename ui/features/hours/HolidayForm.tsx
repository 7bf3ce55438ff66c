import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateHoliday, type Holiday } from '../../../src/hours/contract'
import { changesOf } from '../../shared/form/changesOf'
import { DateField } from '../../shared/form/DateField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { queuesQuery } from '../directory/api'
import { holidays } from './api'

/** Adds or edits a holiday. */
export function HolidayForm({ holiday, onClose }: { holiday?: Holiday; onClose(): void }) {
  const t = useText()
  const { create, update } = useCrud(holidays)
  const queues = useQuery(queuesQuery).data ?? []
  const [before] = useState<CreateHoliday>(() => ({
    date: holiday?.date ?? '',
    name: holiday?.name ?? '',
    queueId: holiday?.queueId ?? null,
  }))
  const form = useForm(CreateHoliday, before)

  async function save(values: CreateHoliday) {
    const saved = holiday ? await update(holiday.id, changesOf(before, values)) : await create(values)
    toast.success(t('hours.holidays.saved', { name: saved.name }))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={holiday ? t('common.row.edit', holiday) : t('hours.holidays.new')}
      action={holiday ? t('common.save') : t('common.act.add')}
      onSave={save}
      onClose={onClose}
    >
      <DateField form={form} name="date" label={t('hours.holidays.date')} min="2000-01-01" max="2099-12-31" />
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" />
      {queues.length > 0 && (
        <SelectField
          form={form}
          name="queueId"
          label={t('hours.holidays.for')}
          hint={t('hours.holidays.forHint')}
          none={t('hours.holidays.company')}
          options={queues.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormDialog>
  )
}
