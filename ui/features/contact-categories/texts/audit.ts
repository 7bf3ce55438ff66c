/** Words of the audit log. */
import { defineTexts } from '../../../shared/i18n/define'

export const auditTexts = defineTexts('audit', {
  'pt-BR': {
    contactCategories: {
      contacts: 'Contatos',
      contactCategory: 'Categoria de contato',
      categorize: 'classificação',
    },
  },
  en: {
    contactCategories: {
      contacts: 'Contacts',
      contactCategory: 'Contact category',
      categorize: 'categorised',
    },
  },
  es: {
    contactCategories: {
      contacts: 'Contactos',
      contactCategory: 'Categoría de contacto',
      categorize: 'clasificación',
    },
  },
  tr: {
    contactCategories: {
      contacts: 'Kişiler',
      contactCategory: 'Kişi kategorisi',
      categorize: 'sınıflandırıldı',
    },
  },
})
