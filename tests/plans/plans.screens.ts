import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'plans', show: opens('/plans', firstRow) },
  {
    name: 'plan',
    show: async (page, demo) => {
      await opens('/plans', firstRow)(page, demo)
      await page
        .getByRole('button', { name: /Profissional/ })
        .first()
        .click()
      await page.locator('.plan-menu-groups').getByRole('checkbox').first().waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/plans': ['Novo plano', 'Essencial', ...rows],
}

export const tables: readonly Table[] = [{ path: '/plans', opensDialog: true }]
