/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    contactLists: {
      contactList: 'Lista de contatos',
      itemCreate: 'inclusão na lista',
      itemUpdate: 'alteração na lista',
      itemDelete: 'retirada da lista',
    },
  },
  en: {
    contactLists: {
      contactList: 'Contact list',
      itemCreate: 'added to list',
      itemUpdate: 'changed in list',
      itemDelete: 'removed from list',
    },
  },
  es: {
    contactLists: {
      contactList: 'Lista de contactos',
      itemCreate: 'agregado a la lista',
      itemUpdate: 'cambio en la lista',
      itemDelete: 'quitado de la lista',
    },
  },
  tr: {
    contactLists: {
      contactList: 'Kişi listesi',
      itemCreate: 'listeye eklendi',
      itemUpdate: 'listede değiştirildi',
      itemDelete: 'listeden çıkarıldı',
    },
  },
})
