import { expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'

test('accepting sends a greeting, and messages are filled in and signed, also after an edit', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const allow = (key: string) => boss.demand('PUT', `/settings/${key}`, { value: 'enabled' })
  await allow('sendGreetingAccepted')
  const { contact } = await boss.ticketOf(CUSTOMER)
  const phone = contact.number ?? ''
  const last = async () => (await boss.phones.chat(phone)).at(-1)?.text
  const page = await enter(CAMILA.email)
  const { waiting, accept, say, bubble } = desk(page)
  await waiting()
  await accept(CUSTOMER)
  await bubble('João! Meu nome é Camila').waitFor()
  await until(async () => (await last())?.includes('João! Meu nome é Camila') ?? false)

  const sign = page.getByRole('button', { name: 'Assinar' })
  expect(await sign.count()).toBe(0)
  await allow('sendSignMessage') // an open desk gets the event
  await sign.waitFor()
  expect(await sign.getAttribute('aria-pressed')).toBe('false')
  await sign.click()
  expect(await sign.getAttribute('aria-pressed')).toBe('true')
  await say('Tudo bem, {{firstName}}?')
  await until(async () => /^\*Camila.*:\*\nTudo bem, João\?$/.test((await last()) ?? ''))
  await bubble('Tudo bem, João?').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Editar' }).press('Enter')
  const box = page.getByRole('textbox', { name: 'Editando mensagem' })
  expect(await box.inputValue()).toBe('Tudo bem, João?')
  await box.fill('Tudo certo, {{firstName}}?')
  await page.keyboard.press('Enter')
  await until(async () => /^\*Camila.*:\*\nTudo certo, João\?$/.test((await last()) ?? ''))

  // The choice is remembered in this browser.
  await page.reload()
  await sign.waitFor()
  expect(await sign.getAttribute('aria-pressed')).toBe('true')
})

test('the groups list says that groups are ignored, and where to change that', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.demand('PUT', '/settings/CheckMsgIsGroup', { value: 'enabled' })
  const { list } = desk(await enter(RAFAEL.email))
  await list.getByRole('tab', { name: /^Grupos/ }).click()
  await list.getByText('As mensagens de grupos são ignoradas').waitFor()
  expect(await list.getByRole('link', { name: 'Ir para Configurações' }).getAttribute('href')).toBe('/settings')
})
