import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { capabilitiesOf } from '../../../src/channels/capabilities'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import {
  CreateSchedule,
  MOST_MONTHS,
  SCHEDULE_FILE_LIMIT,
  SCHEDULE_LENGTH,
  type Schedule,
  USUAL_MONTHS,
} from '../../../src/features/schedules/contract'
import { Id, list } from '../../../src/platform/formats'
import { ContactsField } from '../../shared/form/ContactsField'
import { CountField } from '../../shared/form/CountField'
import { changesOf } from '../../shared/form/changesOf'
import { DateTimeField } from '../../shared/form/DateTimeField'
import { FileField } from '../../shared/form/FileField'
import { FormDialog } from '../../shared/form/FormDialog'
import { SelectField } from '../../shared/form/SelectField'
import { TemplateField } from '../../shared/form/TemplateField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { nextMonday, type When } from '../../shared/i18n/when'
import { addDays } from '../../shared/i18n/zoned'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { Segment } from '../../shared/kit/Segment'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { searchContacts } from '../contacts/api'
import { connectionsQuery, queuesQuery } from '../directory/api'
import { ChannelNotes } from '../messages/ChannelNotes'
import { schedules } from './api'
import { Prospect } from './Prospect'

/** Initial values of a new one. */
export type Start = {
  readonly type?: Schedule['type']
  readonly contact?: { readonly id: number; readonly name: string }
  readonly whatsappId?: number | null
  readonly queueId?: number | null
  readonly body?: string
  /** An instant. */
  readonly sendAt?: string
}

const { contactId: _, ...fields } = CreateSchedule.entries
const FormSchema = v.object({
  ...fields,
  contactIds: list(Id, { least: 1, most: 1 }),
  type: v.picklist(['mensagem', 'lembrete']),
  file: v.optional(v.nullable(v.file())),
})
type Values = v.InferOutput<typeof FormSchema>

const HOUR = 3_600_000

/** The recipient is known: the text comes first. */
const textBox = '[contenteditable=true]'

type Props = {
  edited?: Schedule
  start?: Start
  /** The contact is known: the text comes first. */
  isOverConversation?: boolean
  onClose(): void
}

/** Creates or edits a scheduled message or a reminder. */
export function ScheduleForm(props: Props) {
  const t = useText()
  const title = t(props.edited ? 'schedules.form.edit' : 'schedules.form.message')
  return (
    <LoadDialog query={connectionsQuery} title={title} onClose={props.onClose}>
      {(connections) => <LoadedForm {...props} connections={connections} />}
    </LoadDialog>
  )
}

type LoadedProps = Props & {
  connections: readonly Pick<ConnectionSummary, 'id' | 'name' | 'isDefault' | 'channel'>[]
}

