import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'queues', show: opens('/queues', firstRow) },
  {
    name: 'queues-edit',
    async show(page) {
      await firstRow(page).locator('button:has(.lucide-pencil)').press('Enter')
      await dialogOf(page).locator('.editor').first().waitFor()
    },
  },
  {
    name: 'queues-bot',
    async show(page) {
      await dialogOf(page).locator('#queue-tab-bot').click()
      await dialogOf(page).locator('.twig').nth(3).waitFor()
    },
  },
  {
    name: 'queues-bot-option',
    async show(page) {
      await dialogOf(page).locator('.grip[data-grip]').first().press('Enter')
      await dialogOf(page).locator('.twig-edit').waitFor()
    },
  },
  {
    name: 'queues-people',
    async show(page) {
      await dialogOf(page).locator('#queue-tab-people').click()
      await dialogOf(page).getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'queues-delete',
    async show(page, demo) {
      await opens('/queues', firstRow)(page, demo)
      await firstRow(page).getByRole('button').last().press('Enter')
      await page.getByRole('alertdialog').waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/queues': ['Nova fila', /^Vendas/, ...rows],
}

export const tables: readonly Table[] = [{ path: '/queues', opensDialog: true }]
