import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { IMPORT_YEARS } from '../../../src/channels/connections/contract'
import { fieldError } from '../../shared/form/fieldError'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useText } from '../../shared/i18n/useText'
import { DayBox } from '../../shared/kit/DayBox'
import { Field } from '../../shared/kit/Field'
import { Note } from '../../shared/kit/Note'
import { useMay, useUser } from '../../shared/session/useUser'
import { queuesQuery } from '../directory/api'
import { type ConnectionFormState, dayOf, momentOf } from './formSchema'

type Props = { form: ConnectionFormState; onCreateQueue(): void }

/** The options of the import when a phone is linked. */
export function ImportFields({ form, onCreateQueue }: Props) {
  const t = useText()
  const isOn = form.watch('importOldMessagesEnable') ?? false
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t('connections.import.title')}</legend>
      <ToggleField
        form={form}
        name="importOldMessagesEnable"
        label={t('connections.import.on')}
        hint={t('connections.import.onHint')}
      />
      {isOn && (
        <>
          <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            <Day form={form} name="importDateStartMessages" edge="start" />
            <Day form={form} name="importDateEndMessages" edge="end" />
          </div>
          <Queue form={form} onCreateQueue={onCreateQueue} />
          <ToggleField
            form={form}
            name="importOldMessagesGroups"
            label={t('connections.import.groups')}
            hint={t('connections.import.groupsHint')}
          />
          <ToggleField
            form={form}
            name="closedTicketsPostImported"
            label={t('connections.import.closed')}
            hint={t('connections.import.closedHint')}
          />
        </>
      )}
    </fieldset>
  )
}

type DayName = 'importDateStartMessages' | 'importDateEndMessages'

function Day({ form, name, edge }: { form: ConnectionFormState; name: DayName; edge: 'start' | 'end' }) {
  const t = useText()
  const { timeZone } = useUser().company
  const now = new Date()
  const oldest = new Date(now).setFullYear(now.getFullYear() - IMPORT_YEARS)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={t(`connections.import.${edge}`)}
          hint={t(`connections.import.${edge}Hint`)}
          error={fieldError(t, fieldState.error)}
          optional
        >
          {(control) => (
            <DayBox
              control={control}
              ref={field.ref}
              min={dayOf(new Date(oldest).toISOString(), timeZone)}
              max={dayOf(now.toISOString(), timeZone)}
              value={dayOf(field.value, timeZone) || null}
              onBlur={field.onBlur}
              onChange={(day) => field.onChange(momentOf(day ?? '', edge, Date.now(), timeZone))}
            />
          )}
        </Field>
      )}
    />
  )
}

/** The queue for imported tickets; a company without queues can create one here. */
function Queue({ form, onCreateQueue }: Props) {
  const t = useText()
  const { data } = useQuery(queuesQuery)
  const queues = data ?? []
  const may = useMay()
  if (data?.length === 0 && may('queues-page:change'))
    return (
      <Note
        tone="warning"
        icon={<CircleAlert />}
        action={
          <button type="button" onClick={onCreateQueue}>
            {t('connections.import.makeQueue')}
          </button>
        }
      >
        {t('connections.import.noQueue')}
      </Note>
    )
  return (
    <SelectField
      form={form}
      name="queueIdImportMessages"
      label={t('connections.import.queue')}
      none={t('connections.import.chooseQueue')}
      options={queues.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
