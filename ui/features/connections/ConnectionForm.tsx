import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import type * as v from 'valibot'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { QueueForm } from '../queues/QueueForm'
import { connectionsQuery, createConnection, updateConnection } from './api'
import { withConnection } from './apply'
import { formSchema, formValues } from './formSchema'
import { GreetingField } from './GreetingField'
import { IdleField } from './IdleField'
import { ImportFields } from './ImportFields'
import { ImportProgress } from './ImportProgress'
import { PaceField } from './PaceField'
import { QueuesField } from './QueuesField'

type Props = {
  /** The connection to edit; omitted for a new one. */
  connection?: ConnectionSummary
  /** The first connection is always the default. */
  isFirst: boolean
  onClose(): void
  onCreated?(id: number): void
}

/** Creates or edits a connection. After creation the QR code follows. */
export function ConnectionForm({ connection, isFirst, onClose, onCreated }: Props) {
  const t = useText()
  const toggleId = useId()
  const queries = useQueryClient()
  const [makingQueue, setMakingQueue] = useState(false)
  const [schema] = useState(() => formSchema(connection))
  const form = useForm(schema, formValues(connection, isFirst))

  async function save(values: v.InferOutput<typeof schema>) {
    const saved = connection ? await updateConnection(connection.id, values) : await createConnection(values)
    queries.setQueryData(connectionsQuery.queryKey, (list) => withConnection(list ?? [], saved))
    if (onCreated) return onCreated(saved.id)
    toast.success(t('connections.form.saved', { name: saved.name }))
    onClose()
  }

  // There must be a default: it is changed by choosing another, never switched off.
  const locked = isFirst || (connection?.isDefault ?? false)
  return (
    <>
      <FormDialog
        form={form}
        title={connection ? t('connections.form.edit', { name: connection.name }) : t('connections.form.create')}
        size="md"
        action={connection ? t('common.save') : t('connections.form.createAndConnect')}
        onSave={save}
        onClose={onClose}
      >
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
        <GreetingField form={form} />
        <FormField
          form={form}
          name="complationMessage"
          label={t('connections.form.completion')}
          hint={t('connections.form.completionHint')}
          lines={2}
          maxLength={AUTOMATIC_TEXT_LENGTH}
          optional
        />
        <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
          <IdleField form={form} />
          <PaceField form={form} />
        </div>
        <ImportFields form={form} onCreateQueue={() => setMakingQueue(true)} />
        {connection && <ImportProgress connection={connection} />}
      </FormDialog>
      {makingQueue && (
        <QueueForm
          queues={[]}
          onClose={() => setMakingQueue(false)}
          onSaved={({ id }) => form.setValue('queueIdImportMessages', id, { shouldDirty: true, shouldValidate: true })}
        />
      )}
    </>
  )
}
