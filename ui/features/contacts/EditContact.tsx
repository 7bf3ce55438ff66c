import { useText } from '../../shared/i18n/useText'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { contactQuery } from './api'
import { ContactForm } from './ContactForm'
import { PersonalDataSection } from './PersonalData'

/** Edits the contact of a list row, which lacks some of the edited fields. */
export function EditContact({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText()
  return (
    <LoadDialog query={contactQuery(id)} title={t('contact.edit')} onClose={onClose}>
      {(contact) => (
        <ContactForm contact={contact} onClose={onClose}>
          <PersonalDataSection contact={contact} onErased={onClose} />
        </ContactForm>
      )}
    </LoadDialog>
  )
}
