import type { Page } from 'playwright'
import { dialogOf } from '../journeys/support/browser'
import type { Demo } from '../journeys/support/demo'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

/** The set-up of a channel, by its place in the list. */
async function newConnection(page: Page, demo: Demo, place: number) {
  await opens('/connections', firstRow)(page, demo)
  await page.getByRole('main').locator('.btn-primary').first().click()
  await dialogOf(page).locator('.kind-name').nth(place).click()
}

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
  {
    name: 'connections-official',
    async show(page, demo) {
      await newConnection(page, demo, 1)
      await dialogOf(page).locator('.found').waitFor()
    },
  },
  {
    name: 'connections-pages',
    async show(page, demo) {
      await newConnection(page, demo, 2)
      await dialogOf(page).locator('.stages').waitFor()
    },
  },
  { name: 'meta-sign-in', show: opens('/meta-sign-in', (page) => page.getByRole('alert')) },
]

export const dialogs: Dialogs = {
  '/connections': ['Nova conexão', 'Reiniciar conexões', 'Desconectar', /^Saúde de /, ...rows],
}

export const tables: readonly Table[] = [{ path: '/connections', opensDialog: true }]
