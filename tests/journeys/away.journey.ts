import { afterAll, expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { signIn } from './support/browser'
import { JULIANA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { openNetwork } from './support/network'
import { stage } from './support/stage'

const { demo, open } = await stage()
const network = await openNetwork(demo.url)
afterAll(() => network.close())
const OFFLINE = 'Sem conexão com o servidor. Tentando de novo…'
const [TIAGO, HELENA] = ['5511982207741', '5521988472310']

test('messages written by customers while the network was down arrive once, and the attendant’s draft survives', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.phones.say(TIAGO, 'Bom dia')
  await admin.accept(await admin.ticketOf('Tiago Albuquerque'))
  const page = await open()
  await signIn(page, { ...demo, url: network.url }, RAFAEL.email)
  const { open: openChat, box, bubble, row, waiting, attending, say, tick } = desk(page)
  await openChat('Tiago Albuquerque')
  await bubble('Bom dia').waitFor()
  await say('Bom dia, Tiago!')
  await tick('Bom dia, Tiago!', 'Entregue').waitFor()

  network.cut()
  await page.getByText(OFFLINE).waitFor()
  // Sent before the network was back, and cancelled again.
  await say('O sofá chega na')
  await bubble('O sofá chega na').getByRole('button', { name: 'Cancelar envio' }).click()
  await bubble('O sofá chega na').waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe('O sofá chega na')
  const juliana = await demo.signIn(JULIANA.email)
  for (const text of ['primeira', 'segunda', 'terceira']) await juliana.phones.say(TIAGO, `mensagem ${text}`)
  await juliana.phones.say(HELENA, 'Alguém aí?')
  await until(async () => (await juliana.tickets('pending')).some(({ contact }) => contact.name === 'Helena Marques'), {
    every: 50,
  })
  await box.press('End')
  await box.pressSequentially(' quinta')
  expect(await bubble('mensagem primeira').count()).toBe(0)

  network.mend()
  await bubble('mensagem terceira').waitFor()
  await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  const texts = await page.locator('.msg').allInnerTexts()
  const inOrder = ['Bom dia', 'Bom dia, Tiago!', 'mensagem primeira', 'mensagem segunda', 'mensagem terceira']
  const known = texts.map((text) => inOrder.findLast((one) => text.includes(one)))
  expect(known.filter((one) => one !== undefined)).toEqual(inOrder) // the bot's greeting comes in between
  expect(await box.inputValue()).toBe('O sofá chega na quinta')
  await waiting()
  await row('Helena Marques').getByText('Alguém aí?').waitFor()
  expect(await row('Helena Marques').count()).toBe(1)

  // The draft survives another tab and a reload, and is sent once.
  await page.reload()
  await bubble('mensagem terceira').waitFor()
  expect(await box.inputValue()).toBe('O sofá chega na quinta')
  await box.press('Enter')
  await attending()
  await until(async () => (await juliana.phones.chat(TIAGO)).some(({ text }) => text === 'O sofá chega na quinta'), {
    every: 50,
  })
  const said = (await juliana.phones.chat(TIAGO)).filter(({ fromMe }) => !fromMe).map(({ text }) => text)
  expect(said).toEqual(['Bom dia, Tiago!', 'O sofá chega na quinta'])
})

test('a message whose response was lost appears once on both sides', async () => {
  const page = await open()
  await signIn(page, { ...demo, url: network.url }, RAFAEL.email)
  const juliana = await demo.signIn(JULIANA.email)
  const onPhone = async () => (await juliana.phones.chat(TIAGO)).filter(({ text }) => text === 'Dito e não ouvido')
  const { open: openChat, say, bubble, row, tick } = desk(page)
  await row('Tiago Albuquerque').waitFor()
  await openChat('Tiago Albuquerque')
  await bubble('mensagem terceira').waitFor()

  network.deafen()
  await say('Dito e não ouvido')
  await tick('Dito e não ouvido', 'Enviando').waitFor()
  await until(async () => (await onPhone()).length > 0, { every: 50 })
  await page.getByText(OFFLINE).waitFor()
  network.mend()
  await page.getByText(OFFLINE).waitFor({ state: 'detached' })
  await tick('Dito e não ouvido', 'Entregue').or(tick('Dito e não ouvido', 'Enviada')).waitFor()
  await tick('Dito e não ouvido', 'Enviando').waitFor({ state: 'detached' })
  expect(await bubble('Dito e não ouvido').count()).toBe(1)
  expect(await onPhone()).toHaveLength(1)
})
