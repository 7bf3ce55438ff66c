import { beforeAll, expect, test } from 'bun:test'
import type { ChatView, Command, MessageView, SimulatorState } from '../../../src/simulator/contract'
import { until } from '../../survival/support/until'
import { CAMILA, COMPANY, JULIANA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'

const boss = await demo.signIn(RAFAEL.email)
let phone = ''

beforeAll(async () => {
  await boss.link()
  phone = (await boss.ticketOf(CUSTOMER)).contact.number ?? ''
})

test('typing is shown, and a waiting message can be cancelled', async () => {
  const camila = await demo.signIn(CAMILA.email)
  await camila.accept(await camila.ticketOf(CUSTOMER))
  const page = await enter(CAMILA.email)
  const { open, say, bubble, box } = desk(page)
  await open(CUSTOMER)
  await box.press('O')
  await until(async () => (await chatOn()).typing)
  await box.fill('')
  await until(async () => !(await chatOn()).typing)

  // Writing a note is not reported to the contact.
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await box.pressSequentially('ver estoque')
  expect((await chatOn()).typing).toBe(false)
  await box.fill('')
  await page.getByRole('button', { name: 'Nota interna' }).click()

  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  await page.getByText(/está sem conexão/).waitFor()
  // On a phone it is shown above the list too.
  const phone = await enter(JULIANA.email, { phone: true })
  await phone.locator('.topbar').getByText('1 conexão parada').waitFor()
  await say('Isto não era para sair.')
  await bubble('Isto não era').hover()
  await bubble('Isto não era').getByRole('button', { name: 'Cancelar envio' }).click()
  await bubble('Isto não era').getByText('Envio cancelado.').waitFor()
  await run({ do: 'setFault', name: 'outage', on: false })
  // Instead of waiting for the next retry.
  const [connection] = await boss.demand<{ id: number }[]>('GET', '/whatsapp')
  await boss.demand('POST', `/whatsappsession/${connection?.id}`, {})

  // A cancelled message is kept, and can be sent again.
  await page.getByText(/está sem conexão/).waitFor({ state: 'detached' })
  expect((await chatOn()).messages.some(({ text }) => text.startsWith('Isto não era'))).toBe(false)
  await bubble('Isto não era').getByRole('button', { name: 'Tentar de novo' }).click()
  await until(async () => (await onPhone()).text === 'Isto não era para sair.')
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
