/** Links a number that requires a passkey: with the extension, by copy and paste, and with a link for somebody else. */
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { unzip } from '../../support/unzip'
import { until } from '../../survival/support/until'
import { dialogOf, openBrowser, signIn } from '../support/browser'
import { COMPANY, openDemo, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { type ExportedPasskey, keepPasskey, openWhatsappWeb, openWholeBrowser } from '../support/whatsapp-web'

const demo = await openDemo()
const web = openWhatsappWeb()
/** An admin using the API: for the simulated phones, and to read the code that a phone scans. */
const OTHER = 'outra@aurora.example'
await demo.command('user', 'create', OTHER, '--name', 'Outra', '--profile', 'admin')
const player = await demo.signIn(OTHER)
const folder = mkdtempSync(join(tmpdir(), 'helper-'))
const closing: (() => unknown)[] = []
let passkey: ExportedPasskey

beforeEach(async () => {
  const { phones } = player
  await phones.run({ do: 'setPasskey', phone: COMPANY, on: true })
  await phones.run({ do: 'setHabits', phone: COMPANY, demandsPasskey: true })
  const exported = await phones.run({ do: 'exportPasskey', phone: COMPANY })
  passkey = JSON.parse((exported.ok && exported.text) || '') as ExportedPasskey // as the simulator writes it
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await web.close()
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The extension as a visitor gets it: downloaded and unpacked. */
async function unpackedHelper(): Promise<string> {
  const answer = await fetch(`${demo.url}/passkey/helper.zip`)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Up to where WhatsApp requires the passkey. */
async function begin(page: Page, name: string) {
  await page.goto(`${demo.url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).click()
  await page.getByRole('button', { name: 'WhatsApp pelo celular' }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill(name)
  await page.getByRole('button', { name: 'Criar e conectar' }).click()
  const dialog = page.getByRole('dialog', { name: `Conectar ${name}` })
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  const rows = await player.demand<{ name: string; qrcode: string }[]>('GET', '/whatsapp')
  const qr = rows.find((row) => row.name === name)?.qrcode ?? ''
  const scanned = await player.phones.run({ do: 'scan', phone: COMPANY, qr }).catch(String)
  expect(scanned).toContain('passkey_required')
  await dialog.getByRole('heading', { name: 'O WhatsApp pede a passkey desta conta' }).waitFor()
  return dialog
}

/** Frees the phone for the next linking. */
async function unlink() {
  const { phones } = await player.demand<{ phones: { phone: string; devices: { id: number }[] }[] }>(
    'GET',
    '/simulator/state',
  )
  for (const { id } of phones.find(({ phone }) => phone === COMPANY)?.devices ?? [])
    await player.phones.run({ do: 'removeDevice', phone: COMPANY, device: id })
}

test('with the extension: one click links, and messages go both ways', async () => {
  const { context, close } = await openWholeBrowser(web, await unpackedHelper())
  closing.push(close)
  const page = await context.newPage()
  await signIn(page, demo, RAFAEL.email)
  const dialog = await begin(page, 'Loja Sul')

  const release = web.hold()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Usar o ajudante' }).click()
  const whatsapp = await opening
  await keepPasskey(context, whatsapp, passkey)
  const closed = whatsapp.waitForEvent('close')
  release()
  await closed
  await dialog.getByRole('heading', { name: 'Loja Sul está conectada' }).waitFor()
  await dialog.getByRole('button', { name: 'Fechar' }).click()

  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  const { waiting, row, accept, attending, say, bubble } = desk(page)
  await waiting()
  const state = await player.demand<{ phones: { phone: string; name: string; role: string }[] }>(
    'GET',
    '/simulator/state',
  )
  const customer = state.phones.find(({ role }) => role === 'customer')
  await player.phones.say(customer?.phone ?? '', 'Vocês abrem no domingo?')
  const name = customer?.name ?? ''
  await row(name).getByText('Vocês abrem no domingo?').waitFor()
  await accept(name)
  const queue = dialogOf(page)
  await queue
    .getByRole('button', { name: /^Vendas/ })
    .or(queue.getByRole('radio', { name: /^Vendas/ }))
    .first()
    .click()
  await attending()
  await bubble('Vocês abrem no domingo?').waitFor()
  await say('Só no sábado.')
  const answered = async () =>
    (await player.phones.chat(customer?.phone ?? '')).some(({ text }) => text === 'Só no sábado.')
  await until(answered, { every: 50 })
  await unlink()
})

test('by copy and paste, where nothing can be installed', async () => {
  const { context, close } = await openWholeBrowser(web)
  closing.push(close)
  const page = await context.newPage()
  await signIn(page, demo, RAFAEL.email)
  const dialog = await begin(page, 'Loja Norte')
  await dialog.getByRole('button', { name: 'Colar uma linha' }).click()
  const line = await dialog.getByRole('textbox', { name: 'Linha para o Console' }).inputValue()

  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Abrir o WhatsApp Web' }).click()
  const whatsapp = await opening
  const devtools = await keepPasskey(context, whatsapp, passkey)
  await whatsapp.waitForLoadState()
  // As the console evaluates pasted code.
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: line,
    awaitPromise: true,
    replMode: true,
    includeCommandLineAPI: true,
    userGesture: true,
  })
  await whatsapp.close()

  const field = dialog.getByRole('textbox', { name: 'Resposta da passkey' })
  await field.fill('{"id":"')
  await dialog.getByText('Isto não é a resposta inteira.').waitFor()
  await field.fill(String(result.value))
  await dialog.getByRole('heading', { name: 'Loja Norte está conectada' }).waitFor()
  await unlink()
})

test('on a phone a link is shared; whoever holds the passkey opens it once, without signing in', async () => {
  const browser = await openBrowser()
  const { page } = await browser.open({ phone: true })
  closing.push(() => page.context().close())
  await signIn(page, demo, RAFAEL.email)
  const dialog = await begin(page, 'Loja Leste')
  await dialog.getByText('Os outros jeitos precisam de um computador.').waitFor()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Link para quem tem a passkey' }).inputValue()
  expect(address).toStartWith(`${demo.url}/p/`)

  const { context, close } = await openWholeBrowser(web)
  closing.push(close)
  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('button', { name: 'Continuar' }).click()
  await other.getByText(/quer ligar o WhatsApp de Loja Leste/).waitFor()
  await dialog.getByText('Aberto', { exact: true }).waitFor()
  await other.getByRole('button', { name: 'Colar uma linha' }).click()
  const answer = await player.phones.run({ do: 'answerPasskey', phone: COMPANY })
  await other.getByRole('textbox', { name: 'Resposta da passkey' }).fill((answer.ok && answer.text) || '')
  await other.getByText('Pronto, Loja Leste está conectada').waitFor()
  await dialog.getByRole('heading', { name: 'Loja Leste está conectada' }).waitFor()

  const late = await context.newPage()
  await late.goto(address)
  await late.evaluate(() => sessionStorage.clear())
  await late.reload()
  await late.getByRole('button', { name: 'Continuar' }).click()
  await late.getByText('Este link não vale mais').waitFor()
  await unlink()
})
