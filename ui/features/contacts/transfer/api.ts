import type { ImportSummary } from '../../../../src/bulk-import/contract'
import { call, fetchFile } from '../../../shared/client'

export const CONTACTS = '/contacts'

/** What the phone knows: names in its address book, or everybody with whom it has a chat. */
export const importFromPhone = (what: 'book' | 'chats') =>
  call<ImportSummary>('POST', what === 'book' ? '/contacts/import' : '/contacts/import/chats', {})
export const exportContacts = () => fetchFile('/contacts/export', 'Contatos.xlsx')
