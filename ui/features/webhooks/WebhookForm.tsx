import { useState } from 'react'
import * as v from 'valibot'
import { CreateWebhook, type Webhook, type WebhookTopic, webhookTopics } from '../../../src/features/webhooks/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useField } from '../../shared/form/useField'
import { type Form, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { createWebhook, webhooks } from './api'

const FormSchema = v.object({ ...CreateWebhook.entries, active: v.boolean() })
type Values = v.InferOutput<typeof FormSchema>
type FormInput = v.InferInput<typeof FormSchema>

type Props = {
  /** Omitted for a new one. */
  edited?: Webhook
  /** With the secret of a new one. */
  onMade?(made: { webhook: Webhook; secret: string }): void
  onClose(): void
}

export function WebhookForm({ edited, onMade, onClose }: Props) {
  const t = useText()
  const { update } = useCrud(webhooks)
  const [before] = useState<FormInput>(() => ({
    url: edited?.url ?? '',
    topics: [...(edited?.topics ?? (['messages', 'tickets'] as const))],
    active: edited?.active ?? true,
  }))
  const form = useForm(FormSchema, before)

  async function save({ active, ...values }: Values) {
    if (!edited) return onMade?.(await createWebhook(values))
    await update(edited.id, changesOf(before, { ...values, active }))
    toast.success(t('webhooks.form.saved'))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={t(edited ? 'webhooks.form.edit' : 'webhooks.new')}
      size="md"
      action={t(edited ? 'common.save' : 'webhooks.form.create')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="url"
        label={t('webhooks.form.url')}
        hint={t('webhooks.form.urlHint')}
        autoComplete="off"
        autoFocus
      />
      <Topics form={form} />
      {edited && (
        <ToggleField form={form} name="active" label={t('webhooks.form.active')} hint={t('webhooks.form.activeHint')} />
      )}
    </FormDialog>
  )
}

function Topics({ form }: { form: Form<FormInput, Values> }) {
  const t = useText()
  const { value, onChange, error } = useField<WebhookTopic[], FormInput, Values>(form, 'topics')
  return (
    <FieldGroup label={t('webhooks.form.topics')} error={error}>
      <div className="grid gap-2">
        {webhookTopics.map((topic) => (
          <label key={topic} className="flex cursor-pointer items-start gap-2 text-sm">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={value.includes(topic)}
              onChange={() => onChange(webhookTopics.filter((one) => value.includes(one) !== (one === topic)))}
            />
            <span className="two">
              <span className="first-letter:uppercase">{t(`webhooks.topic.${topic}`)}</span>
              <small>{t(`webhooks.topicHint.${topic}`)}</small>
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
