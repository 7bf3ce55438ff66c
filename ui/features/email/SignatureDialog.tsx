import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as v from 'valibot'
import { SetSignature } from '../../../src/features/email/contract'
import { signatureVariables } from '../../../src/features/email/formatted/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FormDialog } from '../../shared/form/FormDialog'
import { useField } from '../../shared/form/useField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { toast } from '../../shared/kit/toast'
import { RichField } from './editor/RichField'
import { saveSignature, signatureQuery } from './signature'

/** The user's signature below their e-mails; an empty one is none. */
export function SignatureDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  return (
    <LoadDialog query={signatureQuery} title={t('mailEditor.signature.title')} onClose={onClose}>
      {({ html }) => <SignatureForm html={html ?? ''} onClose={onClose} />}
    </LoadDialog>
  )
}

function SignatureForm({ html, onClose }: { html: string; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const [before] = useState({ html })
  const form = useForm(SetSignature, before)
  const { value, onChange, error } = useField<string, typeof before, v.InferOutput<typeof SetSignature>>(form, 'html')
  async function save({ html }: v.InferOutput<typeof SetSignature>) {
    const saved = await saveSignature(html)
    cache.setQueryData(signatureQuery.queryKey, saved)
    toast.success(t(saved.html === null ? 'mailEditor.signature.removed' : 'mailEditor.signature.saved'))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={t('mailEditor.signature.title')}
      size="md"
      firstStop=".rich-text"
      action={t('common.save')}
      onSave={save}
      onClose={onClose}
    >
      <FieldGroup label={t('mailEditor.signature.text')} hint={t('mailEditor.signature.hint')} error={error}>
        <RichField
          label={t('mailEditor.signature.title')}
          value={value}
          onChange={onChange}
          names={signatureVariables}
          isInvalid={error !== undefined}
          isBoxed
        />
      </FieldGroup>
    </FormDialog>
  )
}
