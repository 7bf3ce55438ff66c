import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactDetail } from '../../../../src/contacts/groups/contract'
import { errorText } from '../../../shared/errorText'
import { FormField } from '../../../shared/form/FormField'
import { FormFoot } from '../../../shared/form/FormFoot'
import { showFieldFailures, useForm } from '../../../shared/form/useForm'
import { formatPhone } from '../../../shared/i18n/phone'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { contactChanges, contactSchema } from '../rules/contact-form'
import { showContact, updateContact } from './contact-api'

/** Name, number and e-mail of a contact, as edited by attendants; of a group only its name. */
export function ContactForm({ contact, onClose }: { contact: ContactDetail; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [shown] = useState(() => ({
    name: contact.name,
    number: contact.number === null ? '' : formatPhone(contact.number),
    email: contact.email ?? '',
  }))
  const form = useForm(contactSchema(shown), shown)
  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      showContact(cache, await updateContact(contact.id, contactChanges(shown, values)))
      onClose()
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  })
  return (
    <Dialog open onClose={onClose} title={t('tickets.contact.edit')} size="sm">
      <form onSubmit={save} noValidate>
        <div className="dialog-body grid gap-4">
          {failure !== null && <ErrorNote>{errorText(t, failure)}</ErrorNote>}
          <FormField form={form} name="name" label={t('tickets.contact.name')} autoComplete="off" autoFocus />
          {!contact.isGroup && (
            <>
              <FormField
                form={form}
                name="number"
                label={t('tickets.contact.number')}
                hint={t('tickets.contact.numberHint')}
                inputMode="tel"
                autoComplete="off"
                optional={contact.number === null}
              />
              <FormField form={form} name="email" label={t('tickets.contact.email')} autoComplete="off" optional />
            </>
          )}
        </div>
        <FormFoot action={t('common.save')} busy={form.formState.isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
