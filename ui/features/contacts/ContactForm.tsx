import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { ApiError } from '../../shared/session/failure'
import { useSettings } from '../../shared/settings/useSettings'
import { contactList, showContact, updateContact } from './api'
import { categories } from './categories/api'
import { ExtraInfoField } from './ExtraInfoField'
import { type ContactValues, contactChanges, contactSchema, contactValues, newContactSchema } from './form'
import { MergedFrom } from './MergedFrom'
import { NumberField } from './NumberField'

type FormProps = {
  contact: ContactDetail
  onClose(): void
  /** Shown below the fields. */
  children?: ReactNode
}

/** Edits a contact, or a group's name. */
export function ContactForm({ contact, onClose, children }: FormProps) {
  const t = useText()
  const cache = useQueryClient()
  const [shown] = useState(() => contactValues(contact))
  const form = useForm<ContactValues, ContactValues>(contactSchema(shown), shown)
  const save = async (values: ContactValues) => {
    showContact(cache, await updateContact(contact.id, contactChanges(shown, values)).catch(besideNumber))
    onClose()
  }
  return (
    <FormDialog form={form} title={t('contact.edit')} action={t('common.save')} onSave={save} onClose={onClose}>
      {contact.isGroup ? (
        <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
      ) : (
        <PersonFields form={form} isNumberOptional={contact.number === null} />
      )}
      <MergedFrom contactId={contact.id} />
      {children}
    </FormDialog>
  )
}

/** Creates a contact who never wrote. */
export function CreateContactForm({ onClose }: { onClose(): void }) {
  const t = useText()
  const { create } = useCrud(contactList)
  const acceptsAudio = useSettings().some(
    ({ key, value }) => key === 'acceptAudioMessageContact' && value === 'enabled',
  )
  const form = useForm<ContactValues, ContactValues>(newContactSchema, { ...nobody, acceptAudioMessage: acceptsAudio })
  const save = async (values: ContactValues) => {
    const { name } = await create(values).catch(besideNumber)
    toast.success(t('contact.created', { name }))
    onClose()
  }
  return (
    <FormDialog form={form} title={t('contact.new')} action={t('contact.create')} onSave={save} onClose={onClose}>
      <PersonFields form={form} isNumberOptional />
    </FormDialog>
  )
}

const aboutNumber: readonly ApiError['code'][] = [
  'ERR_DUPLICATED_CONTACT',
  'ERR_CHECK_NUMBER',
  'ERR_WAPP_CHECK_CONTACT',
]

/** Shows errors about the number beside it. */
function besideNumber(failure: unknown): never {
  if (!(failure instanceof ApiError) || !aboutNumber.includes(failure.code)) throw failure
  const { status, code, message } = failure
  throw new ApiError(status, code, { message, fields: [{ field: 'number', message }] })
}

const nobody: ContactValues = {
  name: '',
  number: '',
  email: '',
  contactCategoryId: null,
  acceptAudioMessage: true,
  disableBot: false,
  extraInfo: [],
}

export type ContactFormState = ReturnType<typeof useForm<ContactValues, ContactValues>>

function PersonFields({ form, isNumberOptional }: { form: ContactFormState; isNumberOptional: boolean }) {
  const t = useText()
  const all = useQuery(categories.list()).data ?? []
  const chosen = form.formState.defaultValues?.contactCategoryId
  const offered = all.filter(({ id, active }) => active || id === chosen)
  return (
    <>
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus />
      <NumberField form={form} name="number" label={t('common.field.number')} optional={isNumberOptional} />
      <FormField form={form} name="email" label={t('common.field.email')} autoComplete="off" optional />
      {offered.length > 0 && (
        <SelectField
          form={form}
          name="contactCategoryId"
          label={t('common.field.category')}
          none={t('contact.noCategory')}
          options={offered.map(({ id, descricao }) => ({ value: id, label: descricao }))}
          optional
        />
      )}
      <ExtraInfoField form={form} />
      <ToggleField form={form} name="acceptAudioMessage" label={t('contact.audio')} />
      <ToggleField form={form} name="disableBot" label={t('contact.noBot')} hint={t('contact.noBotHint')} />
    </>
  )
}
