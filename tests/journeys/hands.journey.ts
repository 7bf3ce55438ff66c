import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { TicketSummary } from '../../src/tickets/contract'
import { until } from '../survival/support/until'
import { type Look, signIn } from './support/browser'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, open, enter: enterAs } = await stage()
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const [TIAGO, CUSTOMER, OTHER] = ['5511982207741', 'João Pedro Sant’Anna', 'Aline Fontoura']

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  for (const name of [CUSTOMER, OTHER]) await admin.accept(await admin.ticketOf(name))
  for (const text of ['Oi', 'Tudo bem?', 'Alguém?']) await admin.phones.say(TIAGO, text)
  await until(async () => (await admin.ticketOf('Tiago Albuquerque')).unreadMessages >= 3, { every: 50 })
})

/** Signs in on the page itself; the test's requests share its session. */
async function enter(look: Look = {}) {
  const page = await open(look)
  const token = await signIn(page, demo, RAFAEL.email)
  const ask = async <T>(method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${demo.url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as T // typed by the caller
  }
  const statusOf = async (uuid: string) => (await ask<TicketSummary>('GET', `/tickets/u/${uuid}`)).status
  return { page, ask, statusOf }
}
const uuidOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('messages read after accepting stay read, though the accept response comes last', async () => {
  const { page } = await enter()
  const { waiting, accept, row, box } = desk(page)
  const read = Promise.withResolvers<void>()
  await page.route('**/api/tickets/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const response = await route.fetch()
    await read.promise
    await route.fulfill({ response })
  })
  await waiting()
  await row('Tiago Albuquerque').locator('.ticket-badge').waitFor()
  await accept('Tiago Albuquerque')
  await page.getByRole('dialog', { name: 'Aceitar Tiago Albuquerque' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Vendas'))
  await page.keyboard.press('Enter')
  await box.waitFor()
  const badge = row('Tiago Albuquerque').locator('.ticket-badge')
  await badge.waitFor({ state: 'detached' })
  const answer = page.waitForResponse((one) => one.request().method() === 'PUT')
  read.resolve()
  await (await answer).finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await until(async () => (await badge.count()) === 0)
})

test('a ticket resolved by key can be undone, stays open if the customer writes, and is closed if the page is left', async () => {
  const { page, ask, statusOf } = await enter()
  const { open: openChat, box, row, list } = desk(page)
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()))
  await openChat('Tiago Albuquerque')
  await box.waitFor()
  const uuid = uuidOf(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await row('Tiago Albuquerque').waitFor({ state: 'detached' })
  await page.getByText('Tiago Albuquerque resolvido').waitFor()
  // Listed as closed at once, though the request is not sent yet.
  await list.getByRole('tab', { name: /^Resolvidos/ }).click()
  await row('Tiago Albuquerque').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await box.waitFor()
  await row('Tiago Albuquerque').waitFor({ state: 'detached' })
  await list.getByRole('tab', { name: /^Abertos/ }).click()
  await row('Tiago Albuquerque').waitFor()
  expect([asked, await statusOf(uuid)]).toEqual([[], 'open'])

  // Arrow keys continue from the row's position.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText(/Escolha um atendimento|Próximo da fila/).waitFor()
  const names = list.getByRole('listitem').getByRole('link')
  const [, second = '', third = ''] = await names.allInnerTexts()
  await names.nth(1).press('e')
  await row(second).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.waitForFunction((name) => document.activeElement?.textContent === name, third)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await row(second).waitFor()
  await openChat('Tiago Albuquerque')

  const resolve = () => page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await resolve()
  await row('Tiago Albuquerque').waitFor({ state: 'detached' })
  await ask('POST', '/simulator/command', { do: 'say', from: TIAGO, to: '552130421180', text: 'Obrigado!' })
  await page.getByText('Tiago Albuquerque escreveu agora').waitFor()
  await row('Tiago Albuquerque').getByText('Obrigado!').waitFor()
  expect([asked, await statusOf(uuid)]).toEqual([[], 'open'])

  await openChat('Tiago Albuquerque')
  await resolve()
  await row('Tiago Albuquerque').waitFor({ state: 'detached' })
  expect(asked).toEqual([])
  await page.goto(`${demo.url}/health`)
  await until(async () => (await statusOf(uuid)) === 'closed', { every: 50 })
})

test('on a phone, back closes the picture, then the contact, and stays in the conversation', async () => {
  const page = await enterAs(RAFAEL.email, { phone: true })
  const { open: openChat, box, list } = desk(page)
  await openChat(CUSTOMER)
  await box.waitFor()
  const picture = { name: 'sofa.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.locator('.msg-out img[src^="/api/media/"]').waitFor()
  await page.getByRole('button', { name: /^Ampliar/ }).click()
  const viewer = page.locator('.yarl__container')
  await viewer.waitFor()
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  expect(await box.isVisible()).toBe(true)

  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  const openPane = async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Dados do contato' }).click()
    await pane.waitFor()
  }
  await openPane()
  await page.goBack()
  await box.waitFor()
  expect(await pane.count()).toBe(0)
  await openPane()
  await pane.getByRole('button', { name: 'Fechar' }).click()
  await box.waitFor()
  await page.goBack()
  await list.getByRole('listitem').first().waitFor()
})
