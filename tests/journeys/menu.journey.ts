/** The menu shows where one is, and no more than is needed. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter, demo } = await stage()

const menu = (page: Page) => page.getByRole('navigation', { name: 'Principal' })
// A group in which a connection has stopped says so.
const group = (page: Page, name: string) => menu(page).getByRole('button', { name: new RegExp(`^${name}`) })
const isOpen = async (page: Page, name: string) => (await group(page, name).getAttribute('aria-expanded')) === 'true'

test('groups that few need are folded until one is in them, and each person’s choice is kept', async () => {
  const page = await enter(RAFAEL.email, { at: '/monitor' })
  await menu(page).locator('[aria-current=page]').waitFor()
  const open = () =>
    Promise.all(['Gerencial', 'Campanhas', 'Administração', 'Operador'].map((name) => isOpen(page, name)))
  expect(await open()).toEqual([true, false, false, true])

  await group(page, 'Campanhas').click()
  await menu(page).getByRole('link', { name: 'Listas de contatos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Listas de contatos' }).waitFor()
  expect(await open()).toEqual([true, true, false, false])

  // Also the group in which one is can be folded.
  await page.goto(`${demo.url}/users`)
  await menu(page).locator('[aria-current=page]').waitFor()
  expect(await open()).toEqual([true, true, true, false])
  await group(page, 'Administração').click()
  expect(await open()).toEqual([true, true, false, false])
  await group(page, 'Administração').click()
  expect(await open()).toEqual([true, true, true, false])
})

test('the entry of the page is in view, in the menu and on the rail', async () => {
  for (const width of [1440, 1279]) {
    const page = await enter(RAFAEL.email, { at: '/monitor', width })
    await page.setViewportSize({ width, height: 500 })
    await page.goto(`${demo.url}/operator-settings`)
    const current = menu(page).locator('[aria-current=page]')
    await current.waitFor()
    await page.waitForFunction(() => {
      const entry = document.querySelector('.side [aria-current=page]')?.getBoundingClientRect()
      const list = document.querySelector('.side-scroll')?.getBoundingClientRect()
      return entry && list && entry.top >= list.top && entry.bottom <= list.bottom
    })
  }
})
