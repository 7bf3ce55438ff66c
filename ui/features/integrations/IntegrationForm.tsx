import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import * as v from 'valibot'
import {
  CreateIntegration,
  type IntegrationType,
  type IntegrationWithSecret,
  integrationLanguages,
  integrationTypes,
  type QueueIntegration,
} from '../../../src/features/integrations/contract'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { CountField } from '../../shared/form/CountField'
import { changesOf } from '../../shared/form/changesOf'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useField } from '../../shared/form/useField'
import { type Form, useForm } from '../../shared/form/useForm'
import type { TextKey } from '../../shared/i18n/catalogue'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { createIntegration, integrations, testSession } from './api'
import { TypeIcon } from './types'

const Values = v.required(CreateIntegration)
type Values = v.InferOutput<typeof Values>
type IntegrationFormOf = Form<Values, Values>

type Props = {
  /** Omitted for a new one. */
  edited?: QueueIntegration
  /** With the signing secret of a new one, if it has one. */
  onMade?(made: IntegrationWithSecret): void
  onClose(): void
}

export function IntegrationForm({ edited, onMade, onClose }: Props) {
  const t = useText()
  const { update } = useCrud(integrations)
  const [before] = useState<Values>(() => valuesOf(edited))
  const form = useForm(Values, before)
  const type = form.watch('type')

  async function save(values: Values) {
    if (!edited) {
      const made = await createIntegration(wantedFor(values))
      toast.success(t('integrations.form.added', { name: made.name }))
      return onMade?.(made)
    }
    const { type: _, ...changes } = changesOf(before, values)
    const saved = await update(edited.id, changes)
    toast.success(t('integrations.form.saved', { name: saved.name }))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      size="md"
      title={edited ? t('common.row.edit', edited) : t('integrations.new')}
      action={edited ? t('common.save') : t('integrations.form.create')}
      onSave={save}
      onClose={onClose}
    >
      {!edited && <TypeField form={form} />}
      <FormField
        form={form}
        name="name"
        label={t('common.field.name')}
        autoComplete="off"
        autoFocus={edited !== undefined}
      />
      {(type === 'webhook' || type === 'n8n') && <WebhookFields form={form} edited={edited} />}
      {type === 'typebot' && <TypebotFields form={form} />}
      {type === 'dialogflow' && <DialogflowFields form={form} edited={edited} />}
      {type !== 'flowbuilder' && (
        <ToggleField
          form={form}
          name="commandsInTexts"
          label={t('integrations.field.commandsInTexts')}
          hint={t('integrations.form.commandsHint')}
        />
      )}
      {type === 'flowbuilder' && <p className="text-sm text-muted">{t('integrations.form.flowHint')}</p>}
    </FormDialog>
  )
}

const blank: Values = {
  type: 'n8n',
  name: '',
  projectName: '',
  language: 'pt-BR',
  urlIntegration: '',
  typebotDelayMessage: 1000,
  typebotExpires: 1,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotSlug: '',
  typebotUnknownMessage: '',
  commandsInTexts: false,
  // Never sent back by the server; untouched, they keep what is stored.
  urlToken: '',
  jsonContent: '',
}

function valuesOf(edited: QueueIntegration | undefined): Values {
  const stored: Partial<Record<string, unknown>> = edited ?? {}
  const values = Object.entries(blank).map(([name, usual]) => [name, stored[name] ?? usual])
  return Object.fromEntries(values) as Values // a stored field has the type of its value
}

/** Only what the type has. */
function wantedFor(values: Values): CreateIntegration {
  const { type, name, urlIntegration, urlToken, projectName, jsonContent, language, commandsInTexts, ...typebot } =
    values
  switch (type) {
    case 'webhook':
    case 'n8n':
      return { type, name, urlIntegration, urlToken, commandsInTexts }
    case 'typebot':
      return { type, name, urlIntegration, commandsInTexts, ...typebot }
    case 'dialogflow':
      return { type, name, projectName, jsonContent, language, urlIntegration, commandsInTexts }
    case 'flowbuilder':
      return { type, name }
  }
}

