import { test } from 'bun:test'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import type { ContactList } from '../../src/features/contact-lists/contract'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()

/** Writes to us with a hidden number; the other is a stranger who protects his username. */
const BIA = '5521977770001'
const TOM = '5521977770002'
const MANAGER = 'marta@aurora.example'
const TEXT = 'A coleção Aurora chegou!'

test('a customer with a hidden number and a username writes, is found, answered, and reached by a list and a campaign', async () => {
  await demo.command('user', 'create', MANAGER, '--name', 'Marta', '--profile', 'admin')
  const boss = await demo.signIn(RAFAEL.email)
  await boss.demand('POST', '/campaign-settings', {
    settings: { sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] },
  })
  await boss.link()
  const { run } = boss.phones
  await run({ do: 'addPhone', phone: BIA, name: 'Bia Prado', role: 'customer' })
  await run({ do: 'setUsername', phone: BIA, username: 'bia.prado', hidesNumber: true })
  await run({ do: 'addPhone', phone: TOM, name: 'Tom Reis', role: 'customer' })
  await run({ do: 'setUsername', phone: TOM, username: 'tom_reis', key: '2468', hidesNumber: true })
  await boss.phones.say(BIA, 'Oi, ainda tem a luminária?')
  const said = async (phone: string) => (await boss.phones.chat(phone)).map(({ text }) => text)

  // Found by a part of the username, and answered.
  const page = await enter(CAMILA.email)
  const { waiting, accept, say, row } = desk(page)
  await waiting()
  await page.getByRole('searchbox').first().fill('@bia')
  await row('Bia Prado').waitFor()
  await page.getByRole('searchbox').first().fill('')
  await waiting()
  await accept('Bia Prado')
  await dialogOf(page).getByRole('button', { name: 'Vendas' }).click()
  await say('Tem, sim!')
  await until(async () => (await said(BIA)).some((text) => text?.endsWith('Tem, sim!')))
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.getByText('@bia.prado').waitFor()

  // A changed username is the same contact, and is logged.
  await run({ do: 'setUsername', phone: BIA, username: 'beatriz.p' })
  await boss.phones.say(BIA, 'Mudei de nome')
  await pane.getByText('@beatriz.p', { exact: true }).waitFor()
  await pane.getByText('Nome de usuário mudou').waitFor()
  await pane.getByText(/@bia\.prado → @beatriz\.p/).waitFor()

  // A chat with a stranger is started by username, with the key that WhatsApp asks for.
  await page.getByRole('button', { name: 'Novo atendimento (N)' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Novo contato' }).click()
  await dialog.getByRole('button', { name: 'Nome de usuário' }).click()
  await dialog.getByLabel('Nome de usuário').last().fill('@tom_reis')
  await dialog.getByRole('button', { name: 'Encontrar' }).click()
  await dialog.getByLabel('Chave').fill('1111')
  await dialog.getByRole('button', { name: 'Encontrar' }).click()
  await dialog.getByText('A chave não confere.').waitFor()
  await dialog.getByLabel('Chave').fill('2468')
  await dialog.getByRole('button', { name: 'Encontrar' }).click()
  await dialog.getByText('@tom_reis').first().waitFor()
  await dialog.getByRole('combobox').first().selectOption({ index: 1 })
  await dialog.getByRole('button', { name: /^Iniciar/ }).click()
  await say('Olá, Tom!')
  await until(async () => (await said(TOM)).some((text) => text?.endsWith('Olá, Tom!')))

  // Both are put on a list, and a campaign reaches them.
  const made = await boss.demand<ContactList>('POST', '/contact-lists', { name: 'Novidades' })
  const office = await enter(MANAGER, { at: `/contact-lists/${made.id}/contacts` })
  await office.getByRole('button', { name: 'Dos contatos' }).click()
  const adding = office.getByRole('dialog', { name: 'Adicionar contatos à lista' })
  for (const [name, username] of [
    ['Bia Prado', '@beatriz'],
    ['@tom_reis', '@tom'],
  ] as const) {
    await adding.getByRole('searchbox').fill(username)
    await adding.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  await adding.getByRole('button', { name: 'Adicionar', exact: true }).click()
  const line = office.getByRole('row').filter({ hasText: 'Bia Prado' })
  await line.getByText('@beatriz.p').first().waitFor()
  await line.getByText('Com WhatsApp').waitFor()

  const [loja] = await boss.demand<ConnectionSummary[]>('GET', '/whatsapp')
  const campaign = await boss.demand<{ id: number }>('POST', '/campaigns', {
    name: 'Aurora',
    message1: TEXT,
    contactListId: made.id,
    excludesEngaged: false,
    whatsappId: loja?.id,
  })
  await boss.demand('POST', `/campaigns/${campaign.id}/start`, {})
  await until(async () => (await said(BIA)).some((text) => text?.endsWith(TEXT)))
  await office.goto(`${demo.url}/campaign/${campaign.id}/report`)
  await line.getByText('@beatriz.p').first().waitFor()
})
