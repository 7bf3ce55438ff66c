import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { CreateQueue, LAST_PLACE, type QueueDetail } from '../../../src/queues/contract'
import { ColorField } from '../../shared/form/ColorField'
import { CountField } from '../../shared/form/CountField'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { PeopleField } from '../../shared/form/PickField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { QueueChip } from '../../shared/kit/QueueChip'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { peopleQuery } from '../people/api'
import { queues as crud } from './api'
import { newValues, valuesOf } from './spec'

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
  const { create, update } = useCrud(crud)
  const [before] = useState(() => (edited ? valuesOf(edited.queue, edited.userIds) : newValues(queues)))
  const form = useForm(CreateQueue, before)
  const queue = edited?.queue
  const name = form.watch('name').trim()
  const others = queues.filter(({ id }) => id !== queue?.id)

  async function save(values: CreateQueue) {
    const saved = queue ? await update(queue.id, changesOf(before, values)) : await create(values)
    toast.success(t('queues.form.saved', { name: saved.name }))
    onSaved?.(saved)
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={queue ? t('queues.form.edit', queue) : t('queues.form.create')}
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
      <ColorField
        form={form}
        name="color"
        label={t('queues.form.color')}
        taken={new Map(others.map((other) => [other.color, other.name]))}
        preview={(color) => <QueueChip queue={{ name: name || t('queues.form.sample'), color }} />}
      />
      <PeopleField
        form={form}
        name="userIds"
        label={t('queues.form.people')}
        hint={t('queues.form.peopleHint')}
        find={t('queues.form.findPerson')}
        options={useQuery(peopleQuery)}
      />
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
