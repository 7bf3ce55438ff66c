/** Around every page: the menu, the top bar, and the notification settings. */
import { expect, test } from 'bun:test'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()

test('the bell lists unread tickets, and marks the user’s own as read at once', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const [first] = await admin.tickets('pending')
  const name = first?.contact.name ?? ''
  const { id } = await admin.accept(await admin.ticketOf(name))
  await admin.demand('PUT', `/tickets/${id}`, { isMarkUnread: true })
  const page = await enter(RAFAEL.email)
  await desk(page).list.waitFor()
  await page.getByRole('button', { name: /não lidos?$/ }).click()
  const panel = dialogOf(page)
  await panel.getByRole('region', { name: 'Com você e em grupos' }).getByText(name).waitFor()
  await panel.getByRole('button', { name: 'Marcar como lidos' }).click()
  await panel.getByRole('region', { name: 'Com você e em grupos' }).waitFor({ state: 'detached' })
  // A waiting ticket is unread until somebody accepts it.
  expect(await panel.getByRole('region', { name: 'Aguardando' }).getByRole('link').count()).toBe(2)
})
