/** Focus, bulk transfer, merging contacts, and signing out offline. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { untilFocused } from './support/focus'
import { stage } from './support/stage'

const { demo, enter, open } = await stage()
/** Waits without a queue. */
const NEWEST = 'Nelson Shimizu'
const LONGEST = 'João Pedro Sant’Anna'
const [KEPT, GONE] = ['Adriana Queiroz', 'Alberto']

/** Screenshots of the steps, if SHOTS names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
/** The scripts, styles and fonts that are being fetched. */
function openFiles(page: Page): ReadonlySet<string> {
  const open = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) open.add(request.url())
  })
  page.on('requestfinished', (request) => open.delete(request.url()))
  page.on('requestfailed', (request) => open.delete(request.url()))
  return open
}
const seesToast = (page: Page, words: string | RegExp) => page.locator('.toast-card').getByText(words).first().waitFor()

test('the search tab and Alt+4 focus the search field', async () => {
  const page = await enter(RAFAEL.email)
  const { list } = desk(page)
  const field = list.getByRole('searchbox')
  await list.getByRole('tab', { name: 'Busca' }).click()
  await untilFocused(field)
  await list.getByRole('tab', { name: /^Abertos/ }).click()
  await page.keyboard.press('Alt+4')
  await untilFocused(field)
  await page.keyboard.type('nelson')
  await desk(page).row(NEWEST).waitFor()
})

test('A focuses the queue question in the pane, and Enter takes the proposed queue', async () => {
  const page = await enter(RAFAEL.email)
  const { chat, row, waiting, box } = desk(page)
  await waiting()
  await desk(page).open(NEWEST)
  const choice = chat.getByRole('group', { name: 'Em qual fila?' })
  await choice.waitFor()
  await row(NEWEST).getByRole('link').focus()
  await page.keyboard.press('a')
  await untilFocused(choice.getByRole('button', { name: /Vendas/ }))
  expect(await dialogOf(page).count()).toBe(0)
  await page.keyboard.press('Enter')
  await box.waitFor()
})

test('several tickets are transferred to a colleague shown with presence and load, and Z returns them all', async () => {
  const admin = await demo.signIn(CAMILA.email)
  await (await demo.signIn(RAFAEL.email)).link()
  await admin.crowd(2)
  const page = await enter(RAFAEL.email)
  const { list, waiting } = desk(page)
  await waiting()
  await page.locator('.ticket').nth(2).waitFor()
  const before = await list.getByRole('button', { name: /^Aguardando/ }).textContent()
  await list.getByRole('button', { name: 'Escolher vários atendimentos' }).click()
  for (const at of [0, 1]) await page.locator('.ticket-name').nth(at).click()
  await list.getByRole('button', { name: 'Transferir', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Transferir 2 atendimentos' })
  const find = dialog.getByRole('combobox', { name: 'Buscar atendente ou fila' })
  await untilFocused(find)
  await dialog
    .getByText(/abertas?$|nenhuma aberta/)
    .first()
    .waitFor()
  await picture(page, 'transfer-several')
  await find.fill('camila')
  await find.press('Enter')
  await seesToast(page, '2 atendimentos transferidos para Camila Prado')
  const now = () => list.getByRole('button', { name: /^Aguardando/ }).textContent()
  await until(async () => (await now()) !== before, { every: 50, why: () => 'fewer who wait' })
  await page.keyboard.press('z')
  await seesToast(page, 'Transferência de 2 atendimentos desfeita')
  await until(async () => (await now()) === before, { every: 50, why: () => 'as many as before who wait' })
})

test('arrow keys choose the contact to merge with, the count follows, and the merge can be undone for thirty days', async () => {
  const page = await enter(RAFAEL.email, { at: '/contacts' })
  const count = page.locator('.page-count')
  const of = (name: string) => page.getByRole('row').filter({ hasText: name })
  await of(KEPT).first().waitFor()
  const before = Number(await count.textContent())
  await of(KEPT).first().getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: `Mesclar ${KEPT} com outro contato` }).click()
  const dialog = page.getByRole('dialog', { name: 'São a mesma pessoa?' })
  const field = dialog.getByRole('searchbox')
  await field.fill(GONE.toLowerCase())
  const [first] = [dialog.getByRole('radio').first()]
  await first.waitFor()
  await field.press('ArrowDown')
  await untilFocused(first)
  expect(await first.isChecked()).toBe(true)
  await picture(page, 'merge-choice')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Juntar em / }).click()
  await seesToast(page, 'Contatos mesclados com sucesso')
  await until(async () => Number(await count.textContent()) === before - 1, { every: 50, why: () => 'one fewer' })

  // Long after the undo offer has expired.
  await page.reload()
  await page.getByRole('button', { name: 'Mesclagens recentes' }).click()
  const merges = page.getByRole('dialog', { name: 'Mesclagens recentes' })
  await picture(page, 'merges')
  await merges.getByRole('listitem').filter({ hasText: KEPT }).getByRole('button', { name: 'Desfazer' }).click()
  await seesToast(page, /voltou a ser um contato separado/)
  await merges.getByText('Nenhuma mesclagem nos últimos 30 dias.').waitFor()
  await page.keyboard.press('Escape')
  await until(async () => Number(await count.textContent()) === before, { every: 50, why: () => 'as many as before' })
})

test('an answer of the assistant is appended to the draft of the last conversation', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.accept(await boss.ticketOf(LONGEST))
  const page = await enter(RAFAEL.email)
  const { attending, chat, open, box } = desk(page)
  await attending()
  await open(LONGEST)
  await chat.getByRole('button', { name: 'Escrever com IA' }).waitFor()
  await box.fill('Olá, João!')
  await page.getByRole('navigation').getByRole('link', { name: 'Assistente de IA' }).click()
  await page.getByRole('textbox', { name: /pergunta/i }).fill('Escreva um aviso de atraso')
  await page.keyboard.press('Enter')
  const use = page.getByRole('button', { name: `Usar na conversa com ${LONGEST}` })
  await use.waitFor()
  await picture(page, 'assistant')
  await use.click()
  await box.waitFor()
  const written = await box.inputValue()
  expect(written).toStartWith('Olá, João!\n')
  expect(written.length).toBeGreaterThan('Olá, João!\n'.length)
})

test('an impossible time is reported at its day before anything is saved', async () => {
  const page = await enter(RAFAEL.email, { at: '/settings?tab=hours' })
  await page.getByRole('button', { name: 'Usar o horário da empresa' }).click()
  const time = page.getByRole('textbox', { name: /^terça.*, até as/i })
  await time.waitFor()
  await time.fill('25:00')
  await page.getByRole('alert').getByText('25:00 não é uma hora').waitFor()
  await picture(page, 'hours')
  await time.fill('17:30')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a user with a restored session signs out offline and lands on the sign-in page', async () => {
  // This page never showed sign-in: none of it was fetched.
  const page = await open()
  const { url, password } = demo
  await page.request.post(`${url}/api/auth/login`, { data: { email: RAFAEL.email, password } })
  await page.addInitScript(() => localStorage.setItem('signedIn', 'somebody'))
  // On a busy machine the network falls silent before the prefetch begins.
  const files = openFiles(page)
  const prefetched = page.waitForResponse((answer) => /\/LoginPage-[^/]+\.js$/.test(answer.url()))
  await page.goto(`${url}/tickets`)
  await desk(page).list.waitFor()
  await prefetched
  await until(async () => files.size === 0, { every: 50, why: () => `still loading ${[...files].join(' ')}` })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /Rafael/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('textbox', { name: /e-mail/i }).waitFor()
})
