/** The operator maintains the installation: retries failures, makes backups, sets the support link. */
import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { customers } from '../../src/operator/sample/story'
import { PNG } from '../support/pixel'
import { COMPANY, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter, open } = await stage()

/** Another admin: a user has one session, and Rafael's is in the browser. */
const PLAYER = 'colega@aurora.example'
await demo.command('user', 'create', PLAYER, '--name', 'Colega', '--profile', 'admin')

test('a failed backup is shown on every page until one succeeds', async () => {
  const page = await enter(RAFAEL.email, { at: '/monitor' })
  await page.getByRole('heading', { name: 'Monitor', level: 1 }).waitFor()
  await page.getByText('Nenhuma cópia feita ainda.').waitFor()

  const blocked = join(demo.data, '..', 'bloqueada')
  writeFileSync(blocked, '')
  await page.getByRole('link', { name: 'Ajustes da instalação', exact: true }).click()
  const folder = page.getByLabel('Pasta', { exact: true })
  await folder.fill(blocked)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await folder.press('Enter')
  await saved
  await page.goto(`${demo.url}/monitor?tab=backups`)
  await page.getByRole('button', { name: 'Copiar agora' }).click()
  const strip = page.getByRole('complementary', { name: 'Cópia de segurança' })
  await strip.getByText('A última cópia de segurança falhou.').waitFor()
  await page.getByRole('row').filter({ hasText: 'Falhou' }).filter({ hasText: 'bloqueada' }).waitFor()

  // The operator fixes the cause and backs up again.
  await demo.command('settings', 'set', 'backupFolder', join(demo.data, '..', 'copias'))
  await page.getByRole('button', { name: 'Copiar agora' }).click()
  await page.getByRole('row').filter({ hasText: 'Verificada' }).waitFor()
  await strip.waitFor({ state: 'hidden' })
  expect(existsSync(join(demo.data, '..', 'copias'))).toBe(true)
})

test('failed downloads are retried from the monitor', async () => {
  const phones = await demo.signIn(PLAYER)
  await phones.link()
  await phones.phones.run({ do: 'setFault', name: 'refuseDownload', on: true, value: 503 })
  await phones.phones.run({
    do: 'sendMedia',
    from: customers[0].phone,
    to: COMPANY,
    kind: 'image',
    base64: Buffer.from(PNG).toString('base64'),
    mimetype: 'image/png',
  })
  const page = await enter(RAFAEL.email, { at: '/monitor?tab=queues' })
  const row = page.getByRole('row').filter({ hasText: 'Arquivos por baixar' })
  await row.getByRole('button', { name: 'Tentar de novo' }).waitFor()
  await phones.phones.run({ do: 'clearFaults' })
  await row.getByRole('button', { name: 'Tentar de novo' }).click()
  await row.getByRole('cell', { name: '0', exact: true }).waitFor()
})

test('the support link shows on the sign-in page as soon as it is set', async () => {
  const stranger = await open()
  await stranger.goto(demo.url)
  await stranger.getByRole('button', { name: 'Entrar' }).waitFor()
  expect(await stranger.getByRole('link', { name: 'Suporte' }).count()).toBe(0)

  const page = await enter(RAFAEL.email, { at: '/operator-settings' })
  const link = page.getByLabel('Link de suporte')
  await link.fill('ajuda')
  await link.press('Enter')
  await page.getByRole('alert').waitFor()
  await link.fill('https://ajuda.exemplo.com/chat')
  await link.press('Enter')
  await page.getByRole('alert').waitFor({ state: 'hidden' })

  await stranger.reload()
  expect(await stranger.getByRole('link', { name: 'Suporte' }).getAttribute('href')).toBe(
    'https://ajuda.exemplo.com/chat',
  )

  // The demo's mail is sent, but delivered nowhere.
  await page.getByRole('button', { name: 'Testar: enviar um e-mail para mim' }).click()
  await page.getByText(`Enviado para ${RAFAEL.email}.`).waitFor()
})

test('the index leads to the backups, whose days, hour and folder are set without a cron pattern', async () => {
  const page = await enter(RAFAEL.email, { at: '/operator-settings' })
  const index = page.getByRole('navigation', { name: 'Seções desta página' })
  await index.getByRole('link', { name: 'Cópias de segurança' }).press('Enter')
  await index.locator('[aria-current]', { hasText: 'Cópias de segurança' }).waitFor()
  // Only the page has scrolled, and the keyboard goes on in the section.
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Segunda-feira', pressed: true }).waitFor()
  await page.getByLabel('Quando').fill('4')
  await page.getByLabel('Quando').press('Enter')
  await page.getByRole('button', { name: 'Testar a pasta' }).click()
  await page.getByText(/^A pasta aceita as cópias/).waitFor()

  await page.getByRole('button', { name: 'Usar expressão cron' }).click()
  const pattern = page.getByLabel('Expressão cron')
  expect(await pattern.inputValue()).toBe('0 4 * * 1')
  await pattern.fill('de noite')
  await pattern.press('Enter')
  await page.getByText(/^Cinco partes/).waitFor()
  expect(await pattern.inputValue()).toBe('de noite')
})
