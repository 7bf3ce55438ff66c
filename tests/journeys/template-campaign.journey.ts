/** A template campaign over an official number, made by the screen, with failures of each kind in its report. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type * as v from 'valibot'
import { read, utils } from 'xlsx'
import type { CampaignPage, DeliveryPage } from '../../src/features/campaigns/contract'
import type { ContactList } from '../../src/features/contact-lists/contract'
import type { TemplatePage } from '../../src/features/templates/contract'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { until } from '../survival/support/until'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const meta = startMeta()
const { demo, enter } = await stage({ environment: { BALCAO_GRAPH_URL: meta.url } })

const picture = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const MARTA = 'marta@aurora.example'
/** The stand-in answers by the last six digits. */
const FAILING = ['131026', '131047', '131049', '131050']
const REACHED = 30

async function connected() {
  const app = meta.addApp({ secret: 'segredo-da-loja-oficial' })
  const business = meta.addBusiness({ name: 'Casa Aurora' })
  const number = meta.addNumber(business, { phone: '552140201180', verifiedName: 'Casa Aurora' })
  const template = meta.addTemplate(business, {
    name: 'pedido_pronto',
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: 'Olá, {{1}}! Seu pedido está pronto na loja {{2}}. Até já!' },
      { type: 'FOOTER', text: 'Casa Aurora' },
    ],
  })
  const boss = await demo.signIn(RAFAEL.email)
  const settings = { sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] }
  await boss.demand('POST', '/campaign-settings', { settings })
  const token = meta.systemToken(app, [business])
  const { id } = await boss.demand<{ id: number }>('POST', '/whatsapp', {
    name: 'Loja oficial',
    channel: 'whatsapp_cloud',
    queueIds: [],
    phoneNumberId: number.id,
    businessAccountId: business.id,
    accessToken: token,
    appSecret: app.secret,
    verifyToken: 'verificar-a-loja',
  })
  expect(await meta.setWebhook(app, `${demo.url}/api/meta/webhook`, 'verificar-a-loja')).toBeNull()
  const list = await boss.demand<ContactList>('POST', '/contact-lists', { name: 'Pedidos de novembro' })
  const phones = Array.from({ length: REACHED }, (_, n) => `55219${96_300_000 + n}`)
  for (const [n, phone] of phones.entries()) meta.person({ name: `Pessoa ${n + 1}`, phone })
  const failing = FAILING.map((code) => `5511988${code}`)
  for (const [n, number] of [...phones, ...failing].entries())
    await boss.demand('POST', '/contact-list-items', { contactListId: list.id, name: `Pessoa ${n + 1}`, number })
  await boss.demand('POST', '/opt-outs', { number: phones[0] })
  return { boss, app, business, token, template, connectionId: id, phones }
}

