import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'tags', show: opens('/tags', firstRow) },
  {
    name: 'tags-edit',
    async show(page) {
      await firstRow(page).getByRole('button').first().press('Enter')
      await dialogOf(page).locator('.swatch').first().waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/tags': ['Nova etiqueta', 'Em negociação', ...rows],
  '/TagsKanban': ['Nova coluna', 'Novo contato', /^Editar /],
}

export const tables: readonly Table[] = [
  { path: '/tags', opensDialog: true },
  { path: '/TagsKanban', opensDialog: true },
]
