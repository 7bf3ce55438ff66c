import { dialogOf } from '../journeys/support/browser'
import { type Dialogs, firstRow, opens, rows, type Screen, type Table } from '../journeys/support/screen'

export const screens: readonly Screen[] = [
  { name: 'email', show: opens('/Email', (page) => page.locator('.rich-text')) },
  { name: 'email-templates', show: opens('/EmailTemplates', firstRow) },
  { name: 'email-signature', show: opens('/Email?signature=true', (page) => dialogOf(page).locator('.rich-text')) },
  { name: 'email-sent', show: opens('/EmailLis', firstRow) },
  {
    name: 'email-pane',
    async show(page) {
      await page.locator('.mail-open').first().click()
      await page.locator('.mail-rcpt').first().waitFor()
    },
  },
  { name: 'email-scheduled', show: opens('/EmailsAgendado', firstRow) },
]

export const dialogs: Dialogs = {
  '/EmailTemplates': ['Novo modelo', ...rows],
  '/EmailsAgendado': [/^Cancelar o envio de /],
}

export const tables: readonly Table[] = [{ path: '/EmailLis' }, { path: '/EmailsAgendado' }]
