import { expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'

test('an attendant creates a quick message with a variable, and sends hers and a shared one by slash and button, with file', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const { contact } = await boss.ticketOf(CUSTOMER)
  const last = async () => (await boss.phones.chat(contact.number ?? '')).at(-1)
  const arrived = (text: string) => until(async () => (await last())?.text === text)

  // Her own, with a variable at the cursor, and a file.
  const page = await enter(CAMILA.email)
  await page.getByRole('link', { name: 'Mensagens rápidas', exact: true }).click()
  await page.getByRole('button', { name: 'Nova mensagem' }).click()
  const form = page.getByRole('dialog', { name: 'Nova mensagem rápida' })
  expect(await form.getByRole('switch', { name: /^Para toda a empresa/ }).count()).toBe(0)
  await form.getByRole('button', { name: 'Criar mensagem' }).click()
  await form.getByText('Campo obrigatório.').waitFor()
  await form.getByLabel('Atalho').fill('/ola')
  const text = form.getByRole('textbox', { name: 'Mensagem', exact: true })
  await text.fill('Tudo bem, ?')
  await text.press('ArrowLeft')
  await form.getByRole('button', { name: 'primeiro nome' }).click()
  expect(await text.textContent()).toBe('Tudo bem, primeiro nome?')
  await form.getByText('Tudo bem, Maria?').waitFor()
  await form.getByRole('button', { name: 'Criar mensagem' }).click()
  await form.getByText('Já existe uma mensagem rápida com este atalho.').waitFor() // the company has one
  await form.getByLabel('Atalho').fill('tudo bem')
  await form.locator('input[type=file]').setInputFiles({
    name: 'tabela.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('mesas e cadeiras'),
  })
  await form.getByRole('button', { name: 'Criar mensagem' }).click()
  await page.getByRole('row', { name: /^\/tudo bem/ }).waitFor()

  // A shared one that the admin creates appears in her list live.
  await boss.demand('POST', '/quick-messages', { shortcode: 'visita', message: 'Agendo a visita.', geral: true })
  await page.getByRole('row', { name: /^\/visita .*Toda a empresa/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Editar /visita' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Editar /tudo bem' }).count()).toBe(1)

  // A slash in the conversation: search, arrows, Enter; the text is filled in, the file attached.
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  const { waiting, accept, box, bubble } = desk(page)
  await waiting()
  await accept(CUSTOMER)
  await box.pressSequentially('/vis')
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await options.count()).toBe(1)
  await box.press('Enter')
  expect(await box.inputValue()).toBe('Agendo a visita.')
  await box.press('Enter')
  await arrived('Agendo a visita.')
  await box.pressSequentially('/')
  await options.nth(2).waitFor()
  await box.press('ArrowDown')
  expect(await options.nth(1).getAttribute('aria-selected')).toBe('true')
  await box.press('Escape')
  expect([await options.count(), await box.inputValue()]).toEqual([0, '/'])
  await box.fill('')
  await box.pressSequentially('/TUDO')
  await options.first().waitFor()
  await box.press('Enter')
  await page.getByRole('list', { name: 'Arquivos' }).getByText('tabela.txt').waitFor()
  expect(await box.inputValue()).toBe('Tudo bem, João?')
  await box.press('Enter')
  await bubble('Tudo bem, João?').getByText('tabela.txt').first().waitFor()
  await until(async () => JSON.stringify(await last()).includes('Tudo bem, João?'))

  // Sent directly, without passing through the composer.
  await box.pressSequentially('/vis')
  await options.first().waitFor()
  await box.press('Shift+Enter')
  await bubble('Agendo a visita.').nth(1).waitFor()
  expect(await box.inputValue()).toBe('')

  // A shortcut that no quick message has is not sent by the first Enter or click.
  await box.pressSequentially('/fretee')
  await box.press('Enter')
  await page.getByText('Nenhuma mensagem rápida “/fretee”').waitFor()
  expect(await box.inputValue()).toBe('/fretee')
  expect((await last())?.text).toBe('Agendo a visita.')
  await box.press('e')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Nenhuma mensagem rápida “/freteee”').waitFor()
  await box.press('Enter')
  await arrived('/freteee')
  await box.fill('24/7 ou e/ou')
  await box.press('Enter')
  await arrived('24/7 ou e/ou')

  // Enter before the list is there is remembered: neither sent nor silently dropped.
  await page.reload()
  const listed = Promise.withResolvers<void>()
  await page.route('**/api/quick-messages/**', async (route) => {
    await listed.promise
    await route.continue()
  })
  await box.fill('/vist')
  await box.press('Enter')
  listed.resolve()
  await page.getByText('Nenhuma mensagem rápida “/vist”').waitFor()
  await page.unroute('**/api/quick-messages/**')
  await box.fill('')

  // The button takes the offered one, as Enter does; Escape declines it.
  await box.pressSequentially('/vis')
  await options.first().waitFor()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  expect(await box.inputValue()).toBe('Agendo a visita.')
  await box.fill('')
  await box.pressSequentially('/visita')
  await options.first().waitFor()
  await box.press('Escape')
  await box.press('Enter')
  await arrived('/visita')

  // By the button, with a draft already there.
  await box.fill('Então: ')
  await page.getByRole('button', { name: 'Mensagens rápidas' }).click()
  await page.getByRole('combobox', { name: 'Buscar por atalho ou texto' }).fill('agendo')
  await options.first().click()
  expect(await box.inputValue()).toBe('Então: Agendo a visita.')
})
