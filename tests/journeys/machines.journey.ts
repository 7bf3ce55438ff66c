/** The operator of a fleet looks at the machines, moves a company, and empties a machine. */
import { afterAll, afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { shownAlone, shownFleet } from '../machines/shown'
import { patience } from '../support/bound'
import { dialogOf, type Look, openBrowser, signIn, type Window } from './support/browser'

setDefaultTimeout(patience(300_000))
const browser = await openBrowser()
const windows: Window[] = []
const stops: (() => void)[] = []

afterEach(async () => {
  const faults = windows.flatMap((window) => window.faults)
  for (const { page } of windows.splice(0)) await page.context().close()
  for (const stop of stops.splice(0)) stop()
  expect(faults).toEqual([])
})
afterAll(() => browser.close())

async function enter(look: Look = {}, more = 0, path = '/installation?tab=machines', isUpgraded = false) {
  const shown = await shownFleet({ more, isUpgraded })
  stops.push(shown.stop)
  const window = await browser.open(look)
  windows.push(window)
  await signIn(window.page, shown, shown.email, path)
  return { ...shown, page: window.page }
}

/** Of the page itself: a notice may be leaving at its edge. */
async function violations(page: Page, within = 'main'): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as { axe: { run(within: string): Promise<{ violations: { id: string }[] }> } } // just loaded
    return (await axe.run(within)).violations.map(({ id }) => id)
  }, within)
}

const picture = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a company moves to another machine, and a machine is emptied', async () => {
  const { page, fleet, w } = await enter()
  await page.getByRole('tab', { name: 'Máquinas 3' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'mare-1' })
  await row.getByText('Cheia').waitFor()
  await row.getByText('21 de 23').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'list')

  await page.getByRole('button', { name: /^mare-1/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const pane = page.getByRole('complementary', { name: 'mare-1' })
  await pane.getByText('Provedor Veloz Fibra', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'pane')
  await pane.getByRole('button', { name: 'Mover Provedor Veloz Fibra' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: /mare-2/ }).waitFor()
  expect(await violations(page, '.modal-box')).toEqual([])
  await picture(page, 'move')
  await dialog.getByRole('radio', { name: /mare-2/ }).check()
  await dialog.getByRole('button', { name: 'Mover agora' }).click()
  await dialog.getByRole('heading', { name: 'Provedor Veloz Fibra mudou de máquina' }).waitFor()
  await picture(page, 'moved')
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await pane.getByText('Provedor Veloz Fibra', { exact: true }).waitFor({ state: 'detached' })

  // One waits for its hour, and is cancelled again.
  await pane.getByRole('button', { name: 'Mover Casa Aurora Móveis' }).click()
  await dialog.getByRole('button', { name: /^(Hoje|Amanhã) às 03:00$/i }).click()
  await dialog.getByRole('button', { name: 'Desmarcar' }).waitFor()
  await page.keyboard.press('Escape')
  await pane.getByText(/^Vai para mare-\d (hoje|amanhã) às 03:00$/).waitFor()
  await pane.getByRole('button', { name: 'Mover Casa Aurora Móveis' }).click()
  await dialog.getByRole('button', { name: 'Desmarcar' }).click()
  await dialog.getByRole('button', { name: 'Cancelar' }).waitFor()
  await page.keyboard.press('Escape')

  await pane.getByRole('button', { name: 'Esvaziar mare-1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Esvaziar' }).click()
  await row.getByText('Vazia, pode desligar').waitFor()
  expect(fleet.ownersOf(w.tenant.uuid)).not.toEqual(['mare-1'])
  await picture(page, 'emptied')
  await pane.getByRole('button', { name: 'Fechar' }).click()
  await picture(page, 'emptied-list')
  await row.getByRole('button', { name: 'Parar de esvaziar' }).click()
  await row.getByText('Vazia, pode desligar').waitFor({ state: 'detached' })
})

