/** The operator updates the installation from its page: a version that holds, and one that does not and goes back. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { openBrowser, signIn } from './support/browser'
import { NEW, OLD, OPERATOR, openUpdatable } from './support/updatable'

setDefaultTimeout(300_000)
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function enter(environment?: Readonly<Record<string, string>>) {
  const installation = await openUpdatable(environment)
  open.push(installation)
  const { page, faults } = await (await openBrowser()).open()
  open.push({ close: () => page.context().close() })
  await signIn(page, installation, OPERATOR.email, '/installation?tab=update')
  return { installation, page, faults }
}

/** Of the page itself. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(within: string): Promise<{ violations: { id: string }[] }> } } // just loaded
    return (await axe.run('main')).violations.map(({ id }) => id)
  })
}

/** Sets the address, sees what is new, and begins. */
async function begin(page: Page, address: string): Promise<void> {
  await page.getByRole('heading', { name: 'Onde procurar versões?' }).waitFor()
  await page.getByLabel('Endereço das versões').fill('releases')
  await page.getByRole('button', { name: 'Salvar e procurar' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Endereço das versões').fill(address)
  await page.getByRole('button', { name: 'Salvar e procurar' }).click()
  await page.getByRole('heading', { name: `Balcão ${NEW}` }).waitFor()
  await page.getByText('Transcrição das mensagens de voz nesta máquina.').waitFor()
  expect(await violations(page)).toEqual([])
  // Planned for the night, and taken back.
  await page.getByRole('button', { name: 'Atualizar às 03:00' }).click()
  await page.getByRole('heading', { name: `Balcão ${NEW}, marcado` }).waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('radio', { name: 'Agora' }).check()
  await page.getByRole('button', { name: 'Atualizar agora' }).click()
  await page.getByRole('heading', { name: `Atualizando para a ${NEW}` }).waitFor()
}

test('a newer version is taken while the page follows, and serves', async () => {
  const { installation, page, faults } = await enter()
  await begin(page, installation.releases.address)
  await page.getByRole('heading', { name: `Atualizado para a ${NEW}` }).waitFor({ timeout: 120_000 })
  expect(await installation.version()).toBe(NEW)
  await page.getByText(`${NEW} em uso`, { exact: true }).waitFor()
  await page.getByText('a que foi instalada').waitFor()
  expect(await violations(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a version that is not in order goes back by itself, and says why', async () => {
  const { installation, page, faults } = await enter({ TEST_UPDATE_FAULT: 'unhealthy', TEST_UPDATE_MIGRATES: '1' })
  await begin(page, installation.releases.address)
  await page.getByRole('heading', { name: `Voltou sozinho para a ${OLD}` }).waitFor({ timeout: 120_000 })
  expect(await installation.version()).toBe(OLD)
  await page.getByText('O programa novo não disse que está em ordem.').waitFor()
  await page.getByText(`${NEW} não passou`, { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar o relatório' }).click()
  const report = await Bun.file(await (await saved).path()).text()
  expect(report).toContain(`Balcão ${OLD} → ${NEW}`)
  expect(report).toContain('the new program does not report that it is in order')
  expect(faults).toEqual([])
})
