/**
 * A stretch of work at the desk: a narrow header, a transfer and its undo, resolving by keys, scheduling, searching.
 */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'
const LONG = 'Maria Aparecida dos Santos Albuquerque'

/** Screenshots of the steps, if SHOTS names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
const hasFocus = (page: Page, name: RegExp | string) =>
  until(() => page.getByRole('button', { name }).evaluate((element) => element === document.activeElement), {
    every: 50,
    why: () => `the focus on ${name}`,
  })

test('a long name stays readable in a narrow header with three tags and the contact pane open', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const ticket = await boss.accept(await boss.ticketOf(CUSTOMER))
  await boss.demand('PUT', `/contacts/${ticket.contactId}`, { name: LONG })
  const tags = await boss.demand<{ id: number }[]>('GET', '/tags/list')
  for (const { id } of tags.slice(0, 3))
    await boss.demand('PUT', '/ticket-tags', { tagId: id, ticketIds: [ticket.id], tagged: true })
  const page = await enter(RAFAEL.email)
  await page.setViewportSize({ width: 1280, height: 800 })
  await desk(page).open(LONG)
  await desk(page).box.waitFor()
  await page.locator('.pane-head').getByRole('button', { name: 'Dados do contato' }).click()
  await page.getByRole('complementary', { name: 'Dados do contato' }).waitFor()
  const head = page.locator('.desk-chat > .pane-head')
  await head.getByRole('button', { name: /^Etiquetar/ }).waitFor()
  const name = await head.getByRole('heading', { name: LONG }).boundingBox()
  expect(name?.width).toBeGreaterThan(100)
  const isInside = await head.evaluate((element) => element.scrollWidth <= element.clientWidth)
  expect(isInside).toBe(true)
  await picture(page, 'head-1280')
  await page.setViewportSize({ width: 1600, height: 900 })
  await picture(page, 'head-1600')
})

test('a transfer is chosen by keys, shown in the conversation, and undone with Z', async () => {
  const page = await enter(RAFAEL.email)
  await desk(page).open(LONG)
  await desk(page).box.waitFor()
  await desk(page).chat.getByRole('button', { name: 'Transferir', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Transferir/ })
  const find = dialog.getByRole('combobox', { name: 'Buscar atendente ou fila' })
  await find.waitFor()
  await dialog
    .getByText(/abertas?$|nenhuma aberta/)
    .first()
    .waitFor()
  await picture(page, 'transfer')
  await find.fill('camila')
  await find.press('Enter')
  await page.getByText(/transferido para Camila Prado/).waitFor()
  await picture(page, 'transferred')
  await page.keyboard.press('z')
  await page.getByText(`Transferência desfeita: ${LONG}`).waitFor()
  await desk(page)
    .chat.getByText(/transferiu para Camila Prado/)
    .waitFor()
  await desk(page)
    .chat.getByText(/desfez a transferência/)
    .waitFor()
  await picture(page, 'undone')
})

test('a message is scheduled in the conversation by typing the time', async () => {
  const page = await enter(RAFAEL.email)
  await desk(page).open(LONG)
  await desk(page).box.waitFor()
  const before = page.url()
  await desk(page).chat.getByRole('button', { name: 'Agendar mensagem' }).click()
  const dialog = page.getByRole('dialog', { name: /^Agendar mensagem/ })
  await dialog.getByRole('textbox', { name: 'Mensagem' }).waitFor()
  await picture(page, 'schedule')
  await page.keyboard.type('Sua mesa chegou, podemos entregar?')
  await dialog.getByLabel('Data e hora').fill('amanhã 9')
  await dialog.getByLabel('Data e hora').press('Tab')
  await until(async () => (await dialog.getByLabel('Hora', { exact: true }).inputValue()) === '09:00', { every: 50 })
  await dialog.getByRole('button', { name: 'Agendar', exact: true }).click()
  await desk(page)
    .chat.getByText(/Agendada para .* às 09:00:/)
    .waitFor()
  expect(page.url()).toBe(before)
  await picture(page, 'scheduled')
})

test('E and Enter resolve with the company’s rating, and the longest-waiting ticket is one press away', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.demand('PUT', '/settings/userRating', { value: 'enabled' })
  const { ratings } = await boss.demand<{ ratings: { id: number; active: boolean }[] }>('GET', '/ratings')
  const rating = ratings.find(({ active }) => active)
  if (!rating) throw new Error('the sample company has no active rating')
  await boss.demand('PUT', `/ratings/${rating.id}`, { isDefault: true })
  const page = await enter(RAFAEL.email)
  await desk(page).open(LONG)
  await desk(page).box.waitFor()
  await page.getByRole('link', { name: LONG, exact: true }).focus()
  await page.keyboard.press('e')
  await hasFocus(page, 'Resolver e perguntar')
  await dialogOf(page).getByLabel('Avaliação').waitFor()
  await picture(page, 'resolve')
  await page.keyboard.press('Enter')
  await page.getByText(`Atendimento de ${LONG} resolvido`).waitFor()
  await hasFocus(page, /^Atender /)
  await picture(page, 'next')
  await page.keyboard.press('z')
  await desk(page).box.waitFor()
})

test('one search finds conversations, contacts and messages, and its text stays in the field', async () => {
  const page = await enter(CAMILA.email, { theme: 'dark' })
  const { list } = desk(page)
  await page.keyboard.press('/')
  await page.keyboard.type('entrega')
  await list.getByRole('heading', { name: 'Mensagens' }).waitFor()
  await picture(page, 'search')
  await list.getByRole('tab', { name: /^Abertos/ }).click()
  expect(await list.getByRole('searchbox').inputValue()).toBe('')
  await list.getByRole('tab', { name: /^Busca/ }).click()
  await list.getByRole('searchbox').fill('xyzxyz')
  await page.getByText(/em atendimentos abertos e resolvidos/).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'phone')
})