test('a machine that falls silent is explained, and the companies of all machines can be searched', async () => {
  const { page, fleet } = await enter({ theme: 'dark' }, 60)
  await page.getByRole('row').filter({ hasText: 'mare-3' }).getByText('No ar').waitFor()
  fleet.node('mare-3').process.kill()
  const row = page.getByRole('row').filter({ hasText: 'mare-3' })
  await row.getByText(/^Não responde há/).waitFor()
  await row.getByRole('button', { name: 'Entender' }).click()
  await page.getByRole('complementary', { name: 'mare-3' }).getByText('balcao fleet doctor').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'silent-dark')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Todas as empresas' }).click()
  const pane = page.getByRole('complementary', { name: 'Todas as empresas' })
  await pane.getByText('1 de 2').waitFor()
  await picture(page, 'companies-dark')
  await pane.getByRole('button', { name: 'Próxima' }).click()
  await pane.getByText('2 de 2').waitFor()
  await pane.getByRole('searchbox', { name: 'Buscar empresa' }).fill('clinica')
  // The list before stays until this one is there.
  await pane.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
  await pane.getByText('Clínica Vida Plena').waitFor()

  // No machine answers: what is shown stays, and the page says so until one does.
  await page.route(/\/api\/machines/, (route) => route.abort())
  const note = page.getByRole('alert').filter({ hasText: 'Sem resposta das máquinas.' })
  await note.waitFor()
  await row.getByText(/^Não responde há/).waitFor()
  await page.unroute(/\/api\/machines/)
  await note.getByRole('button', { name: 'Tentar de novo' }).click()
  await note.waitFor({ state: 'detached' })
})

test('without a fleet, the tab says what more machines give and how to begin', async () => {
  const shown = shownAlone()
  const window = await browser.open({ width: 1280 })
  windows.push(window)
  const { page } = window
  await signIn(page, shown, shown.email, '/installation?tab=machines')
  await page.getByRole('heading', { name: 'Uma máquina só' }).waitFor()
  await page.getByText('balcao fleet init').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'alone')
})

test('on a phone machines are cards, and the pane and the move fill the screen', async () => {
  const { page } = await enter({ phone: true })
  await page.getByText('21 de 23').waitFor()
  await picture(page, 'phone-list')
  await page.getByRole('button', { name: /^mare-1/ }).click()
  const pane = page.getByRole('complementary', { name: 'mare-1' })
  await pane.getByText('Casa Aurora Móveis', { exact: true }).waitFor()
  await picture(page, 'phone-pane')
  await pane.getByRole('button', { name: 'Mover Casa Aurora Móveis' }).click()
  await dialogOf(page).getByRole('button', { name: 'Mover agora' }).waitFor()
  await picture(page, 'phone-move')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test.each(['en', 'es', 'tr'] as const)('nothing overflows or stays untranslated in %s', async (language) => {
  const { page } = await enter({ language, width: 1280, theme: language === 'es' ? 'dark' : 'light' })
  const first = page.getByRole('button', { name: /^mare-1/ })
  await first.waitFor()
  await picture(page, `list-${language}`)
  await first.click()
  const pane = page.getByRole('complementary', { name: 'mare-1' })
  await pane.getByRole('button', { name: /Casa Aurora Móveis/ }).click()
  await dialogOf(page)
    .getByRole('radio', { name: /mare-2/ })
    .waitFor()
  await picture(page, `move-${language}`)
  expect(await page.getByText(/machines\.[a-z]/).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})

const machinesIn = (page: Page) => page.getByRole('region', { name: 'Máquinas, na ordem da atualização' })

test('the tab about versions has the machines in the order of the update, and says which one is alone', async () => {
  const { page } = await enter({}, 0, '/installation?tab=update', true)
  const list = machinesIn(page)
  await list.getByRole('listitem').nth(2).waitFor()
  expect(await list.getByText('esta página').count()).toBe(1)
  await page.getByText('Só mare-2 conhece os dados da 9.9.9').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'update')
})

test('the machines are read in the tab about versions on a phone and in the dark', async () => {
  const { page } = await enter({ theme: 'dark', phone: true }, 0, '/installation?tab=update')
  await machinesIn(page).getByRole('listitem').nth(2).waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'update-phone')
})
