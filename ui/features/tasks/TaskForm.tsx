import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { CreateTask, TASK_DESCRIPTION_LENGTH, type Task } from '../../../src/features/tasks/contract'
import { DateTimeField } from '../../shared/form/DateTimeField'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { addDays } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { ContactPicker } from '../contacts/ContactPicker'
import { useContact } from '../contacts/useContact'
import { peopleQuery } from '../directory/api'
import { tasks } from './api'
import { leadOf, leads, remindAt } from './plan'

const { text, due_at } = CreateTask.entries
const Values = v.object({
  text,
  description: v.string(),
  due_at,
  lead: v.picklist(leads),
  userId: v.number(),
  contactId: v.nullable(v.number()),
})

type Props = {
  /** Omitted for a new one. */
  task?: Task
  /** The contact of a new one. */
  contactId?: number | null
  onClose(): void
}

/** A task with its date, reminder, person and contact. */
export function TaskForm({ task, contactId = null, onClose }: Props) {
  const t = useText()
  const { id: me } = useUser()
  const { create, update } = useCrud(tasks)
  const people = useQuery(peopleQuery).data ?? []
  const form = useForm(Values, {
    text: task?.text ?? '',
    description: task?.description ?? '',
    due_at: task?.due_at ?? null,
    lead: task ? leadOf(task) : '0',
    userId: task?.user.id ?? me,
    contactId: task?.contact?.id ?? contactId,
  })
  const about = form.watch('contactId')
  // The search takes the focus, so it appears on demand.
  const [isPicking, setPicking] = useState(false)
  const { data: contact = null } = useContact(about ?? 0, { enabled: about !== null })
  const shown = about === null ? null : contact

  async function save({ lead, due_at = null, ...values }: v.InferOutput<typeof Values>) {
    const remind_at = remindAt(due_at, lead)
    const isKept = task && task.due_at === due_at && leadOf(task) === lead
    const body = { ...values, due_at, ...(isKept ? {} : { remind_at }) }
    if (task) await update(task.id, body)
    else {
      await create(body)
      const colleague = values.userId === me ? undefined : people.find(({ id }) => id === values.userId)
      toast.success(colleague ? t('tasks.form.given', colleague) : t('tasks.form.created'))
    }
    onClose()
  }

  return (
    <FormDialog
      form={form}
      size="md"
      title={t(task ? 'tasks.form.edit' : 'tasks.new')}
      action={t(task ? 'common.save' : 'tasks.form.create')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="text" label={t('tasks.text')} autoComplete="off" autoFocus />
      <FormField
        form={form}
        name="description"
        label={t('tasks.note')}
        lines={2}
        maxLength={TASK_DESCRIPTION_LENGTH}
        optional
      />
      <DateTimeField
        form={form}
        name="due_at"
        label={t('tasks.form.due')}
        optional
        proposals={[
          { label: t('tasks.form.today'), when: (now) => ({ day: now.slice(0, 10), time: '17:00' }) },
          { label: t('tasks.form.tomorrow'), when: (now) => ({ day: addDays(now.slice(0, 10), 1), time: '09:00' }) },
          { label: t('tasks.form.week'), when: (now) => ({ day: addDays(now.slice(0, 10), 7), time: '09:00' }) },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="lead"
          label={t('tasks.form.remind')}
          options={leads.map((value) => ({ value, label: t(`tasks.lead.${value === '' ? 'none' : value}`) }))}
        />
        <SelectField
          form={form}
          name="userId"
          label={t('tasks.form.who')}
          options={people.map(({ id, name }) => ({ value: id, label: id === me ? t('tasks.form.me') : name }))}
        />
      </div>
      <FieldGroup label={t('tasks.form.about')} optional>
        {about === null && !isPicking ? (
          <Button className="justify-self-start" onClick={() => setPicking(true)}>
            {t('tasks.form.pick')}
          </Button>
        ) : (
          <ContactPicker contact={shown} onChoose={(chosen) => form.setValue('contactId', chosen?.id ?? null)} />
        )}
      </FieldGroup>
    </FormDialog>
  )
}
