import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { CAMILA, COMPANY, OTAVIO, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.accept(await admin.ticketOf(CUSTOMER))
})

test('the idle hours of a connection are kept; its window holds the focus and gives it back', async () => {
  const page = await enter(RAFAEL.email, { at: '/connections' })
  const edit = page.getByRole('button', { name: 'Editar Loja Centro' })
  const hours = page.getByRole('spinbutton', { name: 'Resolver parados após (horas)' })
  await edit.press('Enter')
  await hours.waitFor()
  expect(await hours.inputValue()).toBe('0')
  await holdsFocus(page)
  await hours.fill('48')

  // What was written is not lost by a key.
  await hours.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).press('Enter')
  await hours.press('Enter')
  await hours.waitFor({ state: 'detached' })
  await untilFocused(edit)

  await page.reload()
  await edit.press('Enter')
  await hours.waitFor()
  expect(await hours.inputValue()).toBe('48')
  await page.keyboard.press('Escape')
  await untilFocused(edit)
})

test('on the desk each Esc goes one level up', async () => {
  const page = await enter(RAFAEL.email)
  const { list, open, row, box, bubble } = desk(page)
  const fresh = list.getByRole('button', { name: /^Novo atendimento/ })
  await fresh.press('Enter')
  await page.getByRole('dialog').getByRole('searchbox').waitFor()
  await holdsFocus(page)
  await page.keyboard.press('Escape')
  await untilFocused(fresh)

  // One emoji is seldom all: the panel stays, and the text has what was chosen.
  await open(CUSTOMER)
  await page.getByRole('button', { name: 'Emoji', exact: true }).press('Enter')
  const find = page.getByRole('searchbox', { name: 'Buscar emoji' })
  for (const word of ['coração', 'guitarra']) {
    await find.fill(word)
    await page.locator(`.emoji-one[data-active][aria-label*="${word}"]`).waitFor()
    await find.press('Enter')
  }
  expect(await box.inputValue()).toBe('😍🎸')
  await untilFocused(find)
  await find.press('Escape')
  await untilFocused(box)
  await box.fill('')

  // By its name, without leaving the text: letters, arrows, Enter. Esc closes the list and no more.
  const offered = page.getByRole('listbox', { name: 'Emoji' })
  await box.pressSequentially('Perfeito :cora')
  await offered.getByRole('option', { name: /coração vermelho/, selected: true }).waitFor()
  await box.press('ArrowDown')
  await offered.getByRole('option', { name: /coração com flecha/, selected: true }).waitFor()
  await box.press('ArrowUp')
  await box.press('Enter')
  expect(await box.inputValue()).toBe('Perfeito ❤️')
  await box.pressSequentially(' :ok')
  await offered.waitFor()
  await box.press('Escape')
  await offered.waitFor({ state: 'detached' })
  await untilFocused(box)
  await box.fill('')

  // Sent with its button, which leaves the focus in the text.
  await box.pressSequentially('Feito :cora')
  await offered.waitFor()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubble('Feito :cora').waitFor()
  expect(await offered.count()).toBe(0)

  await page.getByRole('button', { name: 'Dados do contato' }).press('Enter')
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.waitFor()
  await page.keyboard.press('Escape')
  await pane.waitFor({ state: 'detached' })
  await untilFocused(box)
  await page.keyboard.press('Escape')
  await untilFocused(row(CUSTOMER).getByRole('link'))
  // And back: what is typed now is text, and no key that moves the ticket.
  await page.keyboard.press('Enter')
  await untilFocused(box)
  await row(CUSTOMER).getByRole('link').dblclick()
  await untilFocused(box)
  await page.keyboard.press('Escape')
  await untilFocused(row(CUSTOMER).getByRole('link'))

  // Where the system allows no backgrounds, lines tell what is chosen.
  const outline = (place: Locator) => place.evaluate((element) => getComputedStyle(element).outlineStyle)
  const chosen = [row(CUSTOMER), list.locator('[aria-pressed=true]').first()]
  expect(await Promise.all(chosen.map(outline))).toEqual(['none', 'none'])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await Promise.all(chosen.map(outline))).toEqual(['solid', 'solid'])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  // What is searched is reached without the mouse.
  await page.keyboard.press('/')
  await page.keyboard.type('fontoura')
  await row(CUSTOMER).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await untilFocused(row('Aline Fontoura').getByRole('link'))
})

const untilFocused = async (place: Locator) => {
  const element = await place.elementHandle()
  await place.page().waitForFunction((element) => element === document.activeElement, element)
}

/** A way all around: nothing of the page behind is ever reached. */
async function holdsFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))
  const behind: string[] = []
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press('Tab')
    // The edges of a window are places of their own, from which the next frame leads back; no finger is faster.
    const reached = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      const at = document.activeElement
      return at?.closest('[role=dialog], [data-base-ui-focus-guard]') || at === document.body ? '' : at?.outerHTML
    })
    if (reached) behind.push(reached)
  }
  expect(behind).toEqual([])
}

