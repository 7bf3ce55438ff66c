import { expect, test } from 'bun:test'
import { fillIn, isAtDesk } from '../support/browser'
import { RAFAEL } from '../support/demo'
import { stage } from '../support/stage'

const { demo, open } = await stage()

test('the page shows that it is loading while its scripts load', async () => {
  const page = await open()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => arrived.promise.then(() => route.continue()))
  await page.goto(demo.url, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const page = document.querySelector('#root')
    if (!page) return false
    const { content, opacity } = getComputedStyle(page, '::after')
    return content !== 'none' && opacity === '1'
  })
  arrived.resolve()
  await page.getByRole('heading', { name: 'Entre no seu balcão' }).waitFor()
  expect(await page.evaluate(() => document.querySelector('#root:empty'))).toBeNull()
})

test('a language chosen while the desk’s texts are on their way is spoken there too', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  const language = page.getByRole('combobox', { name: 'Idioma' })
  await language.waitFor()
  const before = Promise.withResolvers<void>()
  await page.route('**/assets/texts-shared-*.tr.js', (route) => before.promise.then(() => route.continue()))
  const texts = page.waitForResponse('**/assets/texts-desk-*.js')
  await language.selectOption('tr')
  await (await texts).finished()
  before.resolve()
  await page.getByRole('combobox', { name: 'Dil' }).waitFor()
  await fillIn(page, RAFAEL.email, demo.password)
  await page.getByRole('searchbox', { name: 'Görüşmelerde ara' }).waitFor()
})

test('a page that was suspended meanwhile shows it too when it resumes', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await fillIn(page, RAFAEL.email, demo.password)
  await page.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()
  await page.goto(`${demo.url}/health`)
  await demo.signIn(RAFAEL.email)
  await page.goto(`${demo.url}/tickets`)
  await page.getByText('Sua conta foi acessada em outro computador.').waitFor()
})

test('the users of a company suspended by command are told why within seconds', async () => {
  const dona = 'dona@sol.example'
  await demo.command('tenant', 'create', 'Padaria Sol', '--email', dona)
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await fillIn(page, dona, demo.password)
  await isAtDesk(page)
  await page.getByText(/^ativa até \d\d\/\d\d\/\d{4}$/).waitFor() // shown to admins of the paying company
  await demo.command('tenant', 'suspend', '4')
  await page.getByText('Sua empresa está com o acesso suspenso.').waitFor()
})

test('the users of an overdue company see since when, and continue by themselves after it is renewed', async () => {
  const dono = 'dono@lua.example'
  await demo.command('tenant', 'create', 'Padaria Lua', '--email', dono, '--days', '0')
  const page = await open()
  // The desk does not flash.
  await page.addInitScript(() => {
    const look = () => document.querySelector('.desk-chat') && Object.assign(window, { sawDesk: true })
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const sawDesk = () => page.evaluate(() => Reflect.get(window, 'sawDesk') ?? false)
  await page.goto(`${demo.url}/login`)
  await fillIn(page, dono, demo.password)
  const overdue = page.getByText(/Sua assinatura venceu \d\d\/\d\d\/\d{4}\./)
  await overdue.waitFor()
  expect(await page.getByText('Sem conexão com o servidor').count()).toBe(0)
  expect(await sawDesk()).toBe(false)
  await page.reload()
  await overdue.waitFor()
  expect(await sawDesk()).toBe(false)
  await demo.command('tenant', 'resume', '5', '--days', '30')
  await page.getByText(/^Sua licença foi renovada até/).waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  await page.getByRole('tab', { name: /^Abertos/ }).waitFor()
})
