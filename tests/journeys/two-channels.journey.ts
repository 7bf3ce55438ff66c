/** A customer who writes by Instagram and by WhatsApp: two contacts become one, and two again. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const meta = startMeta()
const app = meta.addApp({ name: 'Maré Sistemas' })
const { demo, enter } = await stage({
  environment: {
    BALCAO_GRAPH_URL: meta.url,
    BALCAO_META_APP_ID: app.id,
    BALCAO_META_APP_SECRET: app.secret,
    BALCAO_META_VERIFY_TOKEN: app.verifyToken,
  },
})
app.callbackUrl = `${demo.url}/api/meta/webhook`

/** Waits in the demo, over the linked phone. */
const NELSON = 'Nelson Shimizu'

/** Screenshots of the steps, if SHOTS names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('two contacts are compared, merged with a yes, and separated again with what came meanwhile', async () => {
  const user = meta.addUser({ name: 'Adriana Couto', apps: [app] })
  const account = meta.addPage({ name: 'Aurora', admins: [user], instagram: { username: 'aurora.moveis' } })
  const rafael = await demo.signIn(RAFAEL.email)
  await rafael.demand('POST', '/facebook', {
    facebookUserId: user.id,
    facebookUserToken: meta.userToken(app, user),
    addInstagram: true,
  })
  const nelson = meta.instagram(meta.person({ name: NELSON }), account)
  await nelson.text('Oi! Vi a mesa no story, ainda tem?')

  const ticket = await until(async () =>
    (await rafael.tickets('pending')).find(({ channel }) => channel === 'instagram'),
  )
  await rafael.accept(ticket)

  const page = await enter(RAFAEL.email, { at: `/tickets/${ticket.uuid}` })
  const { chat, bubble, say } = desk(page)
  await bubble('Vi a mesa no story').waitFor()
  await say('Tem sim, Nelson.')

  // What Instagram lacks stands in the menu with its reason, and the microphone is off.
  await bubble('Tem sim').hover()
  await bubble('Tem sim').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: /O Instagram não deixa/ }).waitFor()
  await picture(page, 'menu')
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: 'Gravar áudio' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.getByText(`Parece ser ${NELSON}`).waitFor()
  await picture(page, 'suggestion')
  await pane.getByRole('button', { name: 'Comparar' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('row', { name: /^Atendimentos/ }).waitFor()
  await picture(page, 'compare')
  await dialog.getByRole('button', { name: `Juntar em ${NELSON}` }).click()
  await page.getByText('Contatos mesclados com sucesso').waitFor()

  // One conversation, each ticket on its channel; both channels reach the contact.
  await pane.getByRole('listitem').filter({ hasText: 'pode escrever' }).first().waitFor()
  await picture(page, 'merged')
  await chat.getByRole('img', { name: 'Instagram' }).first().waitFor()
  await nelson.text('E entregam em Niterói?')
  await bubble('E entregam em Niterói?').waitFor()

  await pane.getByRole('button', { name: 'Desfazer mesclagem' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer mesclagem' }).click()
  await page.getByText('voltou a ser um contato separado').waitFor()
  await bubble('E entregam em Niterói?').waitFor()
  await pane.getByRole('listitem').filter({ hasText: 'pode escrever' }).waitFor({ state: 'detached' })
  await picture(page, 'apart')
})
