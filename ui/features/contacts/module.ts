import { Contact } from 'lucide-react'
import { importTexts } from '../../shared/bulk-import/texts'
import { figureTexts } from '../../shared/figures/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { contactTexts } from './texts/contact'
import { transferTexts } from './texts/transfer'
import { ContactsView } from './view'

export const contacts = defineModule({
  name: 'contacts',
  path: '/contacts',
  search: ContactsView,
  texts: [texts, contactTexts, transferTexts, importTexts, figureTexts, kit],
  page: () => import('./ContactsPage').then((file) => file.ContactsPage),
  desk: () => import('./desk').then((file) => file.deskParts),
  watch: () => import('./transfer/watch').then((file) => file.watchImports()),
  menu: {
    group: 'operational',
    order: 4,
    title: { 'pt-BR': 'Contatos', en: 'Contacts', es: 'Contactos', tr: 'Kişiler' },
    icon: Contact,
  },
  audit: { texts: [auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})
