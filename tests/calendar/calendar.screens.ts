import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'calendar', show: opens('/Calendario', (page) => page.locator('.calendar-event').first()) },
  {
    name: 'calendar-form',
    async show(page) {
      await page.locator('.page-head .btn-primary').click()
      await dialogOf(page).locator('.dialog-body').waitFor()
    },
  },
  {
    name: 'calendar-day',
    async show(page) {
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.locator('.calendar-bar .segment button').nth(2).click()
      await page.locator('.calendar-hour').first().waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/Calendario': ['Novo evento'],
}