function LoadedForm({ edited, start = {}, isOverConversation = false, connections, onClose }: LoadedProps) {
  const t = useText()
  const { dateTime } = useFormat()
  const { create, update } = useCrud(schedules)
  const queues = useQuery(queuesQuery).data ?? []
  const user = useUser()
  const usual = user.whatsappId ?? connections.find(({ isDefault }) => isDefault)?.id ?? null
  const [before] = useState(() => valuesOf(edited, { whatsappId: usual, ...start }))
  const form = useForm(FormSchema, before)
  const [type, repeats, connectionId, sendAt, file, [contactId]] = useWatch({
    control: form.control,
    name: ['type', 'repite', 'whatsappId', 'sendAt', 'file', 'contactIds'],
  })
  const body = useWatch({ control: form.control, name: 'body' })
  const attached = file === undefined ? storedFileOf(edited) : file
  const connection = connections.find(({ id }) => id === connectionId)
  const hasTemplates = connection !== undefined && capabilitiesOf(connection.channel).templates
  const isMessage = type === 'mensagem'
  const contact = edited?.contact ?? start.contact

  async function save({ file, contactIds: [contactId = 0], repite, meses, ...values }: Values) {
    const wanted = { ...values, contactId, whatsappId: isMessage ? (values.whatsappId ?? null) : null }
    if (edited) {
      const { type: _, ...changed } = changesOf(changeable(before), wanted)
      await update(edited.id, { ...changed, file })
    } else await create({ ...wanted, ...(repite && { repite, meses }), file: isMessage ? file : undefined })
    toast.success(t('schedules.form.saved', { when: dateTime(values.sendAt) }))
    onClose()
  }

  const title = t(edited ? 'schedules.form.edit' : isMessage ? 'schedules.form.message' : 'schedules.form.reminder')
  return (
    <FormDialog
      form={form}
      title={isOverConversation && contact ? `${title}: ${contact.name}` : title}
      firstStop={contact ? textBox : undefined}
      size="md"
      action={edited ? t('common.save') : t('schedules.form.create')}
      onSave={save}
      onClose={onClose}
    >
      {!edited && (
        <Segment
          label={t('common.field.type')}
          items={[
            { id: 'mensagem', label: t('schedules.kinds.mensagem') },
            { id: 'lembrete', label: t('schedules.kinds.lembrete') },
          ]}
          value={type}
          onChange={(next) => form.setValue('type', next, { shouldDirty: true })}
        />
      )}
      {!isOverConversation && (
        <ContactsField
          form={form}
          name="contactIds"
          label={t('common.field.contact')}
          search={searchContacts}
          known={contact ? [contact] : []}
          most={1}
        />
      )}
      <DateTimeField
        form={form}
        name="sendAt"
        label={t('schedules.form.when')}
        min={new Date().toISOString()}
        proposals={[
          { label: t('schedules.when.hour'), when: inAnHour },
          {
            label: t('schedules.when.tomorrow'),
            when: (now) => ({ day: addDays(now.slice(0, 10), 1), time: '09:00' }),
          },
          { label: t('schedules.when.monday'), when: (now) => ({ day: nextMonday(now.slice(0, 10)), time: '09:00' }) },
        ]}
      />
      {isMessage && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            form={form}
            name="whatsappId"
            label={t('common.field.connection')}
            none={t('schedules.form.noConnection')}
            options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectField
            form={form}
            name="queueId"
            label={t('schedules.form.queue')}
            none={t('schedules.form.anyQueue')}
            options={queues.map(({ id, name }) => ({ value: id, label: name }))}
            optional
          />
        </div>
      )}
      <VariablesField
        form={form}
        name="body"
        label={t(isMessage ? 'common.field.message' : 'schedules.form.note')}
        max={SCHEDULE_LENGTH}
      />
      {isMessage && hasTemplates && (
        <TemplateField
          key={connection.id}
          form={form}
          name="template"
          connectionId={connection.id}
          label={t('schedules.form.template')}
          hint={t('schedules.form.templateHint')}
        />
      )}
      {isMessage && (
        <FileField
          form={form}
          name="file"
          label={t('common.field.file')}
          maxBytes={SCHEDULE_FILE_LIMIT}
          stored={edited?.mediaName ? { name: edited.mediaName, ...pictureOf(edited) } : undefined}
          optional
        />
      )}
      {isMessage && connection && contactId !== undefined && sendAt && (
        <Prospect contactId={contactId} whatsappId={connection.id} sendAt={sendAt} hasFile={attached !== null} />
      )}
      {isMessage && connection && <ChannelNotes channels={[connection.channel]} file={attached} text={body} />}
      {!edited && (
        <ToggleField
          form={form}
          name="repite"
          label={t('schedules.form.repeat')}
          hint={t('schedules.form.repeatHint')}
        />
      )}
      {!edited && repeats && (
        <CountField form={form} name="meses" label={t('schedules.form.months')} max={MOST_MONTHS} />
      )}
    </FormDialog>
  )
}

/** Its size is unknown here; the server checked it when it was stored. */
const storedFileOf = (edited: Schedule | undefined) => (edited?.mediaType ? { type: edited.mediaType, size: 0 } : null)

const pictureOf = ({ mediaUrl, mediaType }: Schedule) =>
  mediaType?.startsWith('image/') ? { url: `/api${mediaUrl}` } : {}

const valuesOf = (edited: Schedule | undefined, { contact, ...start }: Start): Values => ({
  type: edited?.type ?? start.type ?? 'mensagem',
  contactIds: edited ? [edited.contactId] : contact ? [contact.id] : [],
  whatsappId: edited ? edited.whatsappId : (start.whatsappId ?? null),
  queueId: edited ? edited.queueId : (start.queueId ?? null),
  body: edited?.body ?? start.body ?? '',
  template: edited?.template ?? null,
  sendAt: edited?.sendAt ?? start.sendAt ?? wholeMinute(Date.now() + HOUR),
  repite: false,
  meses: USUAL_MONTHS,
  file: undefined,
})

const changeable = ({ file: _, contactIds: [contactId = 0], repite: __, meses: ___, ...values }: Values) => ({
  ...values,
  contactId,
})
const inAnHour = (now: string): When => {
  const at = new Date(Date.parse(`${now}:00Z`) + HOUR).toISOString()
  return { day: at.slice(0, 10), time: at.slice(11, 16) }
}
const wholeMinute = (at: number) => new Date(at - (at % 60_000)).toISOString()
