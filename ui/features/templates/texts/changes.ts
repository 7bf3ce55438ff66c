import { defineTexts } from '../../../shared/i18n/define'

/** The bell, which is on every page. */
export const changeTexts = defineTexts('templateChanges', (language) => import(`./changes.${language}.json`), {
  count: {
    one: '1 modelo mudou de categoria',
    other: '{count} modelos mudaram de categoria',
  },
  title: 'Categorias mudadas pela Meta',
  none: 'Nada mudou',
  allSeen: 'Marcar tudo como lido',
  open: 'Ver o modelo {name}',
  seen: 'Marcar {name} como lido',
  text: 'De {was} para {category}: o preço é outro.',
  category: {
    marketing: 'Marketing',
    utility: 'Utilidade',
    authentication: 'Autenticação',
  },
})
