import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { TicketSummary } from '../../../src/tickets/contract'
import { until } from '../../survival/support/until'
import { type Look, signIn } from '../support/browser'
import { RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, open } = await stage()
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
const isWriting = (page: Page) => page.evaluate(() => document.activeElement?.id === 'composer')
const untilWriting = (page: Page) => page.waitForFunction(() => document.activeElement?.id === 'composer')

test('typing right after a click writes text and moves no ticket; dialogs return the focus, and close on back', async () => {
  const { page, statusOf } = await enter({ motion: true })
  const { open: openChat, box, bubble, row } = desk(page)
  await openChat(CUSTOMER)
  await box.fill('Bom dia, João!')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.keyboard.type('estou verificando')
  expect(await box.inputValue()).toBe('estou verificando')
  await page.locator('.pane-head h2').first().click()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.type(', já volto')
  expect(await box.inputValue()).toBe('estou verificando, já volto')
  expect(await statusOf(uuidOf(page))).toBe('open')

  await page.getByRole('button', { name: 'Nota interna' }).click()
  expect(await isWriting(page)).toBe(true)
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await untilWriting(page)
  await bubble('Bom dia, João!').hover()
  await bubble('Bom dia, João!').getByRole('button', { name: 'Reagir' }).click()
  await page.getByRole('button', { name: 'Reagir com ❤️' }).click()
  await untilWriting(page)
  await bubble('Bom dia, João!').hover()
  await bubble('Bom dia, João!').getByRole('button', { name: 'Responder' }).click()
  await page.getByRole('button', { name: 'Cancelar a resposta' }).click()
  await untilWriting(page)
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  await pane.getByRole('button', { name: 'Fechar' }).click()
  await untilWriting(page)

  // A menu that is fading out takes no key.
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menu').waitFor()
  await page.evaluate(async () => {
    const press = (on: EventTarget | null, init: KeyboardEventInit) =>
      on?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
    const menu = document.querySelector('[role="menu"]')
    press(menu, { key: 'Escape' })
    while (!menu?.hasAttribute('data-closed')) await new Promise(requestAnimationFrame)
    press(document.body, { key: 'f', ctrlKey: true })
  })
  await page.locator('#chat-find').waitFor()

  // Going back closes dialogs; the search text stays as typed.
  await page.locator('.pane-head').getByRole('button', { name: 'Transferir', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Transferir ${CUSTOMER}` })
  await dialog.waitFor()
  await page.goBack()
  await page.getByText(/Escolha um atendimento|Próximo da fila/).waitFor()
  await dialog.waitFor({ state: 'detached' })

  const search = page.locator('#desk-search')
  await search.fill('SANT’ANNA ')
  await search.press('Enter')
  await row(CUSTOMER).waitFor()
  expect(await search.inputValue()).toBe('SANT’ANNA ')
})

test('an edit and a voice note are kept while another ticket is open', async () => {
  const { page } = await enter()
  const { open: openChat, box, say, tick, bubble, row } = desk(page)
  await openChat(CUSTOMER)
  await box.fill('')
  await say('Chega na quinta')
  await tick('Chega na quinta', 'Entregue').or(tick('Chega na quinta', 'Enviada')).waitFor()
  await bubble('Chega na quinta').hover()
  await bubble('Chega na quinta').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Editando mensagem' }).fill('Chega na sexta')
  await openChat(OTHER)
  const record = page.getByRole('button', { name: 'Gravar áudio' })
  await record.press('Enter')
  // Little time has passed, also on a busy machine.
  await page.evaluate(() => {
    const moment = performance.now()
    performance.now = () => moment
  })
  await page.locator('.meter i').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.getByText('Gravação curta demais: nada foi enviado.').waitFor()
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
  await record.click()
  await page.getByRole('timer').getByText('0:01').waitFor()
  await openChat(CUSTOMER)
  expect(await page.getByRole('textbox', { name: 'Editando mensagem' }).inputValue()).toBe('Chega na sexta')
  // Refused: the text is not lost.
  await page.route('**/api/messages/edit/*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.locator('.toast-card').getByText('Sem resposta do servidor. Confira a conexão e tente de novo.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Editando mensagem' }).inputValue()).toBe('Chega na sexta')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await bubble('Chega na sexta').waitFor()
  // Nor is the comment on a transfer that was put off, or not made.
  const handOver = page.locator('.pane-head').getByRole('button', { name: 'Transferir', exact: true })
  const dialog = page.getByRole('dialog', { name: `Transferir ${CUSTOMER}` })
  const comment = dialog.getByRole('textbox', { name: /^Comentário/ })
  await handOver.click()
  await comment.fill('Quer outra cor')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await handOver.click()
  await dialog.getByRole('option').first().click()
  const isMove = (url: URL) => /tickets.\d+$/.test(url.pathname)
  await page.route(isMove, (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await page.locator('.toast-card').getByText(`${CUSTOMER}: Sem resposta do servidor.`).waitFor()
  await openChat(CUSTOMER)
  await handOver.click()
  expect(await comment.inputValue()).toBe('Quer outra cor')
  await page.keyboard.press('Escape')
  await openChat(OTHER)
  await page.locator('.recorder').getByRole('button', { name: 'Reproduzir' }).waitFor()
  await page.locator('.recorder').getByRole('button', { name: 'Enviar' }).click()
  await box.waitFor()
  await page.locator('.msg-out').getByRole('button', { name: 'Reproduzir' }).first().waitFor()

  // What is refused behind one's back is told, and stays told where one looks for the conversation.
  const refuse = Promise.withResolvers<void>()
  await page.route('**/api/messages/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await refuse.promise
    await route.fulfill({ status: 409, json: { error: 'ERR_TICKET_CLOSED' } })
  })
  await say('Sai na sexta')
  await openChat(CUSTOMER)
  refuse.resolve()
  await page.locator('.toast-card').getByText(`Não enviada para ${OTHER}`).waitFor()
  await row(OTHER).getByText('Não enviada: Sai na sexta').waitFor()
  await page.unroute('**/api/messages/*')
  await openChat(OTHER)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await tick('Sai na sexta', 'Entregue').or(tick('Sai na sexta', 'Enviada')).waitFor()

  // A file pasted into a note would wait unseen, and leave for the contact with the next message.
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await paste(page, { name: 'sofa.png' })
  await page.getByText('Uma nota interna não leva arquivos').waitFor()
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await paste(page, { name: 'image.png', text: 'Sofá\t2.490,00' })
  expect(await page.locator('.file-tray').count()).toBe(0)

  // Dropped on the text it goes along; beside the conversation the browser does not open it in the page's place.
  const isKept = (place: string) => page.locator(place).first().evaluate(dropFile)
  expect(await isKept('.topbar')).toBe(true)
  expect(await page.locator('.file-tray').count()).toBe(0)
  expect(await isKept('#composer')).toBe(true)
  await page.locator('.file-tray').getByText('sofa.pdf').waitFor()
})

/** What the clipboard brings: a picture, and text beside it. */
const paste = (page: Page, { name, text = '' }: { name: string; text?: string }) =>
  page.locator('#composer').evaluate(
    (box, { name, text }) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['picture'], name, { type: 'image/png' }))
      if (text) clipboardData.setData('text/plain', text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { name, text },
  )

/** True when the drop was handled, so that the browser does nothing. */
function dropFile(place: Element): boolean {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['letter'], 'sofa.pdf', { type: 'application/pdf' }))
  return ['dragover', 'drop'].every(
    (what) => !place.dispatchEvent(new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true })),
  )
}
