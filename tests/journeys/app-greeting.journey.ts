/** The greeting of the WhatsApp Business app on the company's phone ends no bot; a person's text does. */
import { expect, test } from 'bun:test'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { until } from '../survival/support/until'
import { COMPANY, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const customers = ['5511988010061', '5511988010062', '5511988010063', '5511988010064']
const nameOf = (at: number) => `Cliente ${['Um', 'Dois', 'Três', 'Quatro'][at]}`

test('is switched on on the simulated phone, labelled in the conversation, and told to administrators once', async () => {
  const page = await enter(RAFAEL.email, { at: '/simulator' })
  await page
    .getByRole('button', { name: /Opções do celular de Loja Centro/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Ligar a mensagem de saudação do aplicativo' }).click()

  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const [connection] = await admin.demand<ConnectionSummary[]>('GET', '/whatsapp')
  const queues = await admin.demand<{ id: number }[]>('GET', '/queue')
  await admin.demand('PUT', `/whatsapp/${connection?.id}`, {
    queueIds: queues.slice(0, 2).map(({ id }) => id),
    greetingMessage: 'Escolha:',
    enableQueueChatbot: true,
  })
  const { phones } = admin
  const heard = (phone: string, words: string) =>
    until(async () => (await phones.chat(phone)).some(({ fromMe, text }) => !fromMe && text.includes(words)), {
      every: 50,
    })
  for (const [at, phone] of customers.entries()) {
    await phones.run({ do: 'addPhone', phone, name: nameOf(at), role: 'customer' })
    await phones.say(phone, 'Bom dia, quero um orçamento')
    await heard(phone, 'Escolha:')
    await heard(phone, 'Obrigado pelo contato')
    await phones.say(phone, '1')
    await until(
      async () =>
        (await admin.tickets('pending')).some(
          ({ contact, queueId }) => contact.name === nameOf(at) && queueId !== null,
        ),
      { every: 50 },
    )
  }

  const again = await enter(RAFAEL.email)
  const { open, bubble } = desk(again)
  await open(nameOf(3))
  await bubble('Obrigado pelo contato').getByText('Mensagem automática do aplicativo').waitFor()
  const strip = again.getByRole('complementary', { name: 'Mensagens automáticas do aplicativo' })
  await strip.getByRole('button', { name: 'Entendi' }).click()
  await strip.waitFor({ state: 'detached' })

  const before = (await phones.chat(customers[0] ?? '')).length
  await phones.run({ do: 'say', from: COMPANY, to: customers[0] ?? '', text: 'Oi, aqui é a Lúcia.' })
  await until(
    async () => (await admin.tickets('pending')).find(({ contact }) => contact.name === nameOf(0))?.isBot === false,
    { every: 50 },
  )
  await phones.say(customers[0] ?? '', '2')
  await phones.say(customers[1] ?? '', '#')
  expect(
    (await phones.chat(customers[0] ?? ''))
      .slice(before)
      .filter(({ fromMe }) => !fromMe)
      .map(({ text }) => text),
  ).toEqual(['Oi, aqui é a Lúcia.'])
})
