/** Around every page: the menu, the top bar, and the notification settings. */
import { expect, test } from 'bun:test'
import { turn } from '../support/browser'
import { RAFAEL } from '../support/demo'
import { stage } from '../support/stage'

const { enter } = await stage()

test('the menu can be searched, folds its groups, and shows both versions', async () => {
  const page = await enter(RAFAEL.email, { at: '/tags' })
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const link = (name: string) => menu.getByRole('link', { name })
  await menu.getByText(/^Tela \d.* · servidor \d/).waitFor()
  // Folded until it is opened, or one of its pages is.
  await menu.getByRole('button', { name: 'Administração' }).click()
  await link('Filas').waitFor()
  await menu.getByRole('button', { name: 'Administração' }).click()
  await link('Filas').waitFor({ state: 'detached' })
  await page.reload()
  await link('Etiquetas').waitFor()
  expect(await link('Filas').count()).toBe(0)
  // Search results show, even inside folded groups.
  await menu.getByRole('searchbox').fill('fil')
  await link('Filas').waitFor()
  expect(await link('Etiquetas').count()).toBe(0)
  await menu.getByRole('searchbox').fill('')
  await link('Etiquetas').waitFor()
  await menu.getByRole('button', { name: 'Administração' }).click()
  await link('Filas').waitFor()

  await page.getByText('Olá, Rafael').waitFor()
  const asked = page.waitForRequest((request) => request.url().includes('/api/tags'))
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await asked
})

test('on a phone, too, notifications can be chosen', async () => {
  const page = await enter(RAFAEL.email, { phone: true })
  const open = async () => {
    await page.getByRole('button', { name: /abrir menu do usuário$/ }).tap()
    await page.getByRole('menuitem', { name: 'Notificações' }).tap()
    return page.getByRole('dialog', { name: 'Notificações' })
  }
  const groups = (await open()).getByRole('switch', { name: 'Em grupos' })
  await turn(groups, false)
  await page.reload()
  expect(await (await open()).getByRole('switch', { name: 'Em grupos' }).isChecked()).toBe(false)
  expect(await page.getByRole('switch', { name: 'Nas minhas conversas' }).isChecked()).toBe(true)
})
