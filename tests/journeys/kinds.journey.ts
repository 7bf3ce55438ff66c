import { beforeAll, expect, test } from 'bun:test'
import type { ChatView, Command, MessageView, SimulatorState } from '../../src/simulator/contract'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { CAMILA, COMPANY, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'
/** On a contact card only, not a contact of the company. */
const MARCIA = { name: 'Márcia Arquiteta', phone: '5521977776666' }

const boss = await demo.signIn(RAFAEL.email)
let phone = ''

beforeAll(async () => {
  await boss.link()
  phone = (await boss.ticketOf(CUSTOMER)).contact.number ?? ''
  await run({ do: 'addPhone', phone: MARCIA.phone, name: MARCIA.name, role: 'customer' })
})

test('every kind of message can be read at the desk', async () => {
  const page = await enter(CAMILA.email)
  const { waiting, attending, row, accept, bubble, chat } = desk(page)
  await waiting()
  await accept(CUSTOMER)
  await page.locator('#composer').waitFor()

  const url = 'https://www.aurora.example/sofa'
  const link = { url, title: 'Sofá Ipanema', description: 'Linho cru.' }
  await run({ do: 'say', from: phone, to: COMPANY, text: `Este: ${url}`, link })
  const card = bubble('Este:').getByRole('link', { name: /Sofá Ipanema/ })
  await card.getByText('aurora.example', { exact: true }).waitFor()
  expect(await card.getAttribute('rel')).toContain('noopener')

  await run({
    do: 'sendLocation',
    from: phone,
    to: COMPANY,
    latitude: -22.93321,
    longitude: -43.17521,
    name: 'Oficina',
  })
  // Screen readers announce whose message it is.
  await chat.getByRole('article', { name: CUSTOMER }).filter({ hasText: 'Oficina' }).waitFor()
  const map = bubble('Oficina').getByRole('link', { name: 'Ver no mapa' })
  expect(await map.getAttribute('href')).toBe('https://www.google.com/maps?q=-22.93321,-43.17521')
  await attending()
  await row(CUSTOMER).getByText('Oficina').waitFor()

  // Votes arrive live.
  const options = ['Linho', 'Veludo']
  const poll = await run({ do: 'sendPoll', from: phone, to: COMPANY, question: 'Qual tecido?', options })
  await bubble('Qual tecido?').getByText('Uma resposta por pessoa').waitFor()
  expect(await bubble('Qual tecido?').getByText('1 voto').count()).toBe(0)
  await run({ do: 'vote', from: phone, chat: COMPANY, id: poll, options: ['Veludo'] })
  await bubble('Qual tecido?').getByRole('listitem').filter({ hasText: 'Veludo' }).getByText('1 voto').waitFor()

  await run({ do: 'say', from: phone, to: COMPANY, text: 'Repassando', forwarded: true, forwardingScore: 6 })
  await bubble('Repassando').getByText('Encaminhada muitas vezes').waitFor()
  await run({ do: 'say', from: phone, to: COMPANY, text: 'Some logo', disappearing: 86_400 })
  await bubble('Some logo')
    .getByRole('img', { name: /some dos celulares em 1 dia/ })
    .waitFor()
  await run({ do: 'call', from: phone, to: COMPANY, seconds: 1 })
  await bubble('Ligação de voz').getByText('Perdida').waitFor()
  await row(CUSTOMER).getByText('Ligação').waitFor()

  // Each line is aligned by its reading direction.
  await run({ do: 'say', from: phone, to: COMPANY, text: 'مرحبا\nEste é o endereço da entrega' })
  const lines = await bubble('endereço da entrega')
    .locator('p')
    .evaluate((text) => {
      const range = document.createRange()
      range.selectNodeContents(text.firstChild ?? text)
      return [...range.getClientRects()].filter(({ width }) => width > 0).map(({ left }) => Math.round(left))
    })
  expect(lines[0]).toBeGreaterThan((lines.at(-1) ?? 0) + 20)

  // A person on a contact card is written to from there.
  await run({ do: 'sendContact', from: phone, to: COMPANY, name: MARCIA.name, phone: MARCIA.phone })
  await bubble(MARCIA.name)
    .getByRole('button', { name: /^Conversar com Márcia/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Novo (contato|atendimento)$/ })
  expect(await dialog.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe(MARCIA.name)
  const number = await dialog.getByRole('textbox', { name: 'Número' }).inputValue()
  expect(number.replace(/\D/g, '')).toBe(MARCIA.phone)
  await dialog.getByRole('button', { name: 'Criar contato' }).click()
  await dialog.getByRole('combobox', { name: 'Fila' }).selectOption({ label: 'Vendas' })
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
  await chat.getByRole('heading', { name: MARCIA.name }).waitFor()
})

test('contact cards and locations are sent from the attachment menu, and a sticker arrives as one', async () => {
  const page = await enter(CAMILA.email)
  const { open, bubble, box } = desk(page)
  await open(CUSTOMER)
  await box.waitFor()
  const clip = async (what: string) => {
    await page.getByRole('button', { name: 'Anexar' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  await clip('Contato')
  await dialogOf(page).getByRole('searchbox').fill('márcia')
  await page.getByRole('checkbox', { name: /Márcia Arquiteta/ }).check()
  await dialogOf(page).getByRole('button', { name: 'Enviar' }).click()
  await until(async () => (await onPhone()).contacts[0]?.phone === MARCIA.phone)

  await clip('Localização')
  const dialog = page.getByRole('dialog', { name: 'Enviar localização' })
  await dialog.getByRole('textbox', { name: 'Onde fica' }).fill('https://maps.app.goo.gl/AbCd')
  await dialog
    .getByRole('alert')
    .getByText(/Links curtos/)
    .waitFor()
  await dialog.getByRole('textbox', { name: 'Onde fica' }).fill('https://www.google.com/maps/@-22.9068,-43.1729,17z')
  await dialog.getByRole('textbox', { name: 'Nome do lugar' }).fill('Loja Centro')
  await page.keyboard.press('Enter')
  await bubble('Loja Centro').getByText('-22.90680, -43.17290').waitFor()
  await until(async () => (await onPhone()).place?.latitude === -22.9068)

  const chooser = page.waitForEvent('filechooser')
  await clip('Figurinha')
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 64)
    canvas.getContext('2d')?.fillRect(8, 8, 48, 48)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())]
  })
  await (await chooser).setFiles({ name: 'f.webp', mimeType: 'image/webp', buffer: Buffer.from(bytes) })
  await until(async () => (await onPhone()).kind === 'sticker', { why: onPhone })
})

async function run(command: Command): Promise<string> {
  const result = await boss.phones.run(command)
  if (!result.ok) throw new Error(`${command.do}: ${result.error} ${result.message}`)
  return result.id ?? ''
}

/** The customer's chat with the company. */
async function chatOn(): Promise<ChatView> {
  const { phones } = await boss.demand<SimulatorState>('GET', '/simulator/state')
  const chat = phones.find((one) => one.phone === phone)?.chats.find(({ id }) => id === COMPANY)
  if (!chat) throw new Error('no chat with the company')
  return chat
}

/** Last message there. */
async function onPhone(): Promise<MessageView> {
  const last = (await chatOn()).messages.at(-1)
  if (!last) throw new Error('nothing was said')
  return last
}
