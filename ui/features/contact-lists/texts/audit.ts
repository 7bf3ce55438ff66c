/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', (language) => import(`./audit.${language}.json`), {
  contactLists: {
    contactList: 'Lista de contatos',
    itemCreate: 'inclusão na lista',
    itemUpdate: 'alteração na lista',
    itemDelete: 'retirada da lista',
  },
})
