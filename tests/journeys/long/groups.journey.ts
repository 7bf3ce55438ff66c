import { beforeAll, expect, test } from 'bun:test'
import type { Command, MessageView, SimulatorState } from '../../../src/simulator/contract'
import type { TicketPage } from '../../../src/tickets/contract'
import { until } from '../../survival/support/until'
import { CAMILA, COMPANY, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
const [ANA, BETO] = [
  { name: 'Ana Souza', phone: '5521955550001' },
  { name: 'Beto Lima', phone: '5521955550002' },
]
const boss = await demo.signIn(RAFAEL.email)

beforeAll(async () => {
  await boss.link()
  await boss.demand('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  for (const one of [ANA, BETO]) await run({ do: 'addPhone', ...one, role: 'customer' })
})

test('members with hidden numbers are shown by name in the list, quotes, edits and copies', async () => {
  const hidden = 'Condomínio'
  const members = [COMPANY, BETO.phone]
  const place = await run({ do: 'createGroup', by: ANA.phone, subject: hidden, members, addressing: 'lid' })
  await run({ do: 'say', from: BETO.phone, to: place, text: 'Bom dia' })
  const asked = { from: ANA.phone, to: place, text: `@${BETO.phone} abre o portão?`, mentions: [BETO.phone] }
  await run({ do: 'say', ...asked })
  const waiting = () => boss.demand<TicketPage>('GET', '/tickets?status=pending&isGroup=true&showAll=true')
  await boss.accept(await until(async () => (await waiting()).tickets.find(({ contact }) => contact.name === hidden)))

  const page = await enter(CAMILA.email)
  const { list, open, bubble, box, row } = desk(page)
  await list.getByRole('tab', { name: /^Grupos/ }).click()
  await row(hidden).getByText('@Beto Lima abre o portão?').waitFor()
  await open(hidden)
  const question = bubble('abre o portão?')
  await question.getByText('@Beto Lima').waitFor()

  await question.hover()
  await question.getByRole('button', { name: 'Responder' }).click()
  await page.locator('.reply-bar').getByText('@Beto Lima abre o portão?').waitFor()
  await box.pressSequentially('Já vai, @ana')
  await box.press('Enter')
  await box.pressSequentially('e @bet')
  await box.press('Enter')
  await box.press('Enter')
  const answer = bubble('Já vai')
  await answer.locator('.bubble-quote').getByText('@Beto Lima abre o portão?').waitFor()
  await row(hidden).getByText('Já vai, @Ana Souza e @Beto Lima').waitFor()
  const lidOf = async (phone: string) =>
    (await boss.demand<SimulatorState>('GET', '/simulator/state')).phones.find((one) => one.phone === phone)?.lid
  const [ana, beto] = [await lidOf(ANA.phone), await lidOf(BETO.phone)]
  const said = () => lastIn(BETO.phone, place)
  await until(async () => (await said()).text === `Já vai, @${ana} e @${beto}`)
  expect((await said()).mentions.toSorted()).toEqual([ANA.phone, BETO.phone])

  await answer.hover()
  await answer.getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  expect(await box.inputValue()).toBe('Já vai, @Ana Souza e @Beto Lima')
  await box.fill('Já foi, @Beto Lima')
  await box.press('Enter')
  await bubble('Já foi').getByText('@Beto Lima', { exact: true }).waitFor()
  await until(async () => (await said()).text === `Já foi, @${beto}`)
  expect((await said()).mentions).toEqual([BETO.phone])
})

test('clicking a waiting group asks for its queue and accepts it', async () => {
  const name = 'Condomínio Ipê'
  const other = await run({ do: 'createGroup', by: ANA.phone, subject: name, members: [COMPANY], addressing: 'pn' })
  await run({ do: 'say', from: ANA.phone, to: other, text: 'Bom dia a todos' })
  const page = await enter(CAMILA.email)
  const { list, open, box, chat } = desk(page)
  await list.getByRole('tab', { name: /^Grupos/ }).click()
  await list.getByRole('button', { name: /^Aguardando/ }).click()
  await open(name)
  await page
    .getByRole('dialog', { name: `Aceitar ${name}` })
    .getByRole('button', { name: 'Vendas' })
    .click()
  await box.waitFor()
  await chat.getByText('Vendas', { exact: true }).waitFor()
})

async function run(command: Command): Promise<string> {
  const result = await boss.phones.run(command)
  if (!result.ok) throw new Error(`${command.do}: ${result.error} ${result.message}`)
  return result.id ?? ''
}

async function lastIn(phone: string, chat: string): Promise<MessageView> {
  const { phones } = await boss.demand<SimulatorState>('GET', '/simulator/state')
  const last = phones
    .find((one) => one.phone === phone)
    ?.chats.find(({ id }) => id === chat)
    ?.messages.at(-1)
  if (!last) throw new Error('nothing was said')
  return last
}
