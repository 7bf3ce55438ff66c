import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { TicketSummary } from '../../src/tickets/contract'
import { until } from '../survival/support/until'
import { otherPage } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { fillConversation } from './support/full-desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'
/** Distance from the end in messages: on the eighth page, and before the longest one that is loaded on the way. */
const [FAR, FARTHER] = [150, 600]

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const ticket = await admin.accept(await admin.ticketOf(CUSTOMER))
  const say = (body: string) => admin.demand('POST', `/messages/${ticket.id}`, { body })
  await say('O mármore veio riscado.')
  fillConversation(demo.data, ticket.id, { from: 1, to: FARTHER - FAR })
  await say('A luminária é de latão.')
  fillConversation(demo.data, ticket.id, { from: FARTHER - FAR + 1, to: FARTHER })
  await say('Outra LUMINARIA, de vidro.')
})

test('text is found in a conversation, also in pages not loaded yet; Escape closes the search', async () => {
  const page = await enter(RAFAEL.email)
  const { open, bubble, box } = desk(page)
  await open(CUSTOMER)
  await bubble('Outra LUMINARIA').waitFor()
  await page.keyboard.press('Control+f')
  const search = page.getByRole('searchbox', { name: 'Buscar na conversa' })
  await search.fill('luminária')
  await page.getByText('1 de 2', { exact: true }).waitFor()
  await lit(page, 'Outra LUMINARIA')
  expect(await page.locator('.msg mark').allTextContents()).toEqual(['LUMINARIA'])
  expect(await bubble('A luminária é de latão.').count()).toBe(0)
  await search.press('Enter')
  await page.getByText('2 de 2', { exact: true }).waitFor()
  await lit(page, 'A luminária é de latão.')
  await page.getByRole('button', { name: 'Resultado anterior' }).click()
  await page.getByText('1 de 2', { exact: true }).waitFor()
  await lit(page, 'Outra LUMINARIA')

  // Very far back, and without any match.
  await search.press('Shift+Enter')
  await page.getByText('2 de 2', { exact: true }).waitFor()
  await search.fill('mármore')
  await search.press('Enter')
  await page.getByText('1 de 1', { exact: true }).waitFor()
  await lit(page, 'O mármore veio riscado.')
  await search.fill('girafa')
  await search.press('Enter')
  await page.getByText('Nenhuma mensagem encontrada').waitFor()

  await search.press('Escape')
  await search.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Buscar na conversa' }).click()
  await search.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(page.url()).toContain('/tickets/')
})

test('an old message of any conversation is found and opened by keyboard alone', async () => {
  const page = await enter(RAFAEL.email)
  const { list } = desk(page)
  const { keyboard } = page
  await list.getByRole('link', { name: CUSTOMER, exact: true }).waitFor()
  await keyboard.press('/')
  await keyboard.type('riscado marm')
  await keyboard.press('Enter')
  const hit = list.locator('[data-hit]')
  await hit.filter({ hasText: 'O mármore veio riscado.' }).waitFor()
  expect(await hit.locator('mark').allTextContents()).toEqual(['mármore', 'riscado'])
  await keyboard.press('/')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await lit(page, 'O mármore veio riscado.')
  expect(await page.locator('.msg mark').allTextContents()).toEqual(['mármore', 'riscado'])

  // The palette leads there too, and to the global search; a contact without tickets is offered a new one.
  await keyboard.press('Escape')
  await keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Tela, ação, pessoa ou mensagem' }).fill('latão')
  await page.getByRole('option', { name: /A luminária é de latão/ }).click()
  await lit(page, 'A luminária é de latão.')
  await keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Tela, ação, pessoa ou mensagem' }).fill('luminar')
  await page.getByRole('option', { name: 'Buscar nas mensagens: luminar' }).click()
  for (const said of ['Outra LUMINARIA, de vidro.', 'A luminária é de latão.'])
    await hit.filter({ hasText: said }).waitFor()

  const admin = await demo.signIn(CAMILA.email)
  await admin.demand('POST', '/contacts', { name: 'Zenaide Latão' })
  await list.getByRole('searchbox').fill('zenaide')
  await list.getByRole('button', { name: 'Iniciar atendimento com Zenaide Latão' }).click()
  await page.getByRole('dialog', { name: 'Novo atendimento' }).getByText('Zenaide Latão').waitFor()
})

