import { useWatch } from 'react-hook-form'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { FormField } from '../../shared/form/FormField'
import { useText } from '../../shared/i18n/useText'
import type { ConnectionFormState } from './formSchema'

/** What whoever begins a ticket reads first; with one queue that queue greets, and with none nobody does. */
export function GreetingField({ form }: { form: ConnectionFormState }) {
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
