import { useWatch } from 'react-hook-form'
import type * as v from 'valibot'
import {
  slotsOf,
  TEMPLATE_BODY_LENGTH,
  TEMPLATE_SHORT_LENGTH,
  variablesIn,
} from '../../../src/channels/templates/filling/contract'
import {
  CreateTemplate,
  contentOfNew,
  templateLanguages,
  templateNameOf,
} from '../../../src/channels/templates/writing/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { type Form, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { createTemplate } from './api'
import { ButtonFields } from './ButtonFields'
import { ExampleFields } from './ExampleFields'
import { titleOf } from './spec'
import { TemplatePreview } from './TemplatePreview'
import { useSlotLabels } from './useSlotLabels'

export type TemplateValues = v.InferInput<typeof CreateTemplate>
export type TemplateFormState = Form<TemplateValues, CreateTemplate>

const blank: TemplateValues = {
  name: '',
  language: 'pt_BR',
  category: 'utility',
  header: '',
  body: '',
  footer: '',
  buttons: [],
  examples: [],
}

/** Writes a template, and shows it as the contact's phone will. */
export function TemplateForm({ whatsappId, onClose }: { whatsappId: number; onClose(): void }) {
  const t = useText()
  const form = useForm(CreateTemplate, blank)
  async function save(values: CreateTemplate) {
    const { name } = await createTemplate(whatsappId, values)
    toast.success(t('templates.form.made', { name: titleOf(name) }))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      size="xl"
      title={t('templates.new')}
      action={t('templates.form.create')}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_20rem] gap-6 overflow-y-auto px-5 pt-1 pb-5 max-md:grid-cols-1 max-md:px-4">
        <div className="grid content-start gap-4">
          <Basics form={form} />
          <Texts form={form} />
          <ButtonFields form={form} />
          <ExampleFields form={form} />
        </div>
        <LivePreview form={form} />
      </div>
    </FormDialog>
  )
}

function Basics({ form }: { form: TemplateFormState }) {
  const t = useText()
  return (
    <>
      <FormField
        form={form}
        name="name"
        label={t('templates.form.name')}
        hint={t('templates.form.nameHint')}
        autoComplete="off"
        autoFocus
        // Before the form reads it.
        onInput={({ currentTarget }) => {
          currentTarget.value = templateNameOf(currentTarget.value)
        }}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <SelectField
          form={form}
          name="category"
          label={t('templates.column.category')}
          options={(['utility', 'marketing'] as const).map((value) => ({
            value,
            label: t(`templates.category.${value}`),
          }))}
        />
        <SelectField
          form={form}
          name="language"
          label={t('templates.column.language')}
          options={templateLanguages.map((value) => ({ value, label: value.replace('_', '-') }))}
        />
      </div>
    </>
  )
}

function Texts({ form }: { form: TemplateFormState }) {
  const t = useText()
  const insert = () => {
    const body = form.getValues('body')
    const next = variablesIn(body).length + 1
    form.setValue('body', `${body}{{${next}}}`, { shouldDirty: true })
    form.setFocus('body')
  }
  return (
    <>
      <FormField
        form={form}
        name="header"
        label={t('templates.form.header')}
        maxLength={TEMPLATE_SHORT_LENGTH}
        optional
      />
      <FormField
        form={form}
        name="body"
        label={t('templates.form.body')}
        hint={t('templates.form.bodyHint')}
        lines={5}
        maxLength={TEMPLATE_BODY_LENGTH}
        aside={
          <Button size="xs" tone="ghost" onClick={insert}>
            {t('templates.form.insert')}
          </Button>
        }
      />
      <FormField
        form={form}
        name="footer"
        label={t('templates.form.footer')}
        maxLength={TEMPLATE_SHORT_LENGTH}
        optional
      />
    </>
  )
}

function LivePreview({ form }: { form: TemplateFormState }) {
  const t = useText()
  const values = useContent(form)
  const content = contentOfNew(values)
  const labels = useSlotLabels(content)
  return (
    <aside className="flex flex-col">
      <p className="mb-3 text-sm font-semibold">{t('templates.form.preview')}</p>
      <TemplatePreview
        content={content}
        values={slotsOf(content).map((_, at) => values.examples?.[at] ?? '')}
        labels={labels}
      />
    </aside>
  )
}

/** What is written at the moment. */
export function useContent(form: TemplateFormState) {
  const watched = useWatch({ control: form.control })
  return {
    header: watched.header || null,
    body: watched.body ?? '',
    footer: watched.footer || null,
    buttons: (watched.buttons ?? []).map(({ kind = 'reply', text = '', value = '' }) => ({ kind, text, value })),
    examples: (watched.examples ?? []).map((one) => one ?? ''),
  }
}
