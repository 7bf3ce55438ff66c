import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as v from 'valibot'
import { type ConnectionSummary, FASTEST_PACE, LONGEST_EXPIRY } from '../../../src/channels/connections/contract'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { CountField } from '../../shared/form/CountField'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { PickField } from '../../shared/form/PickField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { QueueChip } from '../../shared/kit/QueueChip'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud } from '../../shared/live/useCrud'
import { queuesQuery } from '../queues/api'
import { connections } from './api'
import { type ConnectionFormState, formSchema, formValues } from './formSchema'
import { ImportFields } from './ImportFields'
import { ImportProgress } from './ImportProgress'

type Props = {
  /** The connection to edit; omitted for a new one. */
  connection?: ConnectionSummary
  /** The first connection is always the default. */
  isFirst: boolean
  onClose(): void
  onCreated?(connection: ConnectionSummary): void
}

/** Creates or edits a connection. After creation the QR code follows. */
export function ConnectionForm({ connection, isFirst, onClose, onCreated }: Props) {
  const t = useText()
  const { create, update } = useCrud(connections)
  const [makingQueue, setMakingQueue] = useState(false)
  const [schema] = useState(() => formSchema(connection))
  const form = useForm(schema, formValues(connection, isFirst))

  async function save(values: v.InferOutput<typeof schema>) {
    const saved = connection ? await update(connection.id, values) : await create(values)
    if (onCreated) return onCreated(saved)
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
        <ToggleField
          form={form}
          name="isDefault"
          label={t('connections.form.default')}
          hint={connection?.isDefault ? t('connections.form.defaultLocked') : t('connections.form.defaultHint')}
          disabled={locked}
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
        <OutOfHoursField form={form} />
        <FormField
          form={form}
          name="ratingMessage"
          label={t('connections.form.rating')}
          hint={t('connections.form.ratingHint')}
          lines={2}
          maxLength={AUTOMATIC_TEXT_LENGTH}
          optional
        />
        <div className="grid grid-cols-2 items-start gap-3 max-sm:grid-cols-1">
          <CountField
            form={form}
            name="expiresTicket"
            label={t('connections.form.idle')}
            hint={t('connections.form.idleHint')}
            max={LONGEST_EXPIRY}
          />
          <CountField
            form={form}
            name="messagesPerMinute"
            label={t('connections.form.pace')}
            hint={t('connections.form.paceHint')}
            max={FASTEST_PACE}
          />
        </div>
        <ImportFields form={form} onCreateQueue={() => setMakingQueue(true)} />
        {connection && <ImportProgress connection={connection} />}
      </FormDialog>
      {makingQueue && (
        <Suspense>
          <QueueDialog
            queues={[]}
            onClose={() => setMakingQueue(false)}
            onSaved={({ id }) =>
              form.setValue('queueIdImportMessages', id, { shouldDirty: true, shouldValidate: true })
            }
          />
        </Suspense>
      )}
    </>
  )
}

const QueueDialog = lazyPart(() => import('../queues/QueueDialog').then((file) => file.QueueDialog))

/** The queues of a connection; hidden in a company without queues. */
function QueuesField({ form }: { form: ConnectionFormState }) {
  const t = useText()
  const queues = useQuery(queuesQuery)
  if (!queues.data?.length) return null
  return (
    <PickField
      form={form}
      name="queueIds"
      label={t('connections.form.queues')}
      hint={t('connections.form.queuesHint')}
      options={queues}
      show={(queue) => <QueueChip queue={queue} />}
    />
  )
}

/** What whoever begins a ticket reads first; with one queue that queue greets, and with none nobody does. */
function GreetingField({ form }: { form: ConnectionFormState }) {
  const t = useText()
  const queueIds = useWatch({ control: form.control, name: 'queueIds' }) ?? []
  if (queueIds.length < 2) return null
  return (
    <FormField
      form={form}
      name="greetingMessage"
      label={t('connections.form.greeting')}
      hint={t('connections.form.greetingHint')}
      lines={2}
      maxLength={AUTOMATIC_TEXT_LENGTH}
    />
  )
}

const NEXT_OPENING = '{{nextOpening}}'

/** What whoever writes while nobody is there is told; only here it can say when somebody will be. */
function OutOfHoursField({ form }: { form: ConnectionFormState }) {
  const t = useText()
  const text = useWatch({ control: form.control, name: 'outOfHoursMessage' }) ?? ''
  const add = () =>
    form.setValue('outOfHoursMessage', `${text}${text === '' || text.endsWith(' ') ? '' : ' '}${NEXT_OPENING}`, {
      shouldDirty: true,
      shouldValidate: true,
    })
  return (
    <FormField
      form={form}
      name="outOfHoursMessage"
      label={t('connections.form.outOfHours')}
      hint={t('connections.form.outOfHoursHint')}
      aside={
        <button
          type="button"
          className="link"
          title={NEXT_OPENING}
          disabled={text.includes(NEXT_OPENING)}
          onClick={add}
        >
          + {t('connections.form.nextOpening')}
        </button>
      }
      lines={2}
      maxLength={AUTOMATIC_TEXT_LENGTH}
      optional
    />
  )
}
