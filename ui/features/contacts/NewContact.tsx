import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type ContactSummary, TypedNumber } from '../../../src/contacts/contract'
import { CreateContact } from '../../../src/contacts/editing/contract'
import { FormField } from '../../shared/form/FormField'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Segment } from '../../shared/kit/Segment'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { createContact } from './api'
import { ByUsername } from './ByUsername'
import { NumberField } from './NumberField'

export type NewContactProps = {
  text: string
  name?: string
  onCreated(contact: ContactSummary): void
  onCancel(): void
}

/** A contact to write to needs a number. */
const Reachable = v.object({ ...CreateContact.entries, number: TypedNumber })

/** Creates a contact who never wrote, by number or username: the server asks WhatsApp whether it exists. */
export function NewContact(props: NewContactProps) {
  const t = useText()
  const [by, setBy] = useState<'number' | 'username'>(props.text.startsWith('@') ? 'username' : 'number')
  return (
    <div className="grid gap-4">
      <Segment
        label={t('contact.by')}
        items={[
          { id: 'number', label: t('common.field.number') },
          { id: 'username', label: t('contact.username') },
        ]}
        value={by}
        onChange={setBy}
      />
      {by === 'number' ? <ByNumber {...props} /> : <ByUsername {...props} />}
    </div>
  )
}

function ByNumber({ text, name, onCreated, onCancel }: NewContactProps) {
  const t = useText()
  const isNumber = /^[+\d\s()-]{6,}$/.test(text)
  const form = useForm(Reachable, {
    name: name ?? (isNumber || text.startsWith('@') ? '' : text),
    number: isNumber ? text : '',
  })
  const create = useMutation({
    mutationFn: createContact,
    onSuccess: onCreated,
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'ERR_DUPLICATED_CONTACT')
        form.setError('number', { type: 'server', message: failure.message }, { shouldFocus: true })
      else if (!showFieldFailures(form, failure)) toast.failure(failure)
    },
  })
  return (
    <form className="grid gap-4" onSubmit={form.handleSubmit((contact) => create.mutate(contact))}>
      <FormField form={form} name="name" label={t('common.field.name')} autoFocus />
      <NumberField form={form} name="number" label={t('common.field.number')} />
      <div className="flex justify-end gap-2">
        <Button tone="ghost" onClick={onCancel}>
          {t('common.back')}
        </Button>
        <Button type="submit" tone="primary" busy={create.isPending}>
          {t('contact.create')}
        </Button>
      </div>
    </form>
  )
}
