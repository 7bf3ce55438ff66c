import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { TicketSummary } from '../../src/tickets/contract'
import { until } from '../survival/support/until'
import { otherPage } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'
/** So far from the end, in messages: on the eighth page, and beyond the twenty that are loaded for a message from there. */
const [FAR, TOO_FAR] = [150, 600]

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const ticket = await admin.accept(await admin.ticketOf(CUSTOMER))
  const say = (body: string) => admin.demand('POST', `/messages/${ticket.id}`, { body })
  await say('O mármore veio riscado.')
  for (let n = TOO_FAR; n > 0; n--) await say(n === FAR ? 'A luminária é de latão.' : `Linha ${n}`)
  await say('Outra LUMINARIA, de vidro.')
})

test('words are found in a conversation, also where it was not loaded yet; Escape closes the search', async () => {
  const page = await enter(RAFAEL.email)
  const { open, bubble, box } = desk(page)
  await open(CUSTOMER)
  await bubble('Outra LUMINARIA').waitFor()
  await page.keyboard.press('Control+f')
  const search = page.getByRole('searchbox', { name: 'Buscar na conversa' })
  await search.fill('luminária')
  await search.press('Enter')

  await page.getByText('1 de 2', { exact: true }).waitFor()
  await lit(page, 'Outra LUMINARIA')
  expect(await bubble('A luminária é de latão.').count()).toBe(0)
  await search.press('Enter')
  await page.getByText('2 de 2', { exact: true }).waitFor()
  await lit(page, 'A luminária é de latão.')
  await page.getByRole('button', { name: 'Resultado anterior' }).click()
  await page.getByText('1 de 2', { exact: true }).waitFor()
  await lit(page, 'Outra LUMINARIA')

  // Too far back, and not there at all.
  await search.fill('mármore')
  await search.press('Enter')
  await page.getByText('1 de 1', { exact: true }).waitFor()
  await page.getByText('Mensagem não encontrada').waitFor({ timeout: 20_000 })
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

test('an earlier ticket of the contact is one press away, and opens where it ended', async () => {
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
  // What could not be loaded of the contact is not left out silently.
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
  await lit(page, 'Outra LUMINARIA')
  await page.getByText('Atendimento resolvido.').waitFor()
  await pane.getByText('Outros atendimentos').waitFor()
  await pane.getByRole('link', { name: new RegExp(`#${next.id} .*Atendendo`) }).click()
  await bubble('Mais 1').last().waitFor()

  // Deleted elsewhere, it leaves the earlier one's conversation as well, and nothing unsent stays behind.
  await pane.getByRole('link', { name: new RegExp(`#${id} `) }).click()
  await page.getByText('Atendimento resolvido.').waitFor()
  await bubble('Mais 40').waitFor()
  const other = await otherPage(page)
  await removeIn(other, next)
  await bubble('Mais 40').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBe('{}')
  await bubble('Outra LUMINARIA').last().waitFor()

  // So it does when somebody looks at another page meanwhile.
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

/** It blinks, and stands in sight as soon as the rows above it have their heights. */
async function lit(page: Page, text: string): Promise<void> {
  const found = page.locator('.msg-lit').filter({ hasText: text })
  await found.waitFor()
  const isInSight = () =>
    found.evaluate((element) => {
      const floor = document.querySelector('.chat-scroll')?.getBoundingClientRect()
      const { top, bottom } = element.getBoundingClientRect()
      return floor !== undefined && top >= floor.top - 1 && bottom <= floor.bottom + 1
    })
  await until(isInSight, { within: 1_000, every: 16, why: () => `“${text}” out of sight` })
}
