import { useSetAtom } from 'jotai/react'
import { useFollowedImports } from '../../../shared/bulk-import/useImports'
import { useText } from '../../../shared/i18n/useText'
import { useMay } from '../../../shared/session/useUser'
import { CONTACTS } from './api'
import { shownImportAtom } from './shown'

/** Imports of contacts are followed from every page. */
export function useContactImports() {
  const t = useText()
  const may = useMay()
  const show = useSetAtom(shownImportAtom)
  useFollowedImports({
    address: CONTACTS,
    targets: ['contacts', 'phoneBook', 'phoneChats'],
    enabled: may('contacts-page:importContacts'),
    to: '/contacts',
    title: ({ target, fileName }) =>
      target === 'contacts'
        ? t('contacts.transfer.titles.contacts', { name: fileName })
        : t(target === 'phoneBook' ? 'contacts.transfer.titles.phoneBook' : 'contacts.transfer.titles.phoneChats'),
    open: ({ id }) => show(id),
  })
}
