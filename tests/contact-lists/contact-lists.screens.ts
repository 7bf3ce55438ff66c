import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'contact-lists', show: opens('/contact-lists', firstRow) },
  {
    name: 'contact-list-items',
    async show(page) {
      await firstRow(page).getByRole('link').first().click()
      await page.getByRole('switch').first().waitFor()
    },
  },
  {
    name: 'contact-list-import',
    async show(page) {
      await page.getByRole('main').locator('button:has(.lucide-file-up)').first().click()
      await dialogOf(page).locator('.file-drop').waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/contact-lists': [
    'Nova lista',
    ['Mais ações', /^Importar /],
    ['Mais ações', /^Editar /],
    ['Mais ações', /^Excluir /],
  ],
  '/contact-lists/1/contacts': ['Dos contatos', 'Importar', 'Adicionar', ...rows],
}

export const tables: readonly Table[] = [{ path: '/contact-lists' }, { path: '/contact-lists/1/contacts' }]
