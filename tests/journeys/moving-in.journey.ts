/** An operator moves an installation of Ticketz in by the screen, and its people open their desk. */
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { writeDump } from '../moving-in/run/dumps'
import { FIRST_ADMIN } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter, open } = await stage({ isNew: true })

/** Of the page itself: a notice may be leaving at its edge. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(within: string): Promise<{ violations: { id: string }[] }> } } // just loaded
    return (await axe.run('main')).violations.map(({ id }) => id)
  })
}

/** The number that a row of the result says is here. */
const hereOf = async (page: Page, kind: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${kind} `) })
    .first()
    .getByRole('cell')
    .nth(2)
    .textContent()

test('an installation moves in by the screen, and its desk is open', async () => {
  const home = mkdtempSync(join(tmpdir(), 'theirs-'))
  const { dump, media } = writeDump(home)
  const page = await enter(FIRST_ADMIN, { at: '/moving-in' })
  await page.getByRole('heading', { name: 'De onde vem' }).waitFor()
  expect(await violations(page)).toEqual([])

  // A path that is wrong is refused beside its field.
  await page.getByLabel('Escolher arquivo: Dump do banco').setInputFiles(dump)
  await page.getByText('ticketz.sql', { exact: true }).waitFor()
  await page
    .getByRole('group', { name: 'Como o arquivo chega: Arquivos das conversas' })
    .getByText('Está no servidor')
    .click()
  await page.getByLabel('Caminho no servidor: Arquivos das conversas').fill(`${media}-nenhuma`)
  await page.getByRole('button', { name: 'Ensaiar' }).click()
  await page.getByRole('alert').getByText(`Não há ${media}-nenhuma`).waitFor()
  await page.getByLabel('Caminho no servidor: Arquivos das conversas').fill(media)
  await page.getByRole('button', { name: 'Ensaiar' }).click()

  // The dry run: Space leaves a company out, and the question must be answered.
  const bakery = page.getByRole('checkbox', { name: 'Trazer Padaria do Zé & Filhos' })
  await bakery.waitFor()
  expect(await violations(page)).toEqual([])
  const blocked = page.getByRole('checkbox', { name: 'Trazer Clínica Bloqueada' })
  await blocked.focus()
  await page.keyboard.press('Space')
  await page.getByText('você deixou de fora').waitFor()
  const start = page.getByRole('button', { name: 'Começar a mudança' })
  expect(await start.isDisabled()).toBe(true)
  await page.getByLabel('Sim, vem para a minha empresa').check()
  const rows = page.locator('tr', { has: bakery })
  const messages = await rows.getByRole('cell').nth(5).textContent()
  expect(Number(messages)).toBeGreaterThan(30)
  await start.click()

  // The result has a reason for each difference.
  await page.getByRole('heading', { name: /^2 empresas mudaram, em/ }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(Number(await hereOf(page, 'Mensagens'))).toBeGreaterThan(30)
  for (const row of await page.locator('.move-sums').first().locator('tbody tr').all()) {
    const [, there, here, difference, why] = await row.getByRole('cell').allInnerTexts()
    if (difference === 'igual') expect(there).toBe(here ?? '')
    else expect(why).not.toBe('')
  }
  expect(existsSync(join(demo.data, 'moving-in', 'uploads'))).toBe(false)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Relatório', exact: true }).click()
  const file = await (await saved).path()
  expect(readFileSync(file, 'utf8')).toContain('== Padaria do Zé & Filhos')
  rmSync(home, { recursive: true })

  // Its people sign in with the password they had.
  const theirs = await open()
  await theirs.goto(`${demo.url}/login`)
  await theirs.locator('input[name=email]').fill('ana@padaria.example')
  await theirs.locator('input[name=password]').fill('Senha-de-Ana!')
  await theirs.keyboard.press('Enter')
  await theirs.locator('.topbar').waitFor()
  await theirs.getByText('Padaria do Zé & Filhos').first().waitFor()
  const { list } = desk(theirs)
  await list.getByRole('listitem').first().waitFor()
  await list.getByRole('link').first().click()
  await theirs.locator('.msg').first().waitFor()
})
