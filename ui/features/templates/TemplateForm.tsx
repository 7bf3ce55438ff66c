import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import type { Template } from '../../../src/channels/templates/contract'
import {
  isFileSlot,
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
import { ApiError } from '../../shared/client'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { type Form, useForm } from '../../shared/form/useForm'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { changeTemplate, createTemplate } from './api'
import { ButtonFields } from './ButtonFields'
import { ExampleFields } from './ExampleFields'
import { HeaderFields } from './HeaderFields'
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
  headerFile: null,
  body: '',
  footer: '',
  buttons: [],
  examples: [],
}

/** An authentication template is Meta's, and cannot be changed. */
function valuesOf({ name, language, category, header, body, footer, buttons, examples }: Template): TemplateValues {
  const isText = header?.kind === 'text'
  return {
    name,
    language,
    category: category === 'marketing' ? category : 'utility',
    header: isText ? header.text : '',
    headerFile: header && header.kind !== 'text' ? { kind: header.kind, handle: '' } : null,
    body,
    footer: footer ?? '',
    buttons: buttons.flatMap(({ kind, ...rest }) => (kind === 'otp' ? [] : [{ kind, ...rest }])),
    examples: [...(isText && examples.header ? [examples.header] : []), ...examples.body, ...examples.buttons],
  }
}

type Props = {
  whatsappId: number
  /** Its text is changed; without it, one is created. */
  edited?: Template
  onClose(): void
}

/** Writes a template, and shows it as the contact's phone will. */
export function TemplateForm({ whatsappId, edited, onClose }: Props) {
  const t = useText()
  const [before] = useState(() => (edited ? valuesOf(edited) : blank))
  const form = useForm(CreateTemplate, before)
  const [file, setFile] = useState<File | null>(null)
  async function save(values: CreateTemplate) {
    const { name } = await (edited ? changeTemplate(edited, values) : createTemplate(whatsappId, values))
    toast.success(t(edited ? 'templates.form.changed' : 'templates.form.made', { name: titleOf(name) }))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      size="xl"
      title={edited ? t('templates.form.edit', { name: titleOf(edited.name) }) : t('templates.new')}
      firstStop={edited && 'textarea'}
      action={t(edited ? 'templates.form.change' : 'templates.form.create')}
      whyNot={(failure) => refusalOf(t, failure)}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_20rem] gap-6 overflow-y-auto px-5 pt-1 pb-5 max-md:grid-cols-1 max-md:px-4">
        <div className="grid content-start gap-4">
          {edited && <p className="text-sm text-muted">{t('templates.form.reviewed')}</p>}
          {!edited && <NameField form={form} />}
          <div className="grid grid-cols-2 gap-4 empty:hidden max-md:grid-cols-1">
            <CategoryField form={form} edited={edited} />
            {!edited && <LanguageField form={form} />}
          </div>
          <HeaderFields
            form={form}
            whatsappId={whatsappId}
            file={file}
            onFile={setFile}
            isChange={edited !== undefined}
          />
          <Texts form={form} />
          <ButtonFields form={form} />
          <ExampleFields form={form} />
        </div>
        <LivePreview form={form} file={file} />
      </div>
    </FormDialog>
  )
}

/** Meta's own words for what it does not take. */
function refusalOf(t: Text, failure: unknown): string | undefined {
  const details = failure instanceof ApiError ? failure.details : null
  const reason = v.safeParse(v.object({ reason: v.pipe(v.string(), v.nonEmpty()) }), details)
  return reason.success ? t('templates.form.refused', reason.output) : undefined
}

function NameField({ form }: { form: TemplateFormState }) {
  const t = useText()
  return (
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
  )
}

function LanguageField({ form }: { form: TemplateFormState }) {
  const t = useText()
  return (
    <SelectField
      form={form}
      name="language"
      label={t('templates.column.language')}
      options={templateLanguages.map((value) => ({ value, label: value.replace('_', '-') }))}
    />
  )
}

/** Meta keeps the category of an approved one. */
function CategoryField({ form, edited }: { form: TemplateFormState; edited: Template | undefined }) {
  const t = useText()
  if (edited?.status === 'APPROVED') return null
  return (
    <SelectField
      form={form}
      name="category"
      label={t('templates.column.category')}
      options={(['utility', 'marketing'] as const).map((value) => ({
        value,
        label: t(`templates.category.${value}`),
      }))}
    />
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

function LivePreview({ form, file }: { form: TemplateFormState; file: File | null }) {
  const t = useText()
  const values = useContent(form)
  const content = contentOfNew(values)
  const labels = useSlotLabels(content)
  const examples = values.examples.values()
  return (
    <aside className="flex flex-col self-start md:sticky md:top-0 md:h-120">
      <p className="mb-3 text-sm font-semibold">{t('templates.form.preview')}</p>
      <TemplatePreview
        content={content}
        values={slotsOf(content).map((slot) => (isFileSlot(slot) ? '' : (examples.next().value ?? '')))}
        labels={labels}
        file={file}
      />
    </aside>
  )
}

/** What is written at the moment. */
export function useContent(form: TemplateFormState) {
  const watched = useWatch({ control: form.control })
  return {
    header: watched.header || null,
    headerFile: watched.headerFile?.kind ? { kind: watched.headerFile.kind } : null,
    body: watched.body ?? '',
    footer: watched.footer || null,
    buttons: (watched.buttons ?? []).map(({ kind = 'reply', text = '', value = '' }) => ({ kind, text, value })),
    examples: (watched.examples ?? []).map((one) => one ?? ''),
  }
}
