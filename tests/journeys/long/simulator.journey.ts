import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { CAMILA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
await (await demo.signIn(RAFAEL.email)).link()

/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'
const WHILE_DOWN = 'Vocês receberam isto?'

async function openTable(look: Parameters<typeof enter>[1] = {}) {
  const page = await enter(RAFAEL.email, { ...look, at: '/simulator' })
  await page.getByRole('article').first().waitFor()
  const phoneOf = (name: string) => page.getByRole('article', { name: `Celular de ${name}` })
  return { page, phoneOf, company: page.getByRole('article', { name: /^Celular da empresa/ }) }
}

const bubble = (phone: Locator, text: string) => phone.locator('.msg', { hasText: text }).first()

async function write(phone: Locator, text: string) {
  await phone.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await phone.getByRole('button', { name: /^Enviar/ }).click()
  await bubble(phone, text).waitFor()
}

/** Right click; on touch a long press. */
async function chooseAction(page: Page, phone: Locator, text: string, what: string) {
  await bubble(phone, text).locator('.bubble').click({ button: 'right' })
  await page.getByRole('menuitem', { name: what }).click()
}

test('a phone without a microphone sends a playable voice note, and edits and deletes its messages', async () => {
  const work = await enter(CAMILA.email)
  const { waiting, accept } = desk(work)
  await waiting()
  await accept(CUSTOMER)
  const { page, phoneOf, company } = await openTable({ microphone: false })
  const customer = phoneOf(CUSTOMER)

  await customer.getByRole('button', { name: /^Gravar voz/ }).click()
  await customer.getByRole('slider', { name: 'Duração da voz inventada' }).fill('3')
  await customer.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
  await customer.locator('.bubble-voice').getByText('0:03').waitFor()
  const voice = work.locator('.bubble-voice')
  await voice.getByRole('button', { name: 'Reproduzir' }).click()
  await voice.getByRole('button', { name: 'Pausar' }).waitFor()

  await write(customer, 'Chega na qinta?')
  await chooseAction(page, customer, 'Chega na qinta?', 'Editar mensagem')
  await write(customer, 'Chega na quinta?')
  await desk(work).bubble('Chega na quinta?').getByText('editada').waitFor()
  await chooseAction(page, customer, 'Chega na quinta?', 'Apagar para todos')
  await customer.getByText('Mensagem apagada').waitFor()
  await work.getByText(/apagou esta mensagem/).waitFor()

  // Messages read on the desk are read on the company's phone.
  const line = company.getByRole('button', { name: new RegExp(CUSTOMER) })
  await line.getByTitle(/não lida/).waitFor({ state: 'detached' })
})

test('people create a group, mention and quote each other, and its admin moderates it', async () => {
  const { page, phoneOf } = await openTable()
  const [mariana, tiago] = [phoneOf('Mariana Duarte'), phoneOf('Tiago Albuquerque')]
  await mariana.getByRole('button', { name: 'Voltar às conversas' }).click()
  await mariana.getByRole('button', { name: 'Novo grupo' }).click()
  const dialog = page.locator('.dialog')
  await dialog.getByLabel('Nome do grupo').fill('Entregas Zona Sul')
  await dialog.getByLabel('Tiago Albuquerque').check()
  await dialog.getByRole('button', { name: 'Criar grupo' }).click()
  await write(mariana, 'Quem vem, @Tiago Albuquerque?')

  await tiago.getByRole('button', { name: 'Voltar às conversas' }).click()
  await tiago.getByRole('button', { name: /^Entregas Zona Sul/ }).click()
  await bubble(tiago, 'Quem vem, @Tiago Albuquerque?').getByText('Mariana Duarte').waitFor()
  await chooseAction(page, tiago, 'Quem vem', 'Responder')
  await write(tiago, 'Eu vou')
  await bubble(mariana, 'Eu vou').getByRole('button', { name: 'Quem vem, @Tiago Albuquerque?' }).waitFor()
  await chooseAction(page, tiago, 'Quem vem', 'Responder')
  await tiago.locator('.handset-reference').getByText('Quem vem, @Tiago Albuquerque?').waitFor()

  const rule = async (change: () => Promise<void>) => {
    await mariana.getByRole('button', { name: /^Opções da conversa/ }).click()
    await page.getByRole('menuitem', { name: 'Dados do grupo' }).click()
    await change()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  const toTiago = (what: string) => async () => {
    await dialog.getByRole('button', { name: 'Opções de Tiago Albuquerque' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await rule(() => dialog.getByLabel('Só administradores escrevem').click())
  await tiago.getByText('Só administradores podem escrever.').waitFor()
  await rule(toTiago('Tornar administrador'))
  await tiago.getByRole('textbox', { name: 'Mensagem' }).waitFor()
  await rule(toTiago('Remover do grupo'))
  await tiago.getByText('Este celular não está mais no grupo.').waitFor()
})

test('a script fills the desk, shows its progress, and stops on request', async () => {
  const work = await enter(CAMILA.email)
  const { page } = await openTable()
  await page.getByRole('tab', { name: /^Roteiros/ }).click()
  const crowd = page.getByRole('form', { name: 'Todos ao mesmo tempo' })
  await crowd.getByLabel('Clientes').fill('30')
  await crowd.getByLabel('Durante').selectOption('60')
  await crowd.getByRole('button', { name: 'Começar' }).click()

  const running = page.getByRole('region', { name: 'Todos ao mesmo tempo' })
  await running.getByText(/^[1-9]\d* de 60 mensagens/).waitFor()
  await desk(work).waiting()
  // The first of the generated customers.
  await desk(work).row('Ana Almeida').waitFor()
  await running.getByRole('button', { name: 'Parar: Todos ao mesmo tempo' }).click()
  await running.waitFor({ state: 'detached' })
})

test('WhatsApp is switched off and on again: messages written meanwhile arrive', async () => {
  const work = await enter(CAMILA.email)
  await desk(work).attending()
  await desk(work).open(CUSTOMER)
  const { page, phoneOf, company } = await openTable()
  await page.getByRole('tab', { name: /^Quebrar coisas/ }).click()
  await page.getByRole('button', { name: 'Servidor fora do ar: Parar' }).click()
  await page.getByText('1 falha ativa').waitFor()
  await company.getByText(/^Último acesso/).waitFor()
  await write(phoneOf(CUSTOMER), WHILE_DOWN)
  expect(await desk(work).bubble(WHILE_DOWN).count()).toBe(0)

  await page.getByRole('button', { name: 'Consertar: Servidor fora do ar' }).click()
  await page.getByText('Nada está quebrado.').waitFor()
  await desk(work).bubble(WHILE_DOWN).waitFor()
  expect(await desk(work).bubble(WHILE_DOWN).count()).toBe(1)
})

test('on a narrow screen one phone is shown at a time, with faces to switch', async () => {
  const { page, phoneOf } = await openTable({ phone: true })
  const helena = phoneOf('Helena Marques')
  const isInSight = () => helena.evaluate((one) => Math.abs(one.getBoundingClientRect().left) < innerWidth / 2)
  expect(await isInSight()).toBe(false)
  await page.getByRole('button', { name: 'Helena', exact: true }).click()
  await page.waitForFunction(
    (id) => {
      const { left, right } = document.getElementById(id)?.getBoundingClientRect() ?? { left: -1, right: 0 }
      return left >= 0 && right <= innerWidth
    },
    (await helena.getAttribute('id')) ?? '',
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)

  await write(helena, 'Oi!')
  await hold(page, bubble(helena, 'Oi!').locator('.bubble'))
  await page.getByRole('menuitem', { name: 'Reagir com ❤️' }).click()
  await bubble(helena, 'Oi!').getByRole('img', { name: /❤️/ }).waitFor()
})

/** A long press, lifted once the menu is visible. */
async function hold(page: Page, thing: Locator) {
  const { x = 0, y = 0 } = (await thing.boundingBox()) ?? {}
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 12, y: y + 12 }] })
  await page.getByRole('menu').waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 50)))
  expect(await page.getByRole('menu').count()).toBe(1)
}
