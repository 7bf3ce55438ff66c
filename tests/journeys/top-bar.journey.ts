/** What stands around every page: the menu, the top bar, and which notices somebody wants. */
import { expect, test } from 'bun:test'
import { turn } from './support/browser'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()

test('the menu is searched, folds its groups away, and says both versions', async () => {
  const page = await enter(RAFAEL.email, { at: '/tags' })
  const menu = page.getByRole('navigation', { name: 'Principal' })
  const link = (name: string) => menu.getByRole('link', { name })
  await menu.getByText(/^Tela \d.* · servidor \d/).waitFor()
  await menu.getByRole('button', { name: 'Administração' }).click()
  await link('Filas').waitFor({ state: 'detached' })
  await page.reload()
  await link('Etiquetas').waitFor()
  expect(await link('Filas').count()).toBe(0)
  // What is looked for is shown, wherever it stands.
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

test('the bell tells what is unread, and reads what is one’s own at once', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const [first] = await admin.tickets('pending')
  const name = first?.contact.name ?? ''
  const { id } = await admin.accept(await admin.ticketOf(name))
  await admin.demand('PUT', `/tickets/${id}`, { isMarkUnread: true })
  const page = await enter(RAFAEL.email)
  await desk(page).list.waitFor()
  await page.getByRole('button', { name: /não lidos?$/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('region', { name: 'Com você e em grupos' }).getByText(name).waitFor()
  await panel.getByRole('button', { name: 'Marcar como lidos' }).click()
  await panel.getByRole('region', { name: 'Com você e em grupos' }).waitFor({ state: 'detached' })
  // Who waits is unread until somebody accepts.
  expect(await panel.getByRole('region', { name: 'Aguardando' }).getByRole('link').count()).toBe(2)
})

test('on a phone, too, one chooses of what to be told', async () => {
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
