import { useState } from 'react'
import * as v from 'valibot'
import { SUBJECT_LENGTH } from '../../../../src/features/email/contract'
import { emailVariables, isBlankHtml } from '../../../../src/features/email/formatted/contract'
import { CreateTemplate, type TemplateDetails } from '../../../../src/features/email/templates/contract'
import { changesOf } from '../../../shared/form/changesOf'
import { FieldGroup } from '../../../shared/form/FieldGroup'
import { FormDialog } from '../../../shared/form/FormDialog'
import { FormField } from '../../../shared/form/FormField'
import { ToggleField } from '../../../shared/form/ToggleField'
import { useField } from '../../../shared/form/useField'
import { useForm } from '../../../shared/form/useForm'
import { VariableEditor } from '../../../shared/form/VariableEditor'
import { useText } from '../../../shared/i18n/useText'
import { LoadDialog } from '../../../shared/kit/LoadDialog'
import { toast } from '../../../shared/kit/toast'
import { useCrud } from '../../../shared/live/useCrud'
import { Attachments } from '../Attachments'
import { RichField } from '../editor/RichField'
import { templateQuery, templates } from './api'

const Fields = v.object({
  ...CreateTemplate.entries,
  html: v.pipe(
    CreateTemplate.entries.html,
    v.check((html) => !isBlankHtml(html), 'form.required'),
  ),
})
type Values = v.InferOutput<typeof Fields>

export function EditTemplate({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const t = useText()
  return (
    <LoadDialog query={templateQuery(id)} title={t('mailTemplates.form.edit', { name })} onClose={onClose}>
      {(edited) => <TemplateForm edited={edited} onClose={onClose} />}
    </LoadDialog>
  )
}

/** Creates or edits a template: name, subject, text and files. */
export function TemplateForm({ edited, onClose }: { edited?: TemplateDetails; onClose(): void }) {
  const t = useText()
  const { create, update } = useCrud(templates)
  const [before] = useState(() => ({
    name: edited?.name ?? '',
    subject: edited?.subject ?? '',
    html: edited?.html ?? '',
    active: edited?.active ?? true,
  }))
  const form = useForm(Fields, before)
  const [files, setFiles] = useState(edited?.attachments ?? [])
  const known = (edited?.attachments ?? []).map(({ id }) => id).join()
  const fileIds = files.map(({ id }) => id)
  const isChanged = fileIds.join() !== known
  const subject = useField<string, v.InferInput<typeof Fields>, Values>(form, 'subject')
  const text = useField<string, v.InferInput<typeof Fields>, Values>(form, 'html')

  async function save(values: Values) {
    const { name } = edited
      ? await update(edited.id, { ...changesOf(before, values), ...(isChanged && { fileIds }) })
      : await create({ ...values, fileIds })
    toast.success(t('mailTemplates.form.saved', { name }))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={edited ? t('mailTemplates.form.edit', edited) : t('mailTemplates.form.create')}
      size="lg"
      isChanged={isChanged}
      action={edited ? t('common.save') : t('mailTemplates.form.createIt')}
      onSave={save}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label={t('mailTemplates.form.name')}
        hint={t('mailTemplates.form.nameHint')}
        maxLength={50}
        autoComplete="off"
        autoFocus
      />
      <FieldGroup label={t('email.subject')} error={subject.error}>
        <VariableEditor
          label={t('email.subject')}
          isLine
          max={SUBJECT_LENGTH}
          value={subject.value}
          isInvalid={subject.error !== undefined}
          onChange={subject.onChange}
          ref={subject.ref}
        />
      </FieldGroup>
      <Attachments files={files} onFiles={(change) => setFiles((now) => [...change(now)])}>
        {(attachments) => (
          <>
            <FieldGroup label={t('email.message')} error={text.error}>
              <RichField
                label={t('email.message')}
                value={text.value}
                onChange={text.onChange}
                names={emailVariables}
                isInvalid={text.error !== undefined}
                isBoxed
              />
            </FieldGroup>
            {attachments}
          </>
        )}
      </Attachments>
      <ToggleField
        form={form}
        name="active"
        label={t('mailTemplates.form.active')}
        hint={t('mailTemplates.form.activeHint')}
      />
    </FormDialog>
  )
}
