import { beforeAll, expect, test } from 'bun:test'
import { CAMILA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
/** Both wait in the queue Vendas, which Camila serves, or in none. */
const CUSTOMER = 'João Pedro Sant’Anna'
const OTHER = 'Mariana Duarte'
const OTHERS_PHONE = '5521996124087'
/** Number prefix of the load generator's customers. */
const CROWD = '55119000000'

const boss = await demo.signIn(RAFAEL.email)

beforeAll(async () => {
  await boss.link()
  await boss.phones.say(OTHERS_PHONE, 'Podem me mandar o endereço?')
  await boss.ticketOf(OTHER)
  // More contacts than may be selected.
  await boss.crowd(10)
})

test('forwards to ten contacts at most', async () => {
  const camila = await demo.signIn(CAMILA.email)
  const ticket = await camila.accept(await camila.ticketOf(CUSTOMER))
  await camila.demand('POST', `/messages/${ticket.id}`, { body: 'Até já!' })
  const page = await enter(CAMILA.email)
  const { waiting, attending, open, bubble, list } = desk(page)
  await waiting()
  await list.getByRole('listitem').nth(8).waitFor()
  await attending()
  await open(CUSTOMER)
  await bubble('Até já!').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Encaminhar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Encaminhar a mensagem' })
  await dialog.getByRole('searchbox').fill(CROWD)
  const people = dialog.getByRole('checkbox')
  await people.nth(9).waitFor()
  for (let n = 0; n < 10; n++) await people.nth(n).check()
  await dialog.getByText('10 de 10 contatos').waitFor()
  await dialog.getByRole('searchbox').fill('mariana')
  await dialog.getByRole('checkbox', { name: /Mariana Duarte/ }).click()
  await page.getByText('Máximo de contatos atingido').waitFor()
  expect(await dialog.getByRole('checkbox', { name: /Mariana Duarte/ }).isChecked()).toBe(false)
})
