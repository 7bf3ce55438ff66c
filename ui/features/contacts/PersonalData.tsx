import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactRow } from '../../../src/contacts/contract'
import { useText } from '../../shared/i18n/useText'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { changeLists } from '../../shared/live/live-query'
import { download } from '../../shared/saveFile'
import { useMay } from '../../shared/session/useUser'
import { contactList, erasePersonalData, fetchDeletion } from './api'
import { useHolderText } from './DeleteContact'
import { contactName } from './names'

type Subject = Pick<ContactRow, 'id' | 'name' | 'number' | 'isGroup'>

/** Which personal data requests (LGPD) this user may carry out for a contact; a group is no person. */
export function usePersonalDataRights() {
  const may = useMay()
  const [mayExport, mayErase] = [may('contacts-page:exportContacts'), may('contacts-page:deleteContact')]
  return ({ isGroup }: Pick<Subject, 'isGroup'>) => ({
    mayExport: mayExport && !isGroup,
    mayErase: mayErase && !isGroup,
  })
}

export const exportPersonalData = ({ id }: Pick<Subject, 'id'>) => download(`/contacts/${id}/personal-data`)

/** Confirms an erasure with the contact's name; refused while the contact has an open ticket. */
export function EraseDialog({ contact, onErased, onClose }: { contact: Subject; onErased?(): void; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const holderText = useHolderText()
  const name = contactName({ contact })
  const erase = async () => {
    await erasePersonalData(contact.id)
    changeLists(cache, contactList.key, { drop: contact.id })
    onErased?.()
  }
  return (
    <DeleteDialog
      title={t('contacts.erase.title', { name })}
      confirm={t('contacts.erase.action')}
      done={t('contacts.erase.done', { name })}
      counts={() => fetchDeletion(contact.id)}
      isBlocked={({ holder }) => holder !== null}
      typed={name.trim()}
      onDelete={erase}
      onClose={onClose}
    >
      {(counts) => {
        const held = counts && holderText(counts)
        if (held) return <p>{held}</p>
        return (
          <>
            <p>{t('contacts.erase.goes')}</p>
            <p className="mt-2">{t('contacts.erase.stays')}</p>
            {contact.number !== null && <p className="mt-2">{t('contacts.erase.hash')}</p>}
            <p className="mt-2">{t('contacts.erase.final')}</p>
          </>
        )
      }}
    </DeleteDialog>
  )
}

/** Export and erasure in the dialog of a contact. `onErased` closes that dialog. */
export function PersonalDataSection({ contact, onErased }: { contact: Subject; onErased(): void }) {
  const t = useText()
  const { mayExport, mayErase } = usePersonalDataRights()(contact)
  const [erases, setErases] = useState(false)
  if (!mayExport && !mayErase) return null
  return (
    <div className="fold">
      <div className="fold-head">{t('contacts.erase.section')}</div>
      <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
        {mayExport && (
          <button type="button" className="link" onClick={() => exportPersonalData(contact)}>
            {t('contacts.erase.download')}
          </button>
        )}
        {mayErase && (
          <button type="button" className="link" onClick={() => setErases(true)}>
            {t('contacts.erase.action')}
          </button>
        )}
      </div>
      {erases && <EraseDialog contact={contact} onClose={() => setErases(false)} onErased={onErased} />}
    </div>
  )
}