test('an earlier ticket of the contact is one press away, and opens at its end', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  const { id, contactId } = await admin.ticketOf(CUSTOMER, 'open')
  await admin.demand('PUT', `/tickets/${id}`, { status: 'closed' })
  const next = await admin.demand<TicketSummary>('POST', '/tickets', { contactId, queueId: 1 })
  for (let n = 40; n > 0; n--) await admin.demand('POST', `/messages/${next.id}`, { body: `Mais ${n}` })

  const page = await enter(RAFAEL.email)
  const { open, bubble, box } = desk(page)
  await open(CUSTOMER)
  await bubble('Mais 1').last().waitFor()
  await box.fill('Rascunho')
  // A failed load of the contact is reported.
  const refuse = `**/api/contacts/${contactId}`
  await page.route(refuse, (route) => route.fulfill({ status: 404, json: { error: 'ERR_NO_CONTACT_FOUND' } }))
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  const again = pane.getByRole('button', { name: 'Tentar de novo' })
  await again.waitFor()
  await page.unroute(refuse)
  await again.click()
  await pane.getByRole('button', { name: 'Bloquear contato' }).waitFor()
  await pane.getByText('Atendimentos anteriores').waitFor()
  await pane.getByRole('link', { name: new RegExp(`#${id} .*Rafael Nogueira.*Resolvido`) }).click()
  await lit(page, 'Obrigado, João!')
  await page.getByText('Atendimento resolvido.').waitFor()
  await pane.getByText('Outros atendimentos').waitFor()
  await pane.getByRole('link', { name: new RegExp(`#${next.id} .*Atendendo`) }).click()
  await bubble('Mais 1').last().waitFor()

  // Deleting it elsewhere removes it from the earlier ticket's conversation too, with its drafts.
  await pane.getByRole('link', { name: new RegExp(`#${id} `) }).click()
  await page.getByText('Atendimento resolvido.').waitFor()
  await bubble('Mais 40').waitFor()
  const other = await otherPage(page)
  await removeIn(other, next)
  await bubble('Mais 40').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBe('{}')
  await bubble('Outra LUMINARIA').last().waitFor()

  // The same while the user views another page.
  const camila = await demo.signIn(CAMILA.email)
  const last = await camila.demand<TicketSummary>('POST', '/tickets', { contactId, queueId: 1 })
  await camila.demand('POST', `/messages/${last.id}`, { body: 'Mais tarde' })
  await bubble('Mais tarde').waitFor()
  await page.getByRole('link', { name: 'Conexões' }).click()
  await bubble('Mais tarde').waitFor({ state: 'detached' })
  await removeIn(other, last)
  await page.goBack()
  await bubble('Outra LUMINARIA').last().waitFor()
  expect(await bubble('Mais tarde').count()).toBe(0)
})

async function removeIn(page: Page, { uuid }: TicketSummary): Promise<void> {
  await page.goto(`${demo.url}/tickets/${uuid}`)
  await page.getByRole('button', { name: 'Mais ações' }).last().click()
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Excluir', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** It blinks, and stays in view while the rows above it are measured. */
async function lit(page: Page, text: string): Promise<void> {
  const found = page.locator('.msg-lit').filter({ hasText: text })
  await found.waitFor()
  const isInSight = () =>
    found.evaluate((element) => {
      const floor = document.querySelector('.chat-scroll')?.getBoundingClientRect()
      const { top, bottom } = element.getBoundingClientRect()
      return floor !== undefined && top >= floor.top - 1 && bottom <= floor.bottom + 1
    })
  await until(isInSight, { every: 16, why: () => `“${text}” out of sight` })
}
