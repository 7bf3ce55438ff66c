import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'ratings', show: opens('/ratings', firstRow) },
  {
    name: 'ratings-new',
    async show(page) {
      await page.getByRole('main').locator('.btn-primary').first().click()
      await dialogOf(page).getByRole('region').waitFor()
    },
  },
  { name: 'ratings-results', show: opens('/ratings?tab=results', (page) => page.locator('.chart-plot svg').first()) },
]

export const dialogs: Dialogs = {
  '/ratings': ['Nova avaliação', 'Categorias', ...rows],
}

export const tables: readonly Table[] = [{ path: '/ratings', opensDialog: true }]
