import { beforeAll, expect, test } from 'bun:test'
import type { Locator } from 'playwright'
import { dialogOf } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { holdsFocus, untilFocused } from './support/focus'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.accept(await admin.ticketOf(CUSTOMER))
})

test('a connection’s idle hours are saved; its dialog traps the focus and returns it', async () => {
  const page = await enter(RAFAEL.email, { at: '/connections' })
  const edit = page.getByRole('button', { name: 'Editar Loja Centro' })
  const hours = page.getByRole('spinbutton', { name: 'Resolver parados após (horas)' })
  const more = dialogOf(page).getByRole('button', { name: 'Mais opções' })
  await edit.press('Enter')
  await more.press('Enter')
  await hours.waitFor()
  expect(await hours.inputValue()).toBe('0')
  await holdsFocus(page)
  await hours.fill('48')

  // A key press does not discard the draft.
  await hours.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).press('Enter')
  await hours.press('Enter')
  await hours.waitFor({ state: 'detached' })
  await untilFocused(edit)

  await page.reload()
  await edit.press('Enter')
  await more.press('Enter')
  await hours.waitFor()
  expect(await hours.inputValue()).toBe('48')
  await page.keyboard.press('Escape')
  await untilFocused(edit)
})

test('on the desk each Esc goes one level up', async () => {
  const page = await enter(RAFAEL.email)
  const { list, open, row, box } = desk(page)
  const fresh = list.getByRole('button', { name: /^Novo atendimento/ })
  await fresh.press('Enter')
  await dialogOf(page).getByRole('searchbox').waitFor()
  await holdsFocus(page)
  await page.keyboard.press('Escape')
  await untilFocused(fresh)

  await open(CUSTOMER)
  await untilFocused(box)
  await page.getByRole('button', { name: 'Dados do contato' }).press('Enter')
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.waitFor()
  await page.keyboard.press('Escape')
  await pane.waitFor({ state: 'detached' })
  await untilFocused(box)
  await page.keyboard.press('Escape')
  await untilFocused(row(CUSTOMER).getByRole('link'))
  // And back: typing now is text, and no key moves the ticket.
  await page.keyboard.press('Enter')
  await untilFocused(box)
  await row(CUSTOMER).getByRole('link').dblclick()
  await untilFocused(box)
  await page.keyboard.press('Escape')
  await untilFocused(row(CUSTOMER).getByRole('link'))

  // Where the system forbids backgrounds (forced colours), outlines show the selection.
  const outline = (place: Locator) => place.evaluate((element) => getComputedStyle(element).outlineStyle)
  const chosen = [row(CUSTOMER), list.locator('[aria-pressed=true]').first()]
  expect(await Promise.all(chosen.map(outline))).toEqual(['none', 'none'])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await Promise.all(chosen.map(outline))).toEqual(['solid', 'solid'])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  // The search is reachable without the mouse.
  await page.keyboard.press('/')
  await page.keyboard.type('fontoura')
  await row(CUSTOMER).waitFor({ state: 'detached' })
  await row('Aline Fontoura').waitFor()
  await page.keyboard.press('ArrowDown')
  await untilFocused(row('Aline Fontoura').getByRole('link'))
})

test('Ctrl+K leads from anywhere to screens, tickets and contacts', async () => {
  const page = await enter(RAFAEL.email, { at: '/connections' })
  const field = page.getByRole('combobox', { name: 'Tela, ação, pessoa ou mensagem' })
  const option = (name: RegExp) => page.getByRole('option', { name })
  const asks = async (text: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
  }
  await page.getByRole('table').waitFor()
  await asks('fil')
  await option(/^Filas/).waitFor()
  await holdsFocus(page)
  await field.press('Enter')
  await page.waitForURL('**/queues')

  await asks(CUSTOMER.slice(0, 4))
  await option(new RegExp(`^.*${CUSTOMER}.*#\\d+ · Atendendo`)).waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { name: CUSTOMER }).waitFor()
  const current = page.locator('.ticket[aria-current]')
  await current.getByText(CUSTOMER).waitFor()

  // Its list is shown if another one was.
  await desk(page)
    .list.getByRole('button', { name: /^Aguardando/ })
    .click()
  await current.waitFor({ state: 'detached' })
  await asks(CUSTOMER.slice(0, 4))
  await option(new RegExp(`^.*${CUSTOMER}.*#\\d+ · Atendendo`)).waitFor()
  await field.press('Enter')
  await current.getByText(CUSTOMER).waitFor()

  // Fast typing reaches no shortcut: E would close the ticket.
  await page.reload()
  await page.locator('.msg').first().waitFor()
  await desk(page).list.getByRole('link', { name: CUSTOMER, exact: true }).focus()
  await page.evaluate(async () => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
    press('k', true)
    await new Promise(requestAnimationFrame)
    press('e')
  })
  await field.waitFor()
  expect(await page.locator('.toast-card').count()).toBe(0)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  // Letters typed while it is loading stand in its field.
  await page.reload()
  await page.locator('.msg').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('filas')
  await option(/^Filas/).waitFor()
  expect(await field.inputValue()).toBe('filas')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  // A contact without a ticket: a new conversation is offered.
  const admin = await demo.signIn(CAMILA.email)
  await admin.demand('POST', '/contacts', { name: 'Zuleica Prado' })
  await page.locator('#composer').fill('rascunho')
  await asks('zuleica')
  await option(/Zuleica Prado/).click()
  await page.getByRole('dialog', { name: 'Novo atendimento' }).getByText('Zuleica Prado').waitFor()
  await page.keyboard.press('Escape')
})

test('a changed number is checked with WhatsApp, and kept if it has no account', async () => {
  const page = await enter(RAFAEL.email)
  await desk(page).open(CUSTOMER)
  const edit = page.getByRole('button', { name: 'Editar contato' })
  if (!(await edit.isVisible())) await page.getByRole('button', { name: 'Dados do contato' }).click()
  await edit.press('Enter')
  const number = page.getByRole('textbox', { name: 'Número' })
  expect(await number.inputValue()).toMatch(/^\+55 \(21\) 98765-\d{4}$/)
  for (const [typed, refusal] of [
    ['123', 'Faltam dígitos no número.'],
    ['', 'Campo obrigatório.'],
    ['55 21 98888-0000', 'Este número não tem WhatsApp.'],
  ] as const) {
    await number.fill(typed)
    await number.press('Enter')
    await dialogOf(page).getByText(refusal).waitFor()
  }
  await number.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).press('Enter')
  await number.fill('+55 21 98765-0011')
  await number.press('Enter')
  await number.waitFor({ state: 'detached' })
})

test('A takes the next of the queue, with no row in focus', async () => {
  const page = await enter(RAFAEL.email)
  const offer = page.locator('.wait-gate')
  await offer.getByText('Próximo da fila').waitFor()
  const name = (await offer.getByRole('heading').textContent()) ?? ''
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('a')
  await page.locator('.pane-head').getByRole('heading', { name }).waitFor()
})

test('a toast does not block the desk’s keys', async () => {
  const page = await enter(RAFAEL.email)
  await desk(page).list.getByRole('link', { name: CUSTOMER, exact: true }).focus()
  await page.keyboard.press('e')
  await page.locator('.toast-card').getByText(`Atendimento de ${CUSTOMER} resolvido`).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
})
