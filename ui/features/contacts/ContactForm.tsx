import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { useForm } from '../../shared/form/useForm'
import { formatPhone } from '../../shared/i18n/phone'
import { useText } from '../../shared/i18n/useText'
import { showContact, updateContact } from './api'
import { type ContactValues, contactChanges, contactSchema } from './form'
import { useNumberHint } from './useNumberHint'

/** Name, number and e-mail of a contact, as edited by attendants; of a group only its name. */
export function ContactForm({ contact, onClose }: { contact: ContactDetail; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const [shown] = useState(() => ({
    name: contact.name,
    number: contact.number === null ? '' : formatPhone(contact.number),
    email: contact.email ?? '',
  }))
  const form = useForm(contactSchema(shown), shown)
  const hint = useNumberHint(form.watch('number'))
  const save = async (values: ContactValues) => {
    showContact(cache, await updateContact(contact.id, contactChanges(shown, values)))
    onClose()
  }
  return (
    <FormDialog form={form} title={t('tickets.contact.edit')} action={t('common.save')} onSave={save} onClose={onClose}>
      <FormField form={form} name="name" label={t('tickets.contact.name')} autoComplete="off" autoFocus />
      {!contact.isGroup && (
        <>
          <FormField
            form={form}
            name="number"
            label={t('tickets.contact.number')}
            hint={hint}
            inputMode="tel"
            autoComplete="off"
            optional={contact.number === null}
          />
          <FormField form={form} name="email" label={t('tickets.contact.email')} autoComplete="off" optional />
        </>
      )}
    </FormDialog>
  )
}
