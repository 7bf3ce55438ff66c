import { defineTexts } from '../../../shared/i18n/define'

/** Said on every page while a list is imported. */
export const listImportTexts = defineTexts('listImports', (language) => import(`./imports.${language}.json`), {
  title: 'Importação de {name}',
})
