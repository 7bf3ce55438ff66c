import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'users', show: opens('/users', firstRow) },
  {
    name: 'users-edit',
    async show(page) {
      await firstRow(page).getByRole('button').first().press('Enter')
      await dialogOf(page).getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'users-hours',
    async show(page) {
      await dialogOf(page).getByRole('tab').nth(2).click()
    },
  },
]

export const dialogs: Dialogs = {
  '/users': ['Novo usuário', ...rows],
}

export const tables: readonly Table[] = [{ path: '/users', opensDialog: true }]
