import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { CreateQueue, LAST_PLACE, type QueueDetail } from '../../../src/queues/contract'
import { errorText } from '../../shared/errorText'
import { CountField } from '../../shared/form/CountField'
import { FormField } from '../../shared/form/FormField'
import { FormFoot } from '../../shared/form/FormFoot'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { Dialog } from '../../shared/kit/Dialog'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { createQueue, queuesQuery, updateQueue } from './api'
import { withQueue } from './apply'
import { ColorField } from './ColorField'
import { PeopleField } from './PeopleField'
import { changesOf, newValues, valuesOf } from './values'

type Props = {
  /** The one to edit, and who works in it; without it a new one is made. */
  edited?: { queue: QueueDetail; userIds: readonly number[] }
  queues: readonly QueueDetail[]
  onClose(): void
  onSaved?(queue: QueueDetail): void
}

/** New or edited, in one dialog: name, colour, place and people are saved together. */
export function QueueForm({ edited, queues, onClose, onSaved }: Props) {
  const t = useText()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [leaving, setLeaving] = useState(false)
  const [before] = useState(() => (edited ? valuesOf(edited.queue, edited.userIds) : newValues(queues)))
  const form = useForm(CreateQueue, before)
  const { isDirty, isSubmitting } = form.formState
  const queue = edited?.queue

  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const saved = queue ? await updateQueue(queue.id, changesOf(before, values)) : await createQueue(values)
      queries.setQueryData(queuesQuery.queryKey, (list) => withQueue(list ?? [], saved))
      toast.success(t('queues.form.saved', { name: saved.name }))
      onSaved?.(saved)
      onClose()
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  })

  return (
    <>
      <Dialog
        open
        onClose={() => (isDirty && !isSubmitting ? setLeaving(true) : onClose())}
        title={queue ? t('queues.form.edit', { name: queue.name }) : t('queues.form.create')}
        size="sm"
      >
        <form onSubmit={save} noValidate>
          <div className="dialog-body grid gap-4">
            {failure !== null && (
              <Note tone="error" role="alert" icon={<CircleAlert />}>
                {errorText(t, failure)}
              </Note>
            )}
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
            <CountField
              form={form}
              name="orderQueue"
              label={t('queues.form.order')}
              hint={t('queues.form.orderHint')}
              max={LAST_PLACE}
            />
          </div>
          <FormFoot
            action={queue ? t('common.save') : t('queues.form.createIt')}
            busy={isSubmitting}
            onCancel={() => (isDirty ? setLeaving(true) : onClose())}
          />
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={t('common.unsaved.title')}
        cancel={t('common.unsaved.keep')}
        confirm={t('common.unsaved.discard')}
        onConfirm={onClose}
      >
        {t('common.unsaved.text')}
      </ConfirmDialog>
    </>
  )
}
