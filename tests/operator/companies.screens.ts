import { type Dialogs, firstRow, opens, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  {
    name: 'company',
    show: async (page, demo) => {
      await opens('/companies', firstRow)(page, demo)
      await page.locator('.company-name').first().click()
      await page.locator('.use-row').first().waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/companies': ['Nova empresa'],
}

export const tables: readonly Table[] = [{ path: '/companies' }]
