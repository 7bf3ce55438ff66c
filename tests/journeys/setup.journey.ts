import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { dialogOf, fillIn, isAtDesk, otherPage, turn } from './support/browser'
import { FIRST_ADMIN } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter, open } = await stage({ isNew: true })
const PASSWORD = 'Segredo-da-loja1'
const people = [
  { name: 'Camila Prado', email: 'camila@loja.example', queue: 'Vendas' },
  { name: 'Otávio Lima', email: 'otavio@loja.example', queue: 'Suporte' },
  { name: 'Lívia Moraes', email: 'livia@loja.example', queue: 'Vendas' },
] as const
const [CAMILA] = people
/** Number of the simulated phone. */
const CUSTOMER = 'Mariana Duarte'

test('a new company is set up from nothing on the screens; a customer walks the bot to a person, is answered, and rates', async () => {
  const page = await enter(FIRST_ADMIN)
  await page.getByText('Nenhuma conexão ainda').first().waitFor()
  await makeQueues(page)
  await makePeople(page)
  await setHours(page)
  await connect(page)

  // A customer meets the bot, walks through its tree, and waits in the queue.
  const phones = await otherPage(page)
  await phones.goto(`${demo.url}/simulator`)
  const customer = phones.getByRole('article', { name: `Celular de ${CUSTOMER}` })
  const write = async (text: string) => {
    await customer.getByRole('textbox', { name: 'Mensagem' }).fill(text)
    await customer.getByRole('button', { name: /^Enviar/ }).click()
  }
  const customerSees = (text: string | RegExp) => customer.locator('.msg').getByText(text).last().waitFor()
  await write('Olá, bom dia')
  await customerSees('Olá, Mariana! Com quem quer falar?')
  await write('vendas')
  await customerSees('Que bom ter você aqui.')
  await write('2')
  await customerSees(/0 Voltar/)
  const attendant = await open()
  await attendant.goto(`${demo.url}/login`)
  await fillIn(attendant, CAMILA.email, PASSWORD)
  await isAtDesk(attendant)
  const at = desk(attendant)
  await at.waiting()
  await write('falar com uma pessoa')
  await at.row(CUSTOMER).getByText('Vendas').waitFor()

  // The attendant answers and resolves with the company's rating; the rating's answer opens no ticket.
  await at.accept(CUSTOMER)
  await at.say('Oi, Mariana! Entregamos na quinta.')
  await customerSees('Entregamos na quinta.')
  await at.chat.getByRole('button', { name: 'Resolver', exact: true }).click()
  await dialogOf(attendant).getByRole('button', { name: 'Resolver e perguntar' }).click()
  await customerSees(/Mariana, como foi\?/)
  await write('3')
  await customerSees('Obrigado pela sua avaliação!')
  await at.waiting()
  expect(await at.row(CUSTOMER).count()).toBe(0)
  await page.getByRole('link', { name: 'Avaliações', exact: true }).click()
  await page.getByRole('button', { name: 'Resultados' }).click()
  await page.getByRole('main').getByRole('listitem').filter({ hasText: CUSTOMER }).getByText(CAMILA.name).waitFor()
})

/** Two queues, one with a bot made from a template. */
async function makeQueues(page: Page) {
  await page.getByRole('link', { name: 'Filas', exact: true }).click()
  for (const name of ['Vendas', 'Suporte']) {
    await page.getByRole('button', { name: 'Nova fila' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Nova fila' })
    await dialog.getByLabel('Nome').fill(name)
    if (name === 'Vendas') {
      await dialog.getByRole('textbox', { name: 'Saudação' }).fill('Que bom ter você aqui.')
      await dialog.getByRole('tab', { name: 'Bot' }).click()
      await dialog.getByRole('button', { name: 'Modelos' }).click()
      await page.getByRole('menuitem', { name: 'Comercial' }).click()
    }
    await dialog.getByRole('button', { name: 'Criar fila' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page
    .getByRole('row', { name: /Vendas/ })
    .getByText('4 opções')
    .waitFor()
}

async function makePeople(page: Page) {
  await page.getByRole('link', { name: 'Usuários', exact: true }).click()
  for (const { name, email, queue } of people) {
    await page.getByRole('button', { name: 'Novo usuário' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo usuário' })
    await dialog.getByLabel('Nome', { exact: true }).fill(name)
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Repita a senha').fill(PASSWORD)
    await dialog.getByRole('checkbox', { name: queue }).check()
    await dialog.getByRole('button', { name: 'Criar usuário' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  }
}

/** Open all day, whatever day this runs on; and a rating is sent after each ticket. */
async function setHours(page: Page) {
  await page.getByRole('link', { name: 'Configurações', exact: true }).click()
  await turn(page.getByRole('switch', { name: 'Pedir avaliação' }), true)
  await page.getByLabel('Horário que vale').selectOption('company')
  await page.getByRole('tab', { name: 'Horários' }).click()
  await page.getByLabel('Segunda-feira, das').fill('00:00')
  await page.getByLabel('Segunda-feira, até as').fill('23:59')
  await page.getByRole('button', { name: 'Copiar Segunda-feira para todos os dias' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Horários atualizados com sucesso.').waitFor()
}

/** A connection that asks for the queue, and the phone that scans its code. */
async function connect(page: Page) {
  await page.getByRole('link', { name: 'Conexões', exact: true }).click()
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nova conexão' })
  await dialog.getByRole('button', { name: 'WhatsApp pelo celular' }).click()
  await dialog.getByLabel('Nome').fill('Loja')
  for (const queue of ['Vendas', 'Suporte']) await dialog.getByRole('checkbox', { name: queue }).check()
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  const greeting = dialog.getByRole('textbox', { name: 'Mensagem de saudação' })
  await greeting.fill('Olá, {{firstName}}! Com quem quer falar?')
  await dialog.getByRole('textbox', { name: 'Pergunta de avaliação' }).fill('{{firstName}}, como foi?')
  await dialog.getByRole('button', { name: 'Criar e conectar' }).click()
  const code = page.getByRole('dialog', { name: 'Conectar Loja' })
  await code.getByRole('img', { name: 'QR code para conectar Loja' }).waitFor()
  const opened = page.context().waitForEvent('page')
  await code.getByRole('link', { name: 'Abrir o simulador' }).click()
  const scanner = await opened
  await scanner.getByRole('button', { name: 'Conectar aparelho' }).click()
  await scanner.getByRole('button', { name: 'Ler QR code: Loja' }).click()
  await scanner.getByText('Nenhum aparelho conectado.').waitFor({ state: 'detached' })
  await scanner.close()
  await code.getByRole('heading', { name: 'Loja está conectada' }).waitFor()
  await code.getByRole('button', { name: 'Fechar' }).click()
  await page.getByRole('row', { name: /Loja/ }).getByText('Conectada').waitFor()
}
