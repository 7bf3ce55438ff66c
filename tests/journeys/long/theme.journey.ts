import { test } from 'bun:test'
import { showLogin } from '../support/screens'
import { stage } from '../support/stage'

const { demo, open } = await stage()

test('an open page follows the system’s theme to dark and back', async () => {
  const page = await open({ theme: 'light' })
  await showLogin(page, demo)
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`:root[data-theme=balcao-${theme}]`).waitFor({ state: 'attached' })
  }
})
