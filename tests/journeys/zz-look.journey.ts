import { test } from 'bun:test'
import { fillIn, isAtDesk } from './support/browser'
import { FIRST_ADMIN, RAFAEL } from './support/demo'
import { stage } from './support/stage'
const { demo, open } = await stage({ isNew: true })
test('look', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await fillIn(page, FIRST_ADMIN, demo.password)
  await isAtDesk(page)
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/people-empty.png' })
}, 100000)
