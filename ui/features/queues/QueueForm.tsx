import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { CreateQueue, LAST_PLACE, type QueueDetail } from '../../../src/queues/contract'
import { CountField } from '../../shared/form/CountField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { createQueue, queuesQuery, updateQueue } from './api'
import { withQueue } from './apply'
import { ColorField } from './ColorField'
import { PeopleField } from './PeopleField'
import { changesOf, newValues, valuesOf } from './values'

type Props = {
  /** The queue to edit with its people; omitted for a new one. */
  edited?: { queue: QueueDetail; userIds: readonly number[] }
  queues: readonly QueueDetail[]
  onClose(): void
  onSaved?(queue: QueueDetail): void
}

/** Creates or edits a queue: name, colour, people, greeting and order are saved together. */
export function QueueForm({ edited, queues, onClose, onSaved }: Props) {
  const t = useText()
  const queries = useQueryClient()
  const [before] = useState(() => (edited ? valuesOf(edited.queue, edited.userIds) : newValues(queues)))
  const form = useForm(CreateQueue, before)
  const queue = edited?.queue

  async function save(values: CreateQueue) {
    const saved = queue ? await updateQueue(queue.id, changesOf(before, values)) : await createQueue(values)
    queries.setQueryData(queuesQuery.queryKey, (list) => withQueue(list ?? [], saved))
    toast.success(t('queues.form.saved', { name: saved.name }))
    onSaved?.(saved)
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={queue ? t('queues.form.edit', { name: queue.name }) : t('queues.form.create')}
      action={queue ? t('common.save') : t('queues.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label={t('queues.form.name')}
        hint={t('queues.form.nameHint')}
        autoComplete="off"
        autoFocus
      />
      <ColorField form={form} others={queues.filter(({ id }) => id !== queue?.id)} />
      <PeopleField form={form} />
      <FormField
        form={form}
        name="greetingMessage"
        label={t('queues.form.greeting')}
        hint={t('queues.form.greetingHint')}
        lines={2}
        maxLength={AUTOMATIC_TEXT_LENGTH}
        optional
      />
      <CountField
        form={form}
        name="orderQueue"
        label={t('queues.form.order')}
        hint={t('queues.form.orderHint')}
        max={LAST_PLACE}
      />
    </FormDialog>
  )
}
