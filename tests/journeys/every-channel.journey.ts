/** Where the channel matters outside of the conversation: lists, forwarding, a closed window, plans, blocks and costs. */
import { Database } from 'bun:sqlite'
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
const KNOWN = 'Nelson Shimizu'
/** Keeps the name in the merge. */
const STUDIO = 'Studio Lavanda'

/** Screenshots of the steps, if SHOTS names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** What only time and Meta's reports bring. */
function change(sql: string, ...params: (string | number)[]) {
  const files = [...new Bun.Glob('tenants/*/tenant.db').scanSync({ cwd: demo.data, absolute: true })]
  for (const path of files) {
    const db = new Database(path)
    db.run('PRAGMA busy_timeout = 5000')
    db.run(sql, params)
    db.close()
  }
}

/** A page and its Instagram account, to which a customer of the linked phone writes by another name. */
async function withInstagram() {
  const user = meta.addUser({ name: 'Adriana Couto', apps: [app] })
  const account = meta.addPage({ name: 'Aurora', admins: [user], instagram: { username: 'aurora.moveis' } })
  const rafael = await demo.signIn(RAFAEL.email)
  await rafael.link()
  await rafael.demand('POST', '/facebook', {
    facebookUserId: user.id,
    facebookUserToken: meta.userToken(app, user),
    addInstagram: true,
  })
  const waiting = await rafael.tickets('pending')
  const known = waiting.find(({ contact }) => contact.name === KNOWN)
  const studio = meta.instagram(meta.person({ name: STUDIO }), account)
  await studio.text('Oi! A mesa do story ainda está à venda?')
  const ticket = await until(async () =>
    (await rafael.tickets('pending')).find(({ channel }) => channel === 'instagram'),
  )
  await rafael.accept(ticket)
  const other = waiting.find(({ contact }) => contact.name !== KNOWN)
  if (!known?.contact.number || !other) throw new Error('nobody waits')
  await rafael.accept(other)
  const noNumber = meta.messenger(meta.person({ name: 'Lúcia Conceição' }), account)
  await noNumber.text('Tem na cor carvalho?')
  return { studio, ticket, other, number: known.contact.number }
}

test('the channel is seen and chosen wherever it matters', async () => {
  const { studio, ticket, other, number } = await withInstagram()
  await studio.text(`Me chama no WhatsApp: ${number}`)

  // Whoever writes the number of somebody may be that person; Instagram cannot block.
  const page = await enter(RAFAEL.email, { at: `/tickets/${ticket.uuid}` })
  const { bubble, say } = desk(page)
  await bubble('Me chama no WhatsApp').waitFor()
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.getByText(`Parece ser ${KNOWN}`).waitFor()
  await pane.getByText('Escreveu o número ou o e-mail do outro').waitFor()
  await pane.getByText('O Instagram não deixa bloquear por aqui.').scrollIntoViewIfNeeded()
  expect(await pane.getByRole('button', { name: 'Bloquear contato' }).isDisabled()).toBe(true)
  await picture(page, 'pane')

  await say('Está sim!')
  await pane.getByRole('button', { name: 'Comparar' }).click()
  await dialogOf(page)
    .getByRole('button', { name: /^Juntar em/ })
    .click()
  await page.getByText('Contatos mesclados com sucesso').waitFor()

  // Once the time is over, the linked phone is another way.
  change('UPDATE reply_windows SET opened_at = opened_at - ?', 8 * 86_400_000)
  await page.reload()
  const shut = page.getByRole('region', { name: /Avisar/ })
  await shut.getByRole('button', { name: /Pela / }).waitFor()
  await picture(page, 'shut')

  // Forwarded to somebody known by two channels: each says whether it takes it.
  await page.goto(`${demo.url}/tickets/${other.uuid}`)
  await say('Rua das Laranjeiras, 120.')
  await bubble('Rua das Laranjeiras').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Encaminhar' }).press('Enter')
  const forward = page.getByRole('dialog', { name: 'Encaminhar a mensagem' })
  await forward.getByRole('searchbox').fill(STUDIO)
  await forward.getByRole('checkbox', { name: new RegExp(STUDIO) }).check()
  const ways = forward.getByRole('group', { name: `Como chega a ${STUDIO}` })
  await ways.getByText(/A janela acabou: só depois que/).waitFor()
  expect(await ways.getByRole('radio', { checked: true }).count()).toBe(1)
  await picture(page, 'forward')
  await forward.getByRole('button', { name: 'Encaminhar' }).click()
  await page.getByText('Encaminhado com sucesso', { exact: true }).waitFor()
})

test('lists, plans and reports know the channel', async () => {
  const page = await enter(RAFAEL.email, { at: '/contacts?channel=instagram' })
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await page.getByRole('button', { name: /Canal\s*Instagram/ }).waitFor()
  await picture(page, 'contacts')
  await page.goto(`${demo.url}/moments?channel=instagram`)
  await page.getByRole('button', { name: /Canal\s*Instagram/ }).waitFor()
  await picture(page, 'wall')
  await page.goto(`${demo.url}/campaigns/new`)
  await page.getByLabel('Canal da última conversa').waitFor()
  await page.getByLabel('Canal da última conversa').scrollIntoViewIfNeeded()
  await picture(page, 'campaign')

  await page.goto(`${demo.url}/quick-messages`)
  await page
    .getByRole('button', { name: /Nova mensagem/ })
    .first()
    .click()
  const quick = dialogOf(page)
  await quick.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Olá! '.repeat(300))
  await quick.getByText('Pelo Instagram vai em 2 mensagens.').waitFor()
  await picture(page, 'quick')
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Descartar|Sair/ })
    .click()

  const month = new Date().toISOString().slice(0, 7)
  const newest = '(SELECT max(id) FROM connections WHERE deleted_at IS NULL)'
  change(`UPDATE connections SET channel = 'whatsapp_cloud' WHERE id = ${newest}`)
  change(
    `INSERT INTO charged_days (connection_id, day, category, billed, free) SELECT ${newest}, ?, 'marketing', 50, 3 WHERE ${newest} IS NOT NULL`,
    `${month}-01`,
  )
  await page.goto(`${demo.url}/reports?tab=channels`)
  const costs = page.getByRole('region', { name: 'Custo na Meta neste período' })
  await costs.getByRole('row', { name: /WhatsApp oficial.*50.*3.*R\$/ }).waitFor()
  await costs.scrollIntoViewIfNeeded()
  await picture(page, 'reports')
})

test('somebody of Messenger has no number, rather than a hidden one', async () => {
  const rafael = await demo.signIn(RAFAEL.email)
  const ticket = await until(async () =>
    (await rafael.tickets('pending')).find(({ channel }) => channel === 'facebook'),
  )
  await rafael.accept(ticket)
  const page = await enter(RAFAEL.email, { at: `/tickets/${ticket.uuid}` })
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const pane = page.getByRole('complementary', { name: 'Dados do contato' })
  await pane.getByText('Sem número', { exact: true }).waitFor()
  await page.goto(`${demo.url}/contacts?channel=facebook`)
  await page.getByText('Sem número', { exact: true }).first().waitFor()
  expect(await page.getByText('Número oculto').count()).toBe(0)
})
