import { defineTexts } from '../../../shared/i18n/define'

/** Said on every page while a list is imported. */
export const listImportTexts = defineTexts('listImports', {
  'pt-BR': { title: 'Importação de {name}' },
  en: { title: 'Import of {name}' },
  es: { title: 'Importación de {name}' },
  tr: { title: '{name} içe aktarımı' },
})
