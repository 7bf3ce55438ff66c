import { type Dialogs, firstTicket, opens, type Screen } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'chats', show: opens('/chats', firstTicket) },
  {
    name: 'chats-open',
    async show(page) {
      await page.locator('.ticket-name').nth(1).click()
      await page.locator('.msg').first().waitFor()
    },
  },
]

export const dialogs: Dialogs = {
  '/chats': ['Novo chat'],
}
