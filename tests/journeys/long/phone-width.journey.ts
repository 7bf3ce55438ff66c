import { test } from 'bun:test'
import { customers } from '../../../src/operator/sample/story'
import { RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()

test('an admin previews a waiting conversation from the list, without accepting it', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  const helena = customers[2]
  await admin.phones.say(helena.phone, 'Ainda tem a cadeira Leme?')
  await admin.ticketOf(helena.name)
  const page = await enter(RAFAEL.email, { phone: true })
  const { chat, waiting, open, bubble } = desk(page)
  await waiting()
  await open(helena.name)
  await chat.getByText('Necessário aceitar o ticket para visualizar as mensagens').waitFor()
  await chat.getByRole('button', { name: 'Ver mensagens' }).tap()
  await bubble('Ainda tem a cadeira Leme?').waitFor()
  await page.getByText('Aceite o atendimento para responder.').waitFor()
  // Still waiting.
  await (await demo.signIn(RAFAEL.email)).ticketOf(helena.name, 'pending')
})
