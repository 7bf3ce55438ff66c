import { beforeAll, expect, test } from 'bun:test'
import { dialogOf } from '../support/browser'
import { CAMILA, COMPANY, OTAVIO, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { untilFocused } from '../support/focus'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.accept(await admin.ticketOf(CUSTOMER))
})

test('emojis are chosen from the panel and by name, without leaving the text', async () => {
  const page = await enter(RAFAEL.email)
  const { open, box, bubble } = desk(page)
  // The panel stays open for more; the text has the chosen one.
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

  // By name, without leaving the text: letters, arrows, Enter. Esc closes only the list.
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

  // Sent with the button, which leaves the focus in the text.
  await box.pressSequentially('Feito :cora')
  await offered.waitFor()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubble('Feito :cora').waitFor()
  expect(await offered.count()).toBe(0)
})

test('Ctrl+K says "nothing found" only after every answer, ignores late results, and opens no inaccessible ticket', async () => {
  const admin = await demo.signIn(CAMILA.email)
  await admin.demand('POST', '/contacts', { name: 'Zuleica Prado' })
  const page = await enter(RAFAEL.email)
  await desk(page).row(CUSTOMER).waitFor()
  const field = page.getByRole('combobox', { name: 'Tela, ação, pessoa ou mensagem' })
  const option = (name: RegExp) => page.getByRole('option', { name })
  const asks = async (text: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
  }
  // It has found nothing only after tickets and contacts have answered.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/tickets?*', (route) => answer.promise.then(() => route.continue()))
  const people = page.waitForResponse('**/api/contacts?*')
  await asks('nada disso')
  await (await people).finished()
  const nothing = page.getByText('Nada com “nada disso”.')
  const busy = dialogOf(page).locator('.animate-spin')
  expect([await nothing.count(), await busy.count()]).toEqual([0, 1])
  answer.resolve()
  await nothing.waitFor()
  expect(await busy.count()).toBe(0)

  // While the server is asked about a contact, the palette shows it; further typing cancels the navigation.
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

  // A colleague's inaccessible ticket is not opened: its attendant is named.
  const other = await enter(OTAVIO.email)
  await desk(other).list.waitFor()
  await other.keyboard.press('Control+k')
  await dialogOf(other).getByRole('combobox').fill(CUSTOMER)
  await other.getByRole('option', { name: new RegExp(CUSTOMER) }).click()
  const held = other.getByRole('dialog', { name: 'Contato já possui ticket aberto' })
  await held.getByText(/está em atendimento com Rafael/).waitFor()
  expect(await held.getByRole('button', { name: 'Abrir o atendimento' }).count()).toBe(0)
})

test('a connection opened elsewhere or banned does not promise to reconnect; the retry button keeps the focus', async () => {
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