test('Ctrl+K leads from anywhere to screens, tickets and people', async () => {
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

  // What is typed at once reaches no shortcut: E would close the ticket.
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

  // Somebody without a ticket: a new conversation is offered.
  const admin = await demo.signIn(CAMILA.email)
  await admin.demand('POST', '/contacts', { name: 'Zuleica Prado' })
  await page.locator('#composer').fill('rascunho')
  await asks('zuleica')
  await option(/Zuleica Prado/).click()
  await page.getByRole('dialog', { name: 'Novo atendimento' }).getByText('Zuleica Prado').waitFor()
  await page.keyboard.press('Escape')

  // It has found nothing only when tickets and people have been asked.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/tickets?*', (route) => answer.promise.then(() => route.continue()))
  const people = page.waitForResponse('**/api/contacts?*')
  await asks('nada disso')
  await (await people).finished()
  const nothing = page.getByText('Nada com “nada disso”.')
  const busy = page.getByRole('dialog').locator('.animate-spin')
  expect([await nothing.count(), await busy.count()]).toEqual([0, 1])
  answer.resolve()
  await nothing.waitFor()
  expect(await busy.count()).toBe(0)

  // While the server is asked about a person, the palette shows it; who goes on typing is led nowhere.
  const standing = Promise.withResolvers<void>()
  await page.route('**/api/contacts/existsOpenTicket/*', (route) => standing.promise.then(() => route.continue()))
  await field.fill('zuleica')
  await option(/Zuleica Prado/).waitFor()
  const late = page.waitForResponse('**/api/contacts/existsOpenTicket/*')
  await field.press('Enter')
  await busy.waitFor()
  await field.fill('fil')
  standing.resolve()
  await (await late).finished()
  await option(/^Filas/).waitFor()
  expect(await page.getByRole('dialog', { name: 'Novo atendimento' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  // A colleague's ticket that one may not see is not opened: who has it is said.
  const other = await enter(OTAVIO.email)
  await desk(other).list.waitFor()
  await other.keyboard.press('Control+k')
  await other.getByRole('dialog').getByRole('combobox').fill(CUSTOMER)
  await other.getByRole('option', { name: new RegExp(CUSTOMER) }).click()
  const held = other.getByRole('dialog', { name: 'Contato já possui ticket aberto' })
  await held.getByText(/está em atendimento com Rafael/).waitFor()
  expect(await held.getByRole('button', { name: 'Abrir o atendimento' }).count()).toBe(0)
})

test('a contact’s number is asked of WhatsApp where it is changed, and kept where it has no account', async () => {
  const page = await enter(RAFAEL.email)
  await desk(page).open(CUSTOMER)
  const edit = page.getByRole('button', { name: 'Editar contato' })
  if (!(await edit.isVisible())) await page.getByRole('button', { name: 'Dados do contato' }).click()
  await edit.press('Enter')
  const number = page.getByRole('textbox', { name: 'Número' })
  expect(await number.inputValue()).toMatch(/^\+55 \(21\) 98765-\d{4}$/)
  for (const [typed, refusal] of [
    ['123', 'Número inválido: use código do país, DDD e número.'],
    ['', 'Campo obrigatório.'],
    ['55 21 98888-0000', 'Este número não tem WhatsApp.'],
  ] as const) {
    await number.fill(typed)
    await number.press('Enter')
    await page.getByRole('dialog').getByText(refusal).waitFor()
  }
  await number.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).press('Enter')
  await number.fill('+55 21 98765-0011')
  await number.press('Enter')
  await number.waitFor({ state: 'detached' })
})

test('a connection opened elsewhere or banned promises no return; the button that tries again keeps the focus', async () => {
  const { phones } = await demo.signIn(CAMILA.email)
  const page = await enter(RAFAEL.email)
  const hint = page.locator('.composer-hint')
  await desk(page).open(CUSTOMER)
  await phones.run({ do: 'replaced', phone: COMPANY })
  await hint.getByText(/^Loja Centro foi aberta em outro programa/).waitFor()
  await phones.run({ do: 'ban', phone: COMPANY })
  await page.getByRole('link', { name: 'Conexões' }).click()
  const line = page.getByRole('row', { name: /Loja Centro/ })
  await line.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  await line.getByText('Número banido').waitFor()
  await untilFocused(line.getByRole('button', { name: 'Tentar de novo' }))
  await page.goBack()
  await hint.getByText(/^O WhatsApp bloqueou o número de Loja Centro/).waitFor()

  await phones.run({ do: 'ban', phone: COMPANY, on: false })
  await page.getByRole('link', { name: 'Conexões' }).click()
  await line.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  await untilFocused(line.getByRole('button', { name: 'Desconectar' }))
  await page.goBack()
  await desk(page).box.waitFor()
  expect(await hint.count()).toBe(0)
})

test('a notice in the corner keeps no key from the desk', async () => {
  const page = await enter(RAFAEL.email)
  await desk(page).list.getByRole('link', { name: CUSTOMER, exact: true }).focus()
  await page.keyboard.press('e')
  await page.locator('.toast-card').getByText(`Atendimento de ${CUSTOMER} resolvido`).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor({ timeout: 2_000 })
})
