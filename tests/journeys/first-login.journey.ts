import { expect, test } from 'bun:test'
import { fillIn, isAtDesk } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, open } = await stage()

test('a wrong password is refused beside the field; the right one opens the desk, and the session survives a reload', async () => {
  const page = await open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(demo.url)
  await page.waitForURL('**/login')
  // Nobody has signed in here, so no session is restored.
  expect(asked).not.toContain('/api/auth/refresh_token')
  await page.getByRole('heading', { name: 'Entre no seu balcão' }).waitFor()

  // The desk is prefetched while the user types.
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

test('signing out ends the session, and signing in returns to the page that was left', async () => {
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

test('signing in elsewhere ends the first session, and the page says why', async () => {
  const first = await open()
  await first.goto(`${demo.url}/login`)
  await fillIn(first, RAFAEL.email, demo.password)
  await first.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()
  await demo.signIn(RAFAEL.email)
  await first.waitForURL('**/login*')
  await first.getByText('Sua conta foi acessada em outro computador.').waitFor()
})

test('sign-in loads at most 120 kB of scripts, the desk with a conversation and all prefetching 360 kB', async () => {
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
  expect(inAll).toBeWithin(toSignIn, 360_000)
})

/** Brotli. */
async function packedSize(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false })
  expect(answer.headers.get('content-encoding')).toBe('br')
  return (await answer.bytes()).length
}

test('sign-in and answering work over plain HTTP from another machine', async () => {
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
  // Such a page has no clipboard: copy actions are hidden.
  await bubble('Entregamos, sim.').getByRole('button', { name: 'Ações da mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Copiar' }).count()).toBe(0)
})
