import { useSetAtom } from 'jotai/react'
import { importTexts } from '../../../shared/bulk-import/texts'
import { useFollowedImports } from '../../../shared/bulk-import/useImports'
import { loadTexts } from '../../../shared/i18n/language'
import { useText } from '../../../shared/i18n/useText'
import { useMay } from '../../../shared/session/useUser'
import { transferTexts } from '../texts/transfer'
import { CONTACTS } from './api'
import { shownImportAtom } from './shown'

/** Follows imports on every page, with its texts. */
export async function watchImports() {
  await loadTexts(transferTexts, importTexts)
  return useContactImports
}

/** Follows contact imports on every page. */
function useContactImports() {
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
