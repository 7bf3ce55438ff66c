import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { until } from '../survival/support/until'
import { fillIn, isAtDesk, signIn } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { openNetwork } from './support/network'
import { stage } from './support/stage'

const { demo, open } = await stage()
const network = await openNetwork(demo.url)
afterEach(() => network.mend())
afterAll(() => network.close())
const CUSTOMER = 'João Pedro Sant’Anna'
let ticketId = 0

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const camila = await demo.signIn(CAMILA.email)
  ticketId = (await camila.accept(await admin.ticketOf(CUSTOMER))).id
})

/** The author of a text, each time it appears in the conversation. */
async function authorsOf(body: string) {
  const admin = await demo.signIn(RAFAEL.email)
  const { messages } = await admin.demand<MessagePage>('GET', `/messages/${ticketId}?pageNumber=1`)
  return messages.filter((message) => message.body === body).map(({ user }) => user?.name)
}
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /abrir menu do usuário/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}
const enter = async (page: Page, email: string) => {
  await fillIn(page, email, demo.password)
  await isAtDesk(page)
}

test('two users share a page: a message written offline is sent in its author’s name on return, unseen by the other', async () => {
  const page = await open()
  await page.goto(`${network.url}/login`)
  await enter(page, CAMILA.email)
  const { open: openChat, box, say, tick, attending, list, row } = desk(page)
  await list.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('checkbox', { name: 'Sem fila (bot)' }).uncheck()
  await page.keyboard.press('Escape')
  await openChat(CUSTOMER)
  await box.waitFor()
  await page.locator('.msg').first().waitFor()
  network.cut()
  await say('Escrita sem rede')
  await tick('Escrita sem rede', 'Enviando').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'salario.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await page.locator('.file-tray').waitFor()
  await signOut(page)
  const question = page.getByRole('alertdialog', { name: 'Sair com 1 mensagem por enviar?' })
  await question.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL('**/login')

  network.mend()
  await enter(page, RAFAEL.email)
  await openChat(CUSTOMER)
  await box.waitFor()
  await page.getByText('Camila Prado está neste atendimento.').waitFor()
  expect(await page.locator('.file-tray').count()).toBe(0)
  expect(await page.locator('.msg').filter({ hasText: 'Escrita sem rede' }).count()).toBe(0)
  await list.getByRole('button', { name: 'Filtros', exact: true }).waitFor()
  await signOut(page)
  await page.waitForURL('**/login')

  await enter(page, CAMILA.email)
  await until(async () => (await authorsOf('Escrita sem rede')).length > 0, { every: 100 })
  await attending()
  await list.getByRole('button', { name: 'Filtros, 1 ativo' }).waitFor()
  await row(CUSTOMER).getByText('Arquivos a enviar').waitFor()
  await openChat(CUSTOMER)
  await page.locator('.file-tray').getByText('salario.pdf').waitFor()
  expect(await authorsOf('Escrita sem rede')).toEqual([CAMILA.name])
})

test('a user signed out with an unsent message is told so, returns to the same ticket, and the message is sent once', async () => {
  const page = await open()
  await signIn(page, { ...demo, url: network.url }, CAMILA.email)
  const { open: openChat, box, say, tick } = desk(page)
  await openChat(CUSTOMER)
  await box.waitFor()
  await page.locator('.msg').first().waitFor()
  const there = page.url()
  network.cut()
  await say('Vai se perder?')
  await tick('Vai se perder?', 'Enviando').waitFor()
  await demo.signIn(CAMILA.email)
  network.mend()
  await page.waitForURL('**/login**')
  await page
    .getByRole('status')
    .getByText(/Sua sessão terminou|em outro computador/)
    .waitFor()
  await fillIn(page, CAMILA.email, demo.password)
  await page.waitForURL(there)
  await tick('Vai se perder?', 'Entregue').or(tick('Vai se perder?', 'Enviada')).waitFor()
  expect(await authorsOf('Vai se perder?')).toEqual([CAMILA.name])
})