test('a template campaign is made, waits while the token is dead, stops while the template is paused, and reports', async () => {
  await demo.command('user', 'create', MARTA, '--name', 'Marta', '--profile', 'admin')
  const { boss, app, business, token, template, connectionId } = await connected()
  const accepted = () => [...meta.world.messages.values()].filter(({ type }) => type === 'template')

  const page = await enter(MARTA, { at: '/campaigns' })
  await page.getByRole('button', { name: 'Nova campanha' }).first().click()
  await page.getByLabel('Nome da campanha').fill('Pedidos prontos')
  await page.getByLabel('Conexão', { exact: true }).selectOption({ label: 'Loja oficial' })
  await page.getByLabel('Modelo aprovado').selectOption({ label: 'Pedido pronto · Utilidade' })
  await page.getByText('Seu pedido está pronto na loja').first().waitFor()
  await picture(page, 'campaign-template')
  // Its values are missing.
  await page
    .getByText(/^Falta completar: Mensagem/)
    .first()
    .waitFor()
  const [first, second] = [
    page.getByRole('textbox', { name: 'Variável 1' }),
    page.getByRole('textbox', { name: 'Variável 2' }),
  ]
  await first.click()
  await page.getByRole('group', { name: 'Variável 1' }).getByRole('button', { name: 'primeiro nome' }).click()
  await second.fill('Centro')
  await page.getByLabel('Lista de contatos').selectOption({ label: `Pedidos de novembro, ${REACHED + FAILING.length}` })
  await page.getByText(/^rascunho, salvo às/).waitFor()
  await page.getByText('Olá, Pessoa! Seu pedido está pronto na loja Centro. Até já!').waitFor()
  await picture(page, 'campaign-editor')

  // The token ends on the way: the campaign waits, and goes on with another one.
  meta.endToken(token)
  await page.getByRole('button', { name: 'Iniciar', exact: true }).click()
  const begin = page.getByRole('alertdialog', { name: 'Iniciar a campanha agora?' })
  await picture(page, 'campaign-begin')
  await begin.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await page.getByText('A conexão está desconectada').first().waitFor()
  await picture(page, 'campaign-disconnected')
  expect(accepted()).toEqual([])
  template.status = 'PAUSED'
  await boss.demand('PUT', `/whatsapp/${connectionId}`, { accessToken: meta.systemToken(app, [business]) })

  // Meta has paused the template: nobody is lost.
  await page.getByText(/a Meta suspendeu o modelo, ou ele foi excluído/).waitFor()
  await picture(page, 'campaign-stopped')
  await meta.setTemplateStatus(template, 'APPROVED')
  const countOnTheWay = async (id: number, after = ''): Promise<number> => {
    const query = after === '' ? '' : `?after=${encodeURIComponent(after)}`
    const { deliveries, next } = await boss.demand<v.InferOutput<typeof DeliveryPage>>(
      'GET',
      `/campaigns/${id}/deliveries${query}`,
    )
    const here = deliveries.filter(({ state }) => state === 'sending' || state === 'sent').length
    return here + (next === null ? 0 : await countOnTheWay(id, next))
  }
  const isApproved = async () => {
    const { templates } = await boss.demand<TemplatePage>('GET', `/whatsapp/${connectionId}/templates`)
    return templates.every(({ status }) => status === 'APPROVED')
  }
  await until(isApproved, { every: 500 })
  await page.getByRole('button', { name: 'Reiniciar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reiniciar', exact: true }).click()
  await page.getByText('Finalizada').first().waitFor()
  await until(async () => accepted().length === REACHED - 1 + FAILING.length)
  expect(meta.sentTwice).toEqual([])

  for (const reason of [
    'o WhatsApp ou a Meta não conseguiu entregar a esta pessoa',
    'Não escreveu nas últimas 24 horas',
    'a Meta reteve a mensagem: esta pessoa já recebe ofertas demais',
    'Marcado como “Não enviar”',
  ])
    await page
      .getByRole('row', { name: new RegExp(reason) })
      .first()
      .waitFor()
  // It ends with the last send; the receipts of the last messages come after that.
  const [campaign] = (await boss.demand<v.InferOutput<typeof CampaignPage>>('GET', '/campaigns')).records
  await until(async () => (await countOnTheWay(campaign?.id ?? 0)) === 0, { every: 100 })
  await picture(page, 'campaign-report')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar' }).click(),
  ])
  const book = read(await Bun.file(await file.path()).arrayBuffer())
  const lines = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
  const states = Map.groupBy(lines, (line) => line.Situação ?? '')
  expect(Object.fromEntries([...states].map(([state, of]) => [state, of.length]))).toEqual({
    Entregue: REACHED - 1,
    Falhou: FAILING.length,
    'Fora do envio': 1,
  })

  // The row of the connection says how much of Meta's limit is used.
  await page.goto(`${demo.url}/connections`)
  await page
    .getByRole('row', { name: /Loja oficial/ })
    .getByText(`${REACHED - 1} de 1.000 pessoas em 24 h.`)
    .waitFor()
  await picture(page, 'connections')
})
