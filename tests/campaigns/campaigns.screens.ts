import { type Dialogs, firstRow, opens, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'campaigns', show: opens('/campaigns', firstRow) },
  {
    name: 'campaign-report',
    async show(page) {
      await page.locator('tr:has(.state-ok) a').first().click()
      await page.locator('.funnel').waitFor()
      await firstRow(page).waitFor()
    },
  },
  { name: 'campaign-new', show: opens('/campaigns/new', (page) => page.locator('.editor').first()) },
  { name: 'campaign-dashboard', show: opens('/campaign-dashboard', firstRow) },
]

export const dialogs: Dialogs = {
  '/campaign-dashboard': [/^Ver detalhes de /],
}

export const tables: readonly Table[] = [{ path: '/campaigns' }, { path: '/campaign-dashboard' }]
