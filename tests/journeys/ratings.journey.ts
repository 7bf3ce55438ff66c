import { beforeAll, expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const SARA = 'sara@aurora.example'
/** Waits in the queue Vendas, which Camila serves. */
const CUSTOMER = 'João Pedro Sant’Anna'

beforeAll(() => demo.command('user', 'create', SARA, '--name', 'Sara Dias', '--profile', 'supervisor'))

test('a supervisor creates a rating, an attendant closes with it, and the customer’s answer appears in the results live', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const { contact } = await boss.ticketOf(CUSTOMER)
  const phone = contact.number ?? ''
  const seesText = (text: string) =>
    until(async () => (await boss.phones.chat(phone)).at(-1)?.text?.includes(text) ?? false)

  // The rating, beside its preview for the contact.
  const sara = await enter(SARA)
  await sara.getByRole('link', { name: 'Avaliações', exact: true }).click()
  await sara.getByText('As avaliações estão desligadas').waitFor()
  await boss.demand('PUT', '/settings/userRating', { value: 'enabled' })
  await sara.getByText('As avaliações estão desligadas').waitFor({ state: 'detached' })
  await sara.getByRole('button', { name: 'Nova avaliação' }).click()
  const form = sara.getByRole('dialog', { name: 'Nova avaliação' })
  await form.getByLabel('Nome', { exact: true }).fill('ab')
  await form.getByRole('textbox', { name: 'Pergunta' }).fill('{{firstName}}, valeu a pena?')
  await form.getByRole('switch', { name: /^Pedir um comentário/ }).click()
  const preview = form.getByRole('region', { name: 'No celular do contato' })
  await preview.getByText('Maria, valeu a pena?').waitFor()
  await preview.getByText('O que podemos melhorar?').waitFor()
  await form.getByRole('button', { name: 'Criar avaliação' }).click()
  await form.getByText('Nome muito curto: mínimo 3 caracteres.').waitFor()
  await form.getByLabel('Nome', { exact: true }).fill('Depois da compra')
  await form.getByRole('button', { name: 'Criar avaliação' }).click()
  await sara.getByRole('row', { name: /^Depois da compra/ }).waitFor()
  await sara.getByRole('button', { name: 'Resultados' }).click()
  const results = sara.getByRole('main')
  await results.getByText('Taxa de resposta').first().waitFor()

  // Resolving asks for the rating.
  const page = await enter(CAMILA.email)
  const { waiting, accept, say, bubble, chat } = desk(page)
  await waiting()
  await accept(CUSTOMER)
  await say('Entregamos sim, toda terça.')
  await bubble('Entregamos sim').waitFor()
  await chat.getByRole('button', { name: 'Resolver', exact: true }).click()
  const closing = page.getByRole('dialog', { name: /^Resolver o atendimento de João/ })
  // One is proposed, though none is the company's default.
  expect(await closing.getByLabel('Avaliação', { exact: true }).inputValue()).not.toBe('')
  await closing.getByLabel('Avaliação', { exact: true }).selectOption({ label: 'Depois da compra' })
  await closing.getByText('João, valeu a pena?').waitFor()
  await closing.getByRole('button', { name: 'Resolver e perguntar' }).click()
  await closing.waitFor({ state: 'detached' })

  // The customer answers, then comments; neither opens a ticket.
  await seesText('João, valeu a pena?')
  await boss.phones.say(phone, 'muito satisfeito')
  await seesText('O que podemos melhorar?')
  await boss.phones.say(phone, 'Nada, a Camila foi ótima')
  await seesText('Obrigado pela sua avaliação!')
  const waits = await boss.tickets('pending')
  expect(waits.filter((ticket) => ticket.contact.name === CUSTOMER)).toEqual([])

  // The supervisor's page updates live, and links to the conversation, whose log shows it too.
  const answer = results.getByRole('listitem').filter({ hasText: 'Nada, a Camila foi ótima' })
  await answer.getByText('Depois da compra').waitFor()
  await answer.getByRole('link', { name: CUSTOMER }).click()
  await sara.getByRole('button', { name: 'Dados do contato' }).click()
  await sara.getByText('Depois da compra · 3 - Muito satisfeito').waitFor()
})
