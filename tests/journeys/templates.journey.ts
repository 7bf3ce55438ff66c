/** Templates of an official number: written with a picture, refused before Meta reads them, changed, and sent from the desk. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { PNG } from '../support/pixel'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const meta = startMeta()
const app = meta.addApp({ secret: 'segredo-da-loja-oficial' })
const { demo, enter } = await stage({ environment: { BALCAO_GRAPH_URL: meta.url } })
const business = meta.addBusiness({ name: 'Casa Aurora' })
const number = meta.addNumber(business, { phone: '552140201180', verifiedName: 'Casa Aurora' })
const order = meta.addTemplate(business, {
  name: 'pedido_pronto',
  components: [
    { type: 'BODY', text: 'Olá, {{1}}! O *pedido {{2}}* saiu.', example: { body_text: [['Ana', '47']] } },
    { type: 'FOOTER', text: 'Casa Aurora' },
  ],
})
meta.addTemplate(business, { name: 'vitrine', components: [{ type: 'BODY', text: 'Veja.' }, { type: 'CAROUSEL' }] })
meta.addTemplate(business, { name: 'saldao', category: 'MARKETING', status: 'REJECTED', rejectedReason: 'SCAM' })

const { id: whatsappId } = (await (
  await demo.signIn(RAFAEL.email)
).demand('POST', '/whatsapp', {
  name: 'Loja oficial',
  channel: 'whatsapp_cloud',
  phoneNumberId: number.id,
  businessAccountId: business.id,
  accessToken: meta.systemToken(app, [business]),
  appSecret: app.secret,
  verifyToken: 'confere-este-endereco',
})) as { id: number } // the answer of its route
if ((await meta.setWebhook(app, `${demo.url}/api/meta/webhook`, 'confere-este-endereco')) !== null)
  throw new Error('no webhook')

const PICTURE = { name: 'sofa.png', mimeType: 'image/png', buffer: PNG }

/** Screenshots of the steps, if SHOTS names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('one with a picture is written, its faults stand beside the fields, and Meta gets the example', async () => {
  const page = await enter(RAFAEL.email, { at: `/templates?whatsapp=${whatsappId}` })
  await page.getByText('Carrossel: cada cartão pede foto e texto próprios').waitFor()
  await page.getByText('A Meta viu sinais de golpe no texto.').waitFor()
  await picture(page, 'list')

  await page.getByRole('button', { name: 'Novo modelo' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Nome', { exact: true }).fill('Sofá em foto')
  await dialog.getByRole('button', { name: 'Imagem', exact: true }).press('Space')
  const text = dialog.getByLabel('Texto', { exact: true })
  await text.fill('{{nome}}, *chegou* o sofá {{1}}')
  await text.press('Tab')
  await dialog.getByText('Use só números ou só nomes nas variáveis.').waitFor()
  await text.fill('Oi, {{nome}}! *Chegou* o sofá _{{modelo}}_, veja.')
  await dialog.getByLabel('Rodapé').fill('Casa Aurora 🏠')
  await dialog.getByLabel('Rodapé').press('Tab')
  await dialog.getByText('O rodapé não aceita quebra de linha nem emoji.').waitFor()
  await picture(page, 'faults')
  await dialog.getByLabel('Rodapé').fill('Casa Aurora')
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).nth(1).fill('Ana')
  await dialog.getByRole('textbox', { name: 'Modelo', exact: true }).fill('Lua')

  // Without the example, nothing is sent.
  await dialog.getByRole('button', { name: 'Enviar para a Meta' }).click()
  await dialog.getByText('Envie um arquivo de exemplo').waitFor()
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await dialog.getByRole('article', { name: 'Prévia' }).getByRole('img', { name: 'sofa.png' }).waitFor()
  await picture(page, 'editor')
  await until(async () => (await dialog.getByText('Enviando para a Meta…').count()) === 0)
  await dialog.getByRole('button', { name: 'Enviar para a Meta' }).click()
  await page.getByText('Modelo Sofa em foto enviado para análise.').waitFor()
  const [made] = [...business.templates].slice(-1)
  expect(made).toMatchObject({ name: 'sofa_em_foto', format: 'NAMED', status: 'PENDING' })
  if (made) await meta.setTemplateStatus(made, 'APPROVED')
  await page
    .getByRole('row', { name: /Sofa em foto/ })
    .getByText('Aprovado')
    .waitFor()
})

test('a change is reviewed again, Meta’s refusal stands in its words, and its change of category rings', async () => {
  const page = await enter(RAFAEL.email, { at: `/templates?whatsapp=${whatsappId}` })
  const change = async (text: string) => {
    await page.getByRole('button', { name: 'Mudar modelo Pedido pronto' }).click()
    await dialogOf(page).getByLabel('Texto', { exact: true }).fill(text)
    await dialogOf(page).getByRole('button', { name: 'Enviar a mudança' }).click()
  }
  await change('Olá, {{1}}! O pedido {{2}} chegou.')
  await page.getByText('Mudança de Pedido pronto enviada para análise.').waitFor()
  await meta.setTemplateStatus(order, 'APPROVED')
  await page
    .getByRole('row', { name: /Pedido pronto/ })
    .getByText('Aprovado')
    .waitFor()
  await change('Olá, {{1}}! O pedido {{2}} está aqui.')
  await dialogOf(page)
    .getByText(/A Meta não aceitou: .*24 hours/)
    .waitFor()
  await picture(page, 'refused')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()

  await meta.setTemplateStatus(order, 'PAUSED')
  await page
    .getByRole('row', { name: /Pedido pronto/ })
    .getByText(/Pausado até/)
    .waitFor()
  await meta.setTemplateStatus(order, 'APPROVED')
  await meta.setTemplateCategory(order, 'MARKETING')
  await page.getByText('A Meta mudou de Utilidade para Marketing: o preço é outro.').waitFor()
  await page.getByRole('button', { name: '1 modelo mudou de categoria' }).click()
  await picture(page, 'bell')
  await page.getByRole('button', { name: 'Marcar Pedido pronto como lido' }).click()
  await until(async () => (await page.getByText('o preço é outro').count()) === 0)
})

test('one is sent with a picture from the desk, and says why another cannot be', async () => {
  const chat = meta.whatsapp(meta.person({ name: 'Helena Marques', phone: '5521988887777' }), number)
  await chat.text('Oi!')
  const rafael = await demo.signIn(RAFAEL.email) // a person has one session, which the pages took over
  const ticket = await until(async () =>
    (await rafael.tickets('pending')).find(({ channel }) => channel === 'whatsapp_cloud'),
  )
  await rafael.accept(ticket)
  const page = await enter(RAFAEL.email, { at: `/tickets/${ticket.uuid}` })
  await page.getByRole('button', { name: 'Escolher modelo' }).first().click()
  const dialog = dialogOf(page)
  // The keyboard begins in the list, and Escape asks once something was typed.
  await dialog.locator('[role=option]:focus').waitFor()
  await dialog.getByRole('option', { name: /Pedido pronto/ }).click()
  await dialog.getByRole('textbox', { name: 'Variável 1' }).fill('Helena')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
  expect(await dialog.getByRole('textbox', { name: 'Variável 1' }).inputValue()).toBe('Helena')
  await dialog.getByRole('option', { name: /Vitrine/ }).press('Enter')
  await dialog.getByText('Carrossel: cada cartão pede foto e texto próprios').waitFor()
  expect(await dialog.getByRole('button', { name: /^Enviar/ }).isDisabled()).toBe(true)
  await dialog.getByRole('option', { name: /Sofa em foto/ }).click()
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Helena')
  await dialog.getByRole('textbox', { name: 'Modelo', exact: true }).fill('Lua')
  await picture(page, 'picker')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Chegou').first().waitFor()
  await until(() => chat.received.length > 0)
  expect(JSON.stringify(meta.seen.findLast(({ path }) => path.endsWith('/messages'))?.body)).toContain('"image":{"id":')
  await picture(page, 'sent')
})
