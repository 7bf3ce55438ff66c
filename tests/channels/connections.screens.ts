import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'connections', show: opens('/connections', firstRow) },
  {
    name: 'connections-qr',
    async show(page) {
      await page.getByRole('row').nth(2).locator('button:has(.lucide-qr-code)').click()
      await page.locator('.qr-code').waitFor()
    },
  },
  {
    name: 'connections-code',
    async show(page) {
      await dialogOf(page).getByRole('tab').nth(1).click()
    },
  },
  {
    name: 'connections-new',
    async show(page, demo) {
      await opens('/connections', firstRow)(page, demo)
      await page.getByRole('main').locator('.btn-primary').first().click()
      await dialogOf(page).waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/connections': ['Nova conexão', 'Reiniciar conexões', 'Desconectar', /^Saúde de /, ...rows],
}

export const tables: readonly Table[] = [{ path: '/connections', opensDialog: true }]
