import { expect, test } from 'bun:test'
import { fillIn, isAtDesk } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, open } = await stage()

test('a wrong password is refused where it was typed; the right one opens the desk, and it stays open', async () => {
  const page = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(demo.url)
  await page.waitForURL('**/login')
  // Nobody has signed in here, so there is no session to ask for.
  expect(asked).not.toContain('/api/auth/refresh_token')
  await page.getByRole('heading', { name: 'Entre no seu balcão' }).waitFor()

  // Nobody waits for the desk after the password: it comes while one types.
  const ahead = page.waitForResponse((answer) => /\/TicketsPage-[^/]+\.js$/.test(answer.url()))
  await fillIn(page, RAFAEL.email, 'outra-senha')
  await page.getByText('E-mail ou senha não conferem.').first().waitFor()
  await ahead
  expect(page.url()).toEndWith('/login')
  expect(await page.locator('input[name=email]').inputValue()).toBe(RAFAEL.email)

  await fillIn(page, RAFAEL.email, demo.password)
  await isAtDesk(page)
  await page.getByText('Login efetuado com sucesso').waitFor()
  await page.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()

  await page.reload()
  await page.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tickets')
})

test('while the scripts are on their way, the page shows that it is loading', async () => {
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
  await page.getByRole('searchbox', { name: 'Taleplerde ara' }).waitFor()
})

test('who signs out is out, and finds the way back to where they were going', async () => {
  const page = await open()
  await page.goto(`${demo.url}/connections`)
  await page.waitForURL('**/login*')
  await fillIn(page, RAFAEL.email, demo.password)
  await page.waitForURL('**/connections')

  await page.getByRole('button', { name: /abrir menu do usuário/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.waitForURL('**/login')
  await page.goto(`${demo.url}/tickets`)
  await page.waitForURL('**/login*')
})

test('the same person elsewhere ends the first session, and the page says why', async () => {
  const first = await open()
  await first.goto(`${demo.url}/login`)
  await fillIn(first, RAFAEL.email, demo.password)
  await first.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()
  await demo.signIn(RAFAEL.email)
  await first.waitForURL('**/login*')
  await first.getByText('Sua conta foi acessada em outro computador.').waitFor()
})

test('one that was away meanwhile says so, too, when it comes back', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await fillIn(page, RAFAEL.email, demo.password)
  await page.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()
  await page.goto(`${demo.url}/health`)
  await demo.signIn(RAFAEL.email)
  await page.goto(`${demo.url}/tickets`)
  await page.getByText('Sua conta foi acessada em outro computador.').waitFor()
})

test('the people of a company that is suspended by command are told why, within seconds', async () => {
  const dona = 'dona@sol.example'
  await demo.command('tenant', 'create', 'Padaria Sol', '--email', dona)
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await fillIn(page, dona, demo.password)
  await isAtDesk(page)
  await page.getByText(/^ativa até \d\d\/\d\d\/\d{4}$/).waitFor() // told to admins of whoever pays
  await demo.command('tenant', 'suspend', '2')
  await page.getByText('Sua empresa está com o acesso suspenso.').waitFor()
})

test('the people of a company past its due date read until when it was paid, and go on when it is renewed', async () => {
  const dono = 'dono@lua.example'
  await demo.command('tenant', 'create', 'Padaria Lua', '--email', dono, '--days', '0')
  const page = await open()
  // The desk is not even seen for a moment.
  await page.addInitScript(() => {
    const look = () => document.querySelector('.shell') && Object.assign(window, { sawDesk: true })
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const sawDesk = () => page.evaluate(() => Reflect.get(window, 'sawDesk') ?? false)
  await page.goto(`${demo.url}/login`)
  await fillIn(page, dono, demo.password)
  const overdue = page.getByText(/^Sua assinatura venceu em \d\d\/\d\d\/\d{4}\. Entre em contato com o suporte/)
  await overdue.waitFor()
  expect(await page.getByText('Sem conexão com o servidor').count()).toBe(0)
  expect(await sawDesk()).toBe(false)
  await page.reload()
  await overdue.waitFor()
  // Asked again with a token that has expired meanwhile: a renewed session is not paid for.
  const expired = { status: 403, json: { error: 'ERR_SESSION_EXPIRED' } }
  await page.route('**/api/auth/me', (route) => route.fulfill(expired), { times: 1 })
  const answers = [403, 402].map((code) => page.waitForResponse((answer) => answer.status() === code))
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await Promise.all(answers)
  expect(await sawDesk()).toBe(false)
  await demo.command('tenant', 'resume', '3', '--days', '30')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('tab', { name: /^Abertos/ }).waitFor()
})

test('sign-in brings at most 120 kB of scripts, the desk with a conversation 340 kB in all', async () => {
  const page = await open()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url())
  })
  const brought = async () => {
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all([...scripts].map(packedSize))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  await page.goto(`${demo.url}/login`)
  await page.locator('input[name=password]').waitFor()
  const toSignIn = await brought()
  await fillIn(page, RAFAEL.email, demo.password)
  await isAtDesk(page)
  const { waiting, accept } = desk(page)
  await waiting()
  await accept('Aline Fontoura')
  await page.locator('.msg').first().waitFor()
  const inAll = await brought()
  console.log(`scripts: ${toSignIn} B to sign in, ${inAll} B with a conversation`)
  expect(toSignIn).toBeWithin(50_000, 120_000)
  expect(inAll).toBeWithin(toSignIn, 340_000)
})

/** In brotli. */
async function packedSize(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false })
  expect(answer.headers.get('content-encoding')).toBe('br')
  return (await answer.bytes()).length
}

test('without a certificate, by plain HTTP from another machine, people sign in and answer', async () => {
  const page = await open()
  await page.goto(`http://balcao.test:${new URL(demo.url).port}/login`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await fillIn(page, CAMILA.email, demo.password)
  await isAtDesk(page)
  const { waiting, accept, say, bubble } = desk(page)
  await waiting()
  await accept('João Pedro Sant’Anna')
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/messages/'),
  )
  await say('Entregamos, sim.')
  expect((await stored).status()).toBe(200)
  await page.reload()
  await bubble('Entregamos, sim.').hover()
  // Such a page has no clipboard: nothing is offered that would not happen.
  await bubble('Entregamos, sim.').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Copiar' }).count()).toBe(0)
})
