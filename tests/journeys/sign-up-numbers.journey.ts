import { expect, test } from 'bun:test'
import { startMeta } from '../../src/simulator/meta/stand-in'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const meta = startMeta()
const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
const app = meta.addApp({ name: 'Maré Sistemas', loginConfigs: [{ id: '900', scopes, lastsMs: null }] })
const { demo, enter } = await stage({
  environment: {
    BALCAO_GRAPH_URL: meta.url,
    BALCAO_META_APP_ID: app.id,
    BALCAO_META_APP_SECRET: app.secret,
    BALCAO_META_VERIFY_TOKEN: app.verifyToken,
    BALCAO_META_CONFIG_ID: '900',
  },
})

test('official numbers are connected by signing in to Meta: a new one with its PIN, and one that stays on the phone', async () => {
  expect(await meta.setWebhook(app, `${demo.url}/api/meta/webhook`)).toBeNull()
  const business = meta.addBusiness({ name: 'Casa Aurora' })
  const fresh = meta.addNumber(business, { phone: '552140201181', verifiedName: 'Aurora Vendas', isRegistered: false })
  const phone = meta.addNumber(business, { phone: '5521998804411', verifiedName: 'Aurora Obras', isOnBizApp: true })
  const user = meta.addUser({ name: 'Adriana Couto', businesses: [business] })
  const page = await enter(RAFAEL.email, { at: '/connections' })
  const begin = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Nova conexão' }).click()
    await dialogOf(page).getByRole('button', { name: 'WhatsApp pelo celular' }).press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialogOf(page)
      .getByRole('radio', { name: /continua no celular/ })
      .check()
    await dialogOf(page).getByRole('button', { name: 'Entrar na Meta' }).click()
    await page.waitForURL('**/meta-sign-in')
  }

  // Denied in Meta's dialog: the page says so, and leads back. The code never stays in the address.
  meta.answerSignIn({ user: null })
  await begin()
  await page.getByRole('alert').getByText('A Meta não confirmou a entrada.').waitFor()
  await page.getByRole('button', { name: 'Voltar às conexões' }).click()
  await page.waitForURL('**/connections')

  // Nothing granted.
  meta.answerSignIn({ user, businesses: [] })
  await begin()
  const dialog = page.getByRole('dialog', { name: 'Números oficiais do WhatsApp' })
  await dialog.getByText('Nenhuma conta do WhatsApp foi liberada.').waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  fresh.pin = '135790'
  meta.answerSignIn({ user })
  await begin()
  const connect = dialog.getByRole('button', { name: /^Conectar/ })
  expect(await dialog.getByRole('checkbox', { name: /Aurora Obras/ }).isChecked()).toBe(true)
  await dialog.getByRole('checkbox', { name: /Aurora Vendas/ }).check()
  expect(await connect.isDisabled()).toBe(true)
  await dialog.getByLabel('PIN de Aurora Vendas').fill('111111')
  await connect.click()
  // A wrong PIN is corrected here, without another sign-in.
  await dialog.getByText('o PIN não confere.').waitFor()
  await dialog.getByLabel('PIN de Aurora Vendas').fill('135790')
  await dialog.getByRole('button', { name: 'Conectar 1' }).click()
  await page.waitForURL('**/connections')
  for (const name of ['Aurora Vendas', 'Aurora Obras'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText('Conectada, qualidade alta')
      .waitFor()
  const registrations = meta.seen.filter(({ path }) => path.endsWith('/register')).map(({ path }) => path)
  expect(new Set(registrations)).toEqual(new Set([`${fresh.id}/register`]))
  expect(phone).toMatchObject({ isOnBizApp: true, synced: new Set(['smb_app_state_sync', 'history']) })

  // Its form says whether Meta calls us, and names what is wrong.
  const webhook = async () => {
    await page
      .getByRole('row', { name: /Aurora Vendas/ })
      .getByRole('button', { name: /^Editar/ })
      .click()
    await dialogOf(page).getByRole('tab', { name: 'Acesso da Meta' }).click()
  }
  await webhook()
  await dialogOf(page).getByText('A Meta avisa este endereço').waitFor()
  await page.keyboard.press('Escape')
  app.callbackUrl = 'https://outro.example/webhook'
  await webhook()
  await dialogOf(page).getByText('Na Meta está outro endereço: https://outro.example/webhook').waitFor()
})
