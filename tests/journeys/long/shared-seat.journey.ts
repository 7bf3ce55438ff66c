import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { MessagePage } from '../../../src/tickets/messages/contract'
import { otherPage, signIn } from '../support/browser'
import { CAMILA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { openNetwork } from '../support/network'
import { stage } from '../support/stage'

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
const showMenu = async (page: Page) => {
  await page.getByRole('button', { name: /abrir menu do usuário/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor()
}
const signOut = async (page: Page) => {
  await showMenu(page)
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

test('an unsent message survives a reload, and signing out in one tab leaks nothing to the other', async () => {
  const page = await open()
  await signIn(page, { ...demo, url: network.url }, CAMILA.email)
  const { open: openChat, box, bubble, say, tick } = desk(page)
  await openChat(CUSTOMER)
  await box.waitFor()
  await page.locator('.msg').first().waitFor()
  network.cut()
  // A disk too slow to store it before the page closes.
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('slow', 'UnknownError')
    }
  })
  await say('Recarregada')
  await tick('Recarregada', 'Enviando').waitFor()
  const asked = page.waitForEvent('dialog')
  network.mend()
  const reloaded = page.reload()
  await (await asked).accept()
  await reloaded
  await tick('Recarregada', 'Entregue').or(tick('Recarregada', 'Enviada')).waitFor()

  await page
    .context()
    .route('**/api/messages/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await say('Em duas abas')
  await tick('Em duas abas', 'Enviando').waitFor()
  const other = await otherPage(page)
  const answer = Promise.withResolvers<void>()
  // The open ticket, the list that holds it too, and what the installation is.
  await other.route(/\/api\/(tickets\/u\/|tickets\?|version)/, (route) => answer.promise.then(() => route.continue()))
  await other.goto(page.url())
  await other.getByRole('region', { name: 'Conversa' }).getByRole('status', { name: 'Carregando…' }).waitFor()
  await other.getByText('Simulador ligado: nada sai desta máquina').waitFor()
  answer.resolve()
  await other.locator('#composer').waitFor()
  expect(await other.getByText('está neste atendimento').count()).toBe(0)
  await desk(other).bubble('Em duas abas').waitFor()
  await bubble('Em duas abas').getByRole('button', { name: 'Cancelar envio' }).click()
  await desk(other).bubble('Em duas abas').waitFor({ state: 'detached' })
  await signOut(other)
  await page.waitForURL('**/login**')
  await page.getByRole('status').getByText('Você saiu em outra aba.').waitFor()
  expect(await page.getByText('em outro computador').count()).toBe(0)
  expect(await authorsOf('Recarregada')).toEqual([CAMILA.name])
})

test('offline, a page keeps the shell, says so, and loads later; signing out works despite the remaining cookie', async () => {
  const page = await open()
  await signIn(page, { ...demo, url: network.url }, RAFAEL.email)
  await desk(page).row(CUSTOMER).waitFor()
  network.cut()
  await page.getByText('Sem conexão com o servidor. Tentando de novo…').waitFor()
  await page.getByRole('link', { name: 'Configurações' }).click()
  await page.getByText('Sem conexão com o servidor. A página abre assim que ela voltar.').waitFor()
  expect(await page.getByRole('button', { name: /abrir menu do usuário/ }).isVisible()).toBe(true)
  network.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('switch').first().waitFor()
  // The first cut may have stopped the prefetch of the menu, which goes on after a pause.
  await showMenu(page)
  await page.keyboard.press('Escape')

  network.cut()
  await signOut(page)
  await page.waitForURL('**/login')
  network.mend()
  await page.goto(`${network.url}/tickets`)
  await page.waitForURL('**/login**')
  await page.locator('input[name=password]').waitFor()
})
