import { useQuery } from '@tanstack/react-query'
import { hasFeature } from '../../../../src/tenancy/contract'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Field } from '../../../shared/kit/Field'
import { useUser } from '../../../shared/session/useUser'
import { integrations } from '../../integrations/api'
import { answering, type QueueValues } from '../values'

/** Chooses what answers: the bot's options, a bot of the company's Typebot, or an integration. Nothing without the plan's feature. */
export function AnswerField({ form }: { form: Form<QueueValues, QueueValues> }) {
  const t = useText()
  const isInPlan = hasFeature(useUser().company.features, 'useIntegrations')
  const all = useQuery({ ...integrations.list(), enabled: isInPlan }).data ?? []
  const now = answering(form.watch())
  if (!isInPlan && now === 'option') return null
  const choose = (wanted: string) => {
    const options = { shouldDirty: true, shouldValidate: true }
    form.setValue('integrationId', /^\d+$/.test(wanted) ? Number(wanted) : null, options)
    form.setValue('typeChatbot', wanted === 'typebot' ? 'typebot' : 'option', options)
  }
  return (
    <Field label={t('queues.form.answers')}>
      {(control) => (
        <select {...control} className="select" value={now} onChange={({ target }) => choose(target.value)}>
          <option value="option">{t('queues.form.ownBot')}</option>
          <option value="typebot">{t('queues.form.typebot.one')}</option>
          {all.map(({ id, name, type }) => (
            <option key={id} value={id}>
              {t('queues.form.integration', { name, type: t(`integrationTypes.${type}`) })}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
