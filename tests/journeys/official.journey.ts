import { expect, test } from 'bun:test'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const meta = startMeta()
const operatorsApp = meta.addApp({ name: 'Maré Sistemas' })
const { demo, enter } = await stage({
  environment: {
    BALCAO_GRAPH_URL: meta.url,
    BALCAO_META_APP_ID: operatorsApp.id,
    BALCAO_META_APP_SECRET: operatorsApp.secret,
  },
})

test('an official number is connected by its page, with each value wrong once', async () => {
  const [app, other] = [meta.addApp({ secret: 'segredo-da-loja-oficial' }), meta.addApp()]
  const [business, elsewhere] = [meta.addBusiness({ name: 'Casa Aurora' }), meta.addBusiness()]
  const number = meta.addNumber(business, { phone: '552140201180', verifiedName: 'Casa Aurora' })
  const token = meta.systemToken(app, [business, elsewhere])
  const narrow = meta.systemToken(app, [business], { scopes: ['whatsapp_business_management'] })

  const page = await enter(RAFAEL.email, { at: '/connections' })
  await page.getByRole('main').getByRole('button', { name: 'Nova conexão' }).click()
  await dialogOf(page).getByRole('button', { name: 'WhatsApp pelo celular' }).press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Conectar o WhatsApp oficial' })
  const connect = dialog.getByRole('button', { name: 'Conectar', exact: true })
  const fields = {
    number: dialog.getByLabel('ID do número'),
    account: dialog.getByLabel('ID da conta (WABA)'),
    token: dialog.getByLabel('Token permanente'),
    secret: dialog.getByLabel('Chave secreta do app'),
  }
  const checks = dialog.getByRole('complementary', { name: 'Conferência' })
  /** Leaving the field checks it. */
  const change = async (field: keyof typeof fields, value: string, found: string | RegExp) => {
    await fields[field].fill(value)
    await fields[field].press('Tab')
    await checks.getByText(found).waitFor()
  }

  // A value that can only be wrong is named before Meta is asked.
  await fields.number.fill(number.id)
  await fields.account.fill(number.id)
  await fields.account.press('Tab')
  await dialog.getByText('Este é o ID do número, repetido.').waitFor()

  await fields.account.fill(business.id)
  await fields.token.fill(`${token}x`)
  await change('secret', app.secret, 'Token recusado')
  expect(await connect.isDisabled()).toBe(true)
  await change('token', narrow, 'Falta uma permissão')
  await checks.getByText(/whatsapp_business_messaging/).waitFor()
  await change('token', token, 'Permissões completas')
  await change('number', '1234567890', 'Número não encontrado')
  await change('number', number.id, 'Número encontrado')
  await change('account', elsewhere.id, 'Esta conta existe, mas o número não é dela.')
  await change('account', business.id, 'Conta encontrada')
  await change('secret', other.secret, 'A chave secreta não é deste app')
  expect(await connect.isDisabled()).toBe(true)
  await change('secret', app.secret, 'Chave secreta confere')

  // Escape asks, because something was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
  expect(await dialog.getByLabel('Nome da conexão').inputValue()).toBe('Casa Aurora')
  await dialog.getByLabel('Nome da conexão').fill('Loja oficial')
  await connect.click()

  // Meta calls the address when it is saved there; the line changes by itself.
  await dialog.getByText('Agora salve os dois lá').waitFor()
  await dialog.getByText('Webhook ainda não chamado').waitFor()
  const address = await dialog.getByRole('textbox', { name: 'Endereço' }).inputValue()
  const verifyToken = await dialog.getByRole('textbox', { name: 'Token de verificação' }).inputValue()
  expect(await meta.setWebhook(app, address, verifyToken)).toBeNull()
  await checks.getByText('A Meta avisa este endereço').waitFor()
  await dialog.getByRole('button', { name: 'Concluir' }).click()

  // Its queues come next. No secret is shown again.
  await dialogOf(page).getByRole('checkbox', { name: 'Vendas' }).check()
  await dialogOf(page).getByRole('tab', { name: 'Acesso da Meta' }).click()
  expect(await dialogOf(page).getByLabel('Novo token permanente').inputValue()).toBe('')
  await dialogOf(page).getByRole('button', { name: 'Salvar' }).click()
  const row = page.getByRole('row', { name: /Loja oficial/ })
  await row.getByText('Conectada, qualidade alta').waitFor()
  await row.getByText('Até 1.000 pessoas novas em 24 h.').waitFor()
  expect(await page.content()).not.toContain(token)
})

test('pages and their Instagram are chosen after Meta’s sign-in; what cannot be connected says why', async () => {
  const user = meta.addUser({ name: 'Adriana Couto' })
  meta.addPage({ name: 'Aurora Outlet', admins: [user], instagram: { username: 'aurora.outlet' } })
  meta.addPage({ name: 'Aurora Projetos', admins: [user] })
  meta.answerSignIn({ user })
  const page = await enter(RAFAEL.email, { at: '/connections' })
  const choose = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Nova conexão' }).click()
    await dialogOf(page).getByRole('button', { name: 'Messenger' }).click()
    await dialogOf(page).getByRole('button', { name: 'Entrar na Meta' }).click()
    await page.waitForURL('**/meta-sign-in')
  }
  await choose()
  const dialog = page.getByRole('dialog', { name: 'Messenger e Instagram' })
  await dialog.getByText('como Adriana Couto').waitFor()
  await dialog.getByText('3 conexões novas').waitFor()
  // Space unticks a page with its Instagram.
  await dialog.getByRole('checkbox', { name: /Aurora Outlet/ }).press('Space')
  await dialog.getByText('1 conexão nova').waitFor()
  await dialog.getByRole('button', { name: 'Conectar 1' }).click()
  await page.waitForURL('**/connections')
  await page
    .getByRole('row', { name: /Aurora Projetos/ })
    .getByText('Conectada')
    .first()
    .waitFor()

  // Again: what is a connection stays in the list, and its access is renewed.
  meta.answerSignIn({ user })
  await choose()
  expect(await dialog.getByRole('checkbox', { name: /Aurora Projetos/ }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Conectar 2' }).click()
  await page.waitForURL('**/connections')
  await until(async () => (await page.getByRole('row', { name: /Aurora Outlet|aurora\.outlet/ }).count()) === 2)
  expect(demo.url).toContain('http')
})
