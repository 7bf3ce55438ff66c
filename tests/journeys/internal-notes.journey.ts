import { expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, JULIANA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Both wait in the queue Vendas, which Camila and Juliana serve. */
const CUSTOMER = 'João Pedro Sant’Anna'
const OTHER = 'Aline Fontoura'

test('note mode stays until it is left: several notes, a mention and other conversations, and the customer gets nothing', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const { contact } = await boss.ticketOf(CUSTOMER)
  const received = async () => (await boss.phones.chat(contact.number ?? '')).map(({ text }) => text)
  const juliana = await enter(JULIANA.email)
  const page = await enter(CAMILA.email)
  const { waiting, attending, accept, open, box, bubble, say } = desk(page)
  await waiting()
  await accept(OTHER)
  await box.waitFor()
  await waiting()
  await accept(CUSTOMER)
  await page.getByRole('heading', { name: CUSTOMER }).waitFor() // until then the other conversation is open
  await say('Boa tarde, João!')
  await until(async () => (await received()).includes('Boa tarde, João!'))
  const before = await received()

  const noteButton = page.getByRole('button', { name: 'Nota interna' })
  const look = () => noteButton.evaluate((button) => getComputedStyle(button).backgroundColor)
  const mode = () => page.locator('.composer-box').getAttribute('data-mode')
  await noteButton.click()
  const pressed = await look()
  await page.getByText('Só a equipe vê').waitFor()
  await say('Cliente difícil, cuidado')
  await bubble('Cliente difícil, cuidado').waitFor()
  expect([await noteButton.getAttribute('aria-pressed'), await mode()]).toEqual(['true', 'note'])
  await say('é a terceira vez que reclama')
  await bubble('é a terceira vez que reclama').and(page.locator('.msg-note')).waitFor()

  // A word after an @ that nobody's name begins with is only text.
  await say('@Ninguém conhece este cliente')
  await bubble('@Ninguém conhece').and(page.locator('.msg-note')).waitFor()

  // Colleagues who may see the conversation, by a part of their name without its accents. Escape closes the list first.
  await box.pressSequentially('veja isto @livi')
  await page.getByRole('option', { name: 'Lívia' }).waitFor()
  await box.press('Escape')
  expect([await page.getByRole('option').count(), await mode()]).toEqual([0, 'note'])
  await box.fill('@')
  await page.getByRole('option', { name: 'Juliana' }).waitFor()
  expect(await page.getByRole('option', { name: 'Otávio' }).count()).toBe(0)
  await box.fill('')
  await box.pressSequentially('@julian')
  await page.getByRole('option', { name: 'Juliana' }).waitFor()
  await box.press('Enter')
  expect(await box.inputValue()).toMatch(/^@Juliana \S.* $/)
  await box.pressSequentially('pode assumir?')
  // It goes away by itself, so the wait for it begins before it comes.
  const toast = juliana.locator('.toast-card').getByText('Camila').waitFor()
  await box.press('Enter')
  await bubble('pode assumir?').locator('.mention').getByText('@Juliana').waitFor()

  // The colleague hears of it on any page, and finds it in the bell until she has read it.
  await toast
  const bell = juliana.getByRole('button', { name: /^1 menção/ })
  await bell.click()
  await juliana.getByRole('button', { name: /João Pedro.*pode assumir/ }).click()
  await desk(juliana).bubble('pode assumir?').waitFor()
  await bell.waitFor({ state: 'detached' })

  // Another conversation has its own mode; this one is found as it was left, also after a reload.
  await box.pressSequentially('começo de uma nota')
  await attending()
  await open(OTHER)
  await page.locator('.composer-box[data-mode=message]').waitFor()
  await open(CUSTOMER)
  await page.locator('.composer-box[data-mode=note]').waitFor()
  await page.reload()
  await page.locator('.composer-box[data-mode=note]').waitFor()
  expect(await box.inputValue()).toBe('começo de uma nota')

  // Escape leaves the mode, and the note's text does not become a message.
  await box.press('Escape')
  expect([await mode(), await box.inputValue()]).toEqual(['message', ''])
  await noteButton.hover()
  expect(await look()).not.toBe(pressed)
  await page.keyboard.press('Alt+n')
  expect([await mode(), await box.inputValue()]).toEqual(['note', 'começo de uma nota'])
  await box.press('Enter')
  await bubble('começo de uma nota').and(page.locator('.msg-note')).waitFor()
  await noteButton.click()
  await say('Já vejo isso.')
  await until(async () => (await received()).includes('Já vejo isso.'))
  expect((await received()).slice(before.length)).toEqual(['Já vejo isso.'])
})
