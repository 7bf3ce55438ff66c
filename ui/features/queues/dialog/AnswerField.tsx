import { useQuery } from '@tanstack/react-query'
import { hasFeature } from '../../../../src/tenancy/contract'
import { SelectField } from '../../../shared/form/SelectField'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { integrations } from '../../integrations/api'
import type { QueueValues } from '../values'

/** Chooses the integration that answers in place of the bot's options; nothing while there is none to choose. */
export function AnswerField({ form }: { form: Form<QueueValues, QueueValues> }) {
  const t = useText()
  const isInPlan = hasFeature(useUser().company.features, 'useIntegrations')
  const all = useQuery({ ...integrations.list(), enabled: isInPlan }).data ?? []
  if (all.length === 0 && form.getValues('integrationId') == null) return null
  return (
    <SelectField
      form={form}
      name="integrationId"
      label={t('queues.form.answers')}
      none={t('queues.form.ownBot')}
      options={all.map(({ id, name, type }) => ({ value: id, label: `${name} (${type})` }))}
    />
  )
}
