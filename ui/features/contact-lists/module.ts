import { ClipboardList } from 'lucide-react'
import { manageCampaigns } from '../../../src/outbound/rights/contract'
import { importTexts } from '../../shared/bulk-import/texts'
import { kit } from '../../shared/kit/texts'
import { defineModule } from '../../shared/module'
import { startingTexts } from '../contacts/texts/starting'
import { texts } from './texts'
import { auditTexts } from './texts/audit'
import { listImportTexts } from './texts/imports'
import { ItemsView, ListsView } from './view'

export const contactLists = defineModule({
  name: 'contactLists',
  path: '/contact-lists',
  search: ListsView,
  texts: [texts, listImportTexts, importTexts, kit],
  page: () => import('./ListsPage').then((file) => file.ListsPage),
  menu: {
    group: 'campaigns',
    order: 16,
    title: {
      'pt-BR': 'Listas de contatos',
      en: 'Contact lists',
      es: 'Listas de contactos',
      tr: 'Kişi listeleri',
    },
    icon: ClipboardList,
    needs: manageCampaigns,
    plan: 'useCampaigns',
  },
  watch: () => import('./watch').then((file) => file.watchImports()),
  audit: { texts: [texts, auditTexts], kinds: () => import('./audit').then((file) => file.kinds) },
})

export const contactListItems = defineModule({
  name: 'contactListItems',
  path: '/contact-lists/$contactListId/contacts',
  search: ItemsView,
  texts: [texts, listImportTexts, importTexts, startingTexts, kit],
  page: () => import('./ItemsPage').then((file) => file.ItemsPage),
  plan: 'useCampaigns',
})