function TypeField({ form }: { form: IntegrationFormOf }) {
  const t = useText()
  const { value, onChange, error } = useField<IntegrationType, Values, Values>(form, 'type')
  return (
    <FieldGroup label={t('integrations.field.type')} error={error}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-2">
        {integrationTypes.map((type) => (
          <label key={type} className="type-choice">
            <input
              type="radio"
              name="integration-type"
              className="sr-only"
              checked={value === type}
              onChange={() => onChange(type)}
            />
            <TypeIcon type={type} />
            {t(`integrationTypes.${type}`)}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

type FieldsProps = { form: IntegrationFormOf; edited?: QueueIntegration | undefined }

type LineProps = Omit<ComponentProps<typeof FormField<Values, Values>>, 'label' | 'hint'> & {
  label: KeyIn<'integrations.field'>
  hint?: Extract<KeyIn<'integrations.form'>, `${string}Hint` | 'keep'> | undefined
}
type KeyIn<Prefix extends string> = NameIn<TextKey, Prefix>
type NameIn<Key, Prefix extends string> = Key extends `${Prefix}.${infer Name}` ? Name : never

/** A text field, by the keys of its texts. */
function Line({ label, hint, ...field }: LineProps) {
  const t = useText()
  return (
    <FormField
      autoComplete="off"
      label={t(`integrations.field.${label}`)}
      hint={hint && t(`integrations.form.${hint}`)}
      {...field}
    />
  )
}

function WebhookFields({ form, edited }: FieldsProps) {
  return (
    <>
      <Line
        form={form}
        name="urlIntegration"
        label="url"
        hint="urlHint"
        placeholder="https://n8n.example.com/webhook/…"
      />
      <Line
        form={form}
        name="urlToken"
        type="password"
        label="token"
        hint={edited?.hasToken ? 'keep' : 'tokenHint'}
        autoComplete="new-password"
      />
    </>
  )
}

function TypebotFields({ form }: FieldsProps) {
  const t = useText()
  const message = { form, lines: 2, maxLength: AUTOMATIC_TEXT_LENGTH, optional: true }
  return (
    <>
      <Line form={form} name="urlIntegration" label="viewer" placeholder="https://typebot.example.com" />
      <Line form={form} name="typebotSlug" label="slug" hint="slugHint" />
      <div className="grid gap-4 sm:grid-cols-2">
        <CountField
          form={form}
          name="typebotExpires"
          max={43_200}
          label={t('integrations.field.expires')}
          hint={t('integrations.form.expiresHint')}
        />
        <CountField
          form={form}
          name="typebotDelayMessage"
          max={10_000}
          label={t('integrations.field.delay')}
          hint={t('integrations.form.delayHint')}
        />
        <Line form={form} name="typebotKeywordFinish" label="finish" optional />
        <Line form={form} name="typebotKeywordRestart" label="restart" optional />
      </div>
      <Line {...message} name="typebotRestartMessage" label="restartMessage" />
      <Line {...message} name="typebotUnknownMessage" label="unknownMessage" />
    </>
  )
}

function DialogflowFields({ form, edited }: FieldsProps) {
  const t = useText()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Line form={form} name="projectName" label="project" />
        <SelectField
          form={form}
          name="language"
          label={t('integrations.field.language')}
          options={integrationLanguages.map((value) => ({ value, label: t(`integrations.language.${value}`) }))}
        />
      </div>
      <Line
        form={form}
        name="jsonContent"
        label="key"
        hint={edited?.hasKey ? 'keep' : 'keyHint'}
        placeholder={'{"type": "service_account", …}'}
        lines={5}
      />
      <Line form={form} name="urlIntegration" label="region" hint="regionHint" optional />
      <TestSessionButton form={form} id={edited?.id} />
    </>
  )
}

function TestSessionButton({ form, id }: { form: IntegrationFormOf; id: number | undefined }) {
  const t = useText()
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => {
      const { projectName, jsonContent, language } = form.getValues()
      return testSession({ ...(id !== undefined && { id }), projectName, jsonContent, language })
    },
    onSuccess: () => toast.success(t('integrations.form.tested')),
    onError: toast.failure,
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" icon={<FlaskConical />} busy={isPending} onClick={() => mutate()}>
        {t('integrations.form.test')}
      </Button>
      {data && <span className="text-sm text-muted wrap-anywhere">{data.messages.join(' · ')}</span>}
    </div>
  )
}
