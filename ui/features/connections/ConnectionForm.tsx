import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { errorText } from '../../shared/errorText'
import { FormField } from '../../shared/form/FormField'
import { FormFoot } from '../../shared/form/FormFoot'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { Dialog } from '../../shared/kit/Dialog'
import { Note } from '../../shared/kit/Note'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { QueueForm } from '../queues/QueueForm'
import { connectionsQuery, createConnection, updateConnection } from './api'
import { withConnection } from './apply'
import { IdleField } from './IdleField'
import { ImportFields } from './ImportFields'
import { ImportProgress } from './ImportProgress'
import { formSchema, formValues } from './importSchema'
import { PaceField } from './PaceField'
import { QueuesField } from './QueuesField'

type Props = {
  /** The one to edit; without it a new one is made. */
  connection?: ConnectionSummary
  /** The first is the default whether asked or not. */
  isFirst: boolean
  onClose(): void
  onCreated?(id: number): void
}

/** New or edited, in one dialog. A new one goes straight on to its QR code. */
export function ConnectionForm({ connection, isFirst, onClose, onCreated }: Props) {
  const t = useText()
  const toggleId = useId()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [leaving, setLeaving] = useState(false)
  const [makingQueue, setMakingQueue] = useState(false)
  const [schema] = useState(() => formSchema(connection))
  const form = useForm(schema, formValues(connection, isFirst))
  const { isDirty, isSubmitting } = form.formState

  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const saved = connection ? await updateConnection(connection.id, values) : await createConnection(values)
      queries.setQueryData(connectionsQuery.queryKey, (list) => withConnection(list ?? [], saved))
      if (onCreated) return onCreated(saved.id)
      toast.success(t('connections.form.saved', { name: saved.name }))
      onClose()
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  })

  const title = connection ? t('connections.form.edit', { name: connection.name }) : t('connections.form.create')
  // One default must remain: it is handed over by choosing another, never switched off here.
  const locked = isFirst || (connection?.isDefault ?? false)
  return (
    <>
      <Dialog open onClose={() => (isDirty && !isSubmitting ? setLeaving(true) : onClose())} title={title} size="sm">
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
              label={t('connections.form.name')}
              hint={t('connections.form.nameHint')}
              autoComplete="off"
              autoFocus
            />
            <Controller
              control={form.control}
              name="isDefault"
              render={({ field }) => (
                <label htmlFor={toggleId} className="flex items-start justify-between gap-4">
                  <span className="two">
                    <span className="text-sm font-medium">{t('connections.form.default')}</span>
                    <small>
                      {connection?.isDefault ? t('connections.form.defaultLocked') : t('connections.form.defaultHint')}
                    </small>
                  </span>
                  <Toggle
                    id={toggleId}
                    size="sm"
                    checked={field.value ?? false}
                    disabled={locked}
                    onChange={field.onChange}
                  />
                </label>
              )}
            />
            <QueuesField form={form} />
            <FormField
              form={form}
              name="complationMessage"
              label={t('connections.form.completion')}
              hint={t('connections.form.completionHint')}
              lines={2}
              maxLength={1000}
              optional
            />
            <IdleField form={form} />
            <PaceField form={form} />
            <ImportFields form={form} onCreateQueue={() => setMakingQueue(true)} />
            {connection && <ImportProgress connection={connection} />}
          </div>
          <FormFoot
            action={connection ? t('common.save') : t('connections.form.createAndConnect')}
            busy={isSubmitting}
            onCancel={() => (isDirty ? setLeaving(true) : onClose())}
          />
        </form>
      </Dialog>
      {makingQueue && (
        <QueueForm
          queues={[]}
          onClose={() => setMakingQueue(false)}
          onSaved={({ id }) => form.setValue('queueIdImportMessages', id, { shouldDirty: true, shouldValidate: true })}
        />
      )}
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
