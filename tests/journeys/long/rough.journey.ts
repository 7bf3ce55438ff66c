/** Hostile content and bad networks: a conversation stays readable, to its beginning and on any screen. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { signIn } from '../support/browser'
import { RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { openNetwork } from '../support/network'
import { stage } from '../support/stage'

const { demo, open, enter } = await stage()
const network = await openNetwork(demo.url)
afterAll(() => network.close())
const TIAGO = { name: 'Tiago Albuquerque', phone: '5511982207741' }
/** Two pages of the conversation. */
const LINES = 40

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.phones.say(TIAGO.phone, 'Bom dia')
  const ticket = await admin.accept(await admin.ticketOf(TIAGO.name))
  for (let n = 1; n <= LINES; n++) await admin.demand('POST', `/messages/${ticket.id}`, { body: `Linha ${n}.` })
  await admin.demand('GET', `/messages/${ticket.id}`) // and all of it read
})

test('on a tall screen a conversation loads until it fills it', async () => {
  const page = await enter(RAFAEL.email)
  const { open: openChat, bubble } = desk(page)
  await page.setViewportSize({ width: 2560, height: 1440 })
  await openChat(TIAGO.name)
  // Twenty lines do not fill it, and a page that is not full cannot be scrolled.
  await bubble(`Linha ${LINES - 25}.`).waitFor()
})

test('a picture that fails to open says so, and can be downloaded', async () => {
  const page = await enter(RAFAEL.email)
  const { open: openChat, box } = desk(page)
  await page.route('**/api/media/**', (route) => route.fulfill({ contentType: 'image/png', body: 'no picture' }))
  await openChat(TIAGO.name)
  await box.waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'sofa.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }])
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const broken = page.locator('.msg').last()
  await broken.getByText('O arquivo não abriu.').waitFor()
  expect(await broken.getByRole('link', { name: 'Baixar' }).getAttribute('href')).toStartWith('/api/media/')
})

test('a phone in a conversation shows the offline notice', async () => {
  const page = await open({ phone: true })
  await signIn(page, { ...demo, url: network.url }, RAFAEL.email)
  await desk(page).open(TIAGO.name)
  await page.locator('#composer').waitFor()
  network.cut()
  await said(page).waitFor()
  network.mend()
  await said(page).waitFor({ state: 'detached' })
})

const said = (page: Page) => page.locator('.desk-chat').getByText('Sem conexão com o servidor. Tentando de novo…')

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
