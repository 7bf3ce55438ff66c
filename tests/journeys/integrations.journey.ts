/** An n8n answers a customer in the queue that the bot's menu led to, hands over to a person, and is looked after. */
import { expect, test } from 'bun:test'
import { customers } from '../../src/operator/sample/story'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const HELENA = customers[2]

test('a customer chooses the queue and is answered by n8n, until a person takes over', async () => {
  const rafael = await demo.signIn(RAFAEL.email)
  await rafael.link()
  const queues = await rafael.demand<{ id: number }[]>('GET', '/queue')
  await rafael.demand('PUT', '/whatsapp/1', { queueIds: queues.map(({ id }) => id) })
  const heard = async () => (await rafael.phones.chat(HELENA.phone)).map(({ text }) => text ?? '')
  const hears = (words: string) =>
    until(async () => (await heard()).some((text) => text.includes(words)), {
      why: async () => (await heard()).join('\n'),
    })
  await rafael.phones.say(HELENA.phone, 'Bom dia!')
  await hears('Entregas')
  const menu = (await heard()).findLast((text) => text.includes('Entregas')) ?? ''
  const [, digit = ''] = /\*(\d+)\* Entregas/.exec(menu) ?? []
  await rafael.phones.say(HELENA.phone, digit)
  await hears('Qual é o número do seu pedido?')
  await rafael.phones.say(HELENA.phone, '48291')
  await hears('O pedido *48291* saiu da fábrica')
  await rafael.phones.say(HELENA.phone, 'quero falar com uma pessoa')
  await hears('vou chamar alguém da equipe')
  const ticket = await rafael.ticketOf(HELENA.name)
  expect(ticket).toMatchObject({ isBot: false, status: 'pending' })

  // The conversation of the calls is one click away.
  const page = await enter(RAFAEL.email, { at: '/integrations' })
  await page.getByRole('button', { name: /^Rastreio de pedidos/ }).click()
  const pane = page.getByRole('complementary', { name: 'Rastreio de pedidos' })
  const calls = pane.getByRole('listitem').filter({ hasText: HELENA.name })
  await calls.first().waitFor()
  expect(await calls.count()).toBe(3)
  await pane.getByRole('button', { name: 'Chamar agora' }).click()
  const trial = page.getByRole('alertdialog').or(dialogOf(page))
  await trial.getByText('Qual é o número do seu pedido?').waitFor()
  await page.keyboard.press('Escape')
  await calls.first().getByRole('link').click()
  await page.waitForURL(`**/tickets/${ticket.uuid}`)
  await desk(page).chat.waitFor()
})

test('an integration is created, chosen in a queue, and its failures are told', async () => {
  const page = await enter(RAFAEL.email, { at: '/integrations' })
  await page.getByRole('button', { name: 'Nova integração' }).click()
  const form = page.getByRole('dialog', { name: 'Nova integração' })
  await form.getByText('Webhook', { exact: true }).click()
  await form.getByLabel('Nome').fill('Nota fiscal')
  await form.getByLabel('Endereço').fill('https://10.0.0.8/notas')
  await form.getByLabel('Token').fill('abc123')
  await form.getByRole('button', { name: 'Criar integração' }).click()
  await form.getByText('O endereço precisa ser https').or(form.getByText('inválido')).first().waitFor()
  await form.getByLabel('Endereço').fill('https://notas.casaaurora.example/balcao')
  await form.getByRole('button', { name: 'Criar integração' }).click()
  const secret = page.getByRole('dialog', { name: 'Segredo da assinatura' })
  expect(await secret.getByRole('textbox').inputValue()).toStartWith('whsec_')
  await secret.getByRole('checkbox').check()
  await secret.getByRole('button', { name: 'Concluir' }).click()
  await secret.waitFor({ state: 'hidden' })
  await page.getByRole('complementary', { name: 'Nota fiscal' }).waitFor()
  await page.keyboard.press('Escape')

  // The queue's dialog offers it, and the phone beside shows that it answers.
  await page.goto(`${demo.url}/queues`)
  await page.getByRole('button', { name: 'Editar Financeiro' }).click()
  const queue = page.getByRole('dialog', { name: 'Editar a fila Financeiro' })
  await queue.getByRole('tab', { name: 'Bot' }).click()
  await queue.getByLabel('Quem responde antes das pessoas').selectOption({ label: 'Nota fiscal (Webhook)' })
  await queue.getByText('A integração responde nesta fila.').waitFor()
  await queue.getByText('daqui em diante, a integração responde').waitFor()
  await queue.getByRole('button', { name: 'Salvar' }).click()
  await queue.waitFor({ state: 'hidden' })
  await page.goto(`${demo.url}/integrations`)
  const row = page.getByRole('row').filter({ hasText: 'Nota fiscal' })
  await row.getByText('Financeiro').waitFor()
  await page.getByRole('row').filter({ hasText: 'Segunda via do boleto' }).getByText('Falhando').waitFor()
})

test('an attendant has no permission', async () => {
  const page = await enter(CAMILA.email, { at: '/integrations' })
  await page.getByText('Só administradores e supervisores podem abrir esta página.').waitFor()
  expect(await page.getByRole('button', { name: 'Nova integração' }).count()).toBe(0)
})
