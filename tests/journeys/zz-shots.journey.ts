import { test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const out = '/tmp/shots-mailauth'
test('shots', async () => {
  for (const [name, look] of [['light', {}], ['dark', { theme: 'dark' }], ['phone', { phone: true }]] as const) {
    const page = await enter(RAFAEL.email, { at: '/settings?tab=integrations', ...look })
    await page.getByRole('button', { name: 'Entrar com Google' }).waitFor()
    await page.locator('#settings-mail').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${out}/settings-out-${name}.png`, fullPage: true })
    await page.getByRole('button', { name: 'Entrar com Microsoft' }).click()
    await page.getByRole('link', { name: 'Recusar' }).click()
    await page.getByText('A permissão não foi dada.').waitFor()
    await page.screenshot({ path: `${out}/refused-${name}.png` })
    await page.getByRole('button', { name: 'Voltar às configurações' }).click()
    await page.getByRole('button', { name: 'Entrar com Google' }).click()
    await page.getByRole('link', { name: 'Permitir' }).click()
    await page.getByText('vendas@aurora-google.example (Google)').waitFor()
    await page.locator('#settings-mail').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${out}/settings-in-${name}.png`, fullPage: true })
    await page.getByRole('button', { name: 'Sair da conta' }).click()
    await page.screenshot({ path: `${out}/leave-${name}.png` })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sair da conta' }).click()
    await page.getByRole('button', { name: 'Entrar com Google' }).waitFor()
    await page.goto(`${demo.url}/operator-settings`)
    await page.locator('#section-mailApps').waitFor()
    await page.locator('#section-mail').screenshot({ path: `${out}/op-mail-${name}.png` })
    await page.locator('#section-mailApps').screenshot({ path: `${out}/op-apps-${name}.png` })
    await page.locator('#section-access').screenshot({ path: `${out}/op-access-${name}.png` })
  }
})
