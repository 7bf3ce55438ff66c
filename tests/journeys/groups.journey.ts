import { beforeAll, expect, test } from 'bun:test'
import type { Command, MessageView, SimulatorState } from '../../src/simulator/contract'
import type { TicketPage, TicketSummary } from '../../src/tickets/contract'
import { until } from '../survival/support/until'
import { CAMILA, COMPANY, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const [ANA, BETO] = [
  { name: 'Ana Souza', phone: '5521955550001' },
  { name: 'Beto Lima', phone: '5521955550002' },
]
const GROUP = 'Obra Apto 302'

const boss = await demo.signIn(RAFAEL.email)
let group = ''
let ticket: TicketSummary

beforeAll(async () => {
  await boss.link()
  await boss.demand('PUT', '/settings/CheckMsgIsGroup', { value: 'disabled' })
  for (const one of [ANA, BETO]) await run({ do: 'addPhone', ...one, role: 'customer' })
  const members = [COMPANY, BETO.phone]
  group = await run({ do: 'createGroup', by: ANA.phone, subject: GROUP, members, addressing: 'pn' })
  for (const { phone } of [ANA, BETO]) await run({ do: 'say', from: phone, to: group, text: `Bom dia de ${phone}` })
  const text = `@${BETO.phone} pode receber?`
  await run({ do: 'say', from: ANA.phone, to: group, text, mentions: [BETO.phone] })
  const waiting = () => boss.demand<TicketPage>('GET', '/tickets?status=pending&isGroup=true&showAll=true')
  ticket = await until(async () => (await waiting()).tickets.find(({ contact }) => contact.name === GROUP))
})

test('members are mentioned by name both ways, and receipts are shown per member', async () => {
  const page = await enter(CAMILA.email)
  const { list, attending, row, open, bubble, box } = desk(page)
  await list.getByRole('tab', { name: /^Grupos/ }).click()
  // While none is attended, the link to waiting groups is shown.
  await list.getByRole('button', { name: 'Ver quem aguarda' }).click()
  await row(GROUP).waitFor()
  await boss.accept(ticket)
  await attending()
  await open(GROUP)
  await bubble('pode receber?').getByText('@Beto Lima').waitFor()

  // By keyboard: a few letters, arrows, Enter; and a whole name by mouse.
  await box.pressSequentially('Confirmado, @li')
  const offered = page.getByRole('listbox', { name: 'Mencionar' })
  await offered.getByRole('option', { name: /Beto Lima/ }).waitFor()
  expect(await offered.getByRole('option').count()).toBe(1)
  await box.press('Enter')
  expect(await box.inputValue()).toBe('Confirmado, @Beto Lima ')
  await offered.waitFor({ state: 'detached' })
  await box.pressSequentially('e @')
  expect(await offered.getByRole('option').count()).toBe(3)
  await box.press('ArrowDown')
  await box.press('ArrowUp')
  await box.press('Escape')
  await offered.waitFor({ state: 'detached' })
  await box.pressSequentially('a')
  await offered.getByRole('option', { name: /Ana Souza/ }).click()
  await box.pressSequentially('às 10h.')
  await box.press('Enter')
  await bubble('às 10h.').getByText('@Ana Souza').waitFor()
  const said = await until(async () => (await lastIn(BETO.phone)).mentions.length === 2 && lastIn(BETO.phone))
  expect(said.text).toBe(`Confirmado, @${BETO.phone} e @${ANA.phone} às 10h.`)

  // The dialog updates as soon as a member reads.
  await bubble('às 10h.').hover()
  await bubble('às 10h.').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Dados da mensagem' }).click()
  const info = page.getByRole('dialog', { name: 'Dados da mensagem' })
  await info
    .getByRole('region', { name: /^Entregue a/ })
    .getByText(BETO.name)
    .waitFor()
  expect(await info.getByRole('region', { name: /^Lida por/ }).count()).toBe(0)
  await run({ do: 'readChat', phone: BETO.phone, chat: group })
  await info
    .getByRole('region', { name: /^Lida por/ })
    .getByText(BETO.name)
    .waitFor()
  await page.keyboard.press('Escape')
})

test('group changes appear in the log, and a group that only admins may write in says so', async () => {
  const page = await enter(CAMILA.email)
  const { list, open, box, row, bubble } = desk(page)
  const reading = new Set<string>()
  page.on('request', (one) => one.url().includes('/api/messages/') && reading.add(one.url()))
  page.on('requestfinished', (one) => void reading.delete(one.url()))
  await list.getByRole('tab', { name: /^Grupos/ }).click()
  await open(GROUP)
  await box.waitFor()
  // Opening it reads it, which would clear a mark that comes at the same moment.
  await bubble('às 10h.').waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await until(() => Promise.resolve(reading.size === 0), { every: 20, why: () => [...reading].join() })
  // A colleague marks it as unread: her open conversation does not clear the mark.
  await page.clock.install()
  await boss.demand('PUT', `/tickets/${ticket.id}`, { isMarkUnread: true })
  const mark = row(GROUP).getByRole('img', { name: 'Marcado como não lido' })
  await mark.waitFor()
  await page.clock.fastForward(1_000)
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.getByText('3 participantes').first().waitFor()

  await run({ do: 'changeGroup', group, by: ANA.phone, promote: [BETO.phone] })
  await pane.getByText('Agora administra o grupo').waitFor()
  await run({ do: 'changeGroup', group, by: ANA.phone, announce: true })
  await page.getByText(/^Só administradores escrevem neste grupo/).waitFor()
  await pane
    .getByText(/^Só administradores enviam mensagens\s*Ana Souza/)
    .first()
    .waitFor()
  expect(await box.count()).toBe(0)
  await run({ do: 'changeGroup', group, by: ANA.phone, announce: false })
  await box.waitFor()
  // A click on it does, and so does opening it again.
  await mark.waitFor()
  await open(GROUP)
  await mark.waitFor({ state: 'detached' })
  await boss.demand('PUT', `/tickets/${ticket.id}`, { isMarkUnread: true })
  await mark.waitFor()
  await page.goBack()
  await open(GROUP)
  await mark.waitFor({ state: 'detached' })
})

async function run(command: Command): Promise<string> {
  const result = await boss.phones.run(command)
  if (!result.ok) throw new Error(`${command.do}: ${result.error} ${result.message}`)
  return result.id ?? ''
}

async function lastIn(phone: string, chat = group): Promise<MessageView> {
  const { phones } = await boss.demand<SimulatorState>('GET', '/simulator/state')
  const last = phones
    .find((one) => one.phone === phone)
    ?.chats.find(({ id }) => id === chat)
    ?.messages.at(-1)
  if (!last) throw new Error('nothing was said')
  return last
}
