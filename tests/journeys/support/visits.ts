/** A visit to every screen in one look: what axe finds on it, whether it fits its window, and its picture. All are had in one visit. */
import { beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { fillIn, isAtDesk, type Look } from './browser'
import { RAFAEL } from './demo'
import { floats, furnish, privateScreens, showLogin } from './screens'
import { stage } from './stage'

/** To be looked at by people, so there is none where nobody looks; nothing compares them. */
const album = join(tmpdir(), 'shots-journeys')

/** `axe`: what it finds is asked, too. `dark`: so are the colours of the dark theme, which differs in nothing else. */
export type Visit = { readonly look: Look; readonly axe?: boolean; readonly dark?: boolean; readonly picture?: string }
type Rules = 'all' | 'colours'
type Theme = 'light' | 'dark'

type Stage = Pick<Awaited<ReturnType<typeof stage>>, 'demo' | 'open'>

/** A test for each of these. */
export async function testVisits(visits: Readonly<Record<string, Visit>>): Promise<void> {
  const { demo, open } = await stage()
  beforeAll(async () => {
    mkdirSync(album, { recursive: true })
    await furnish(demo, RAFAEL.email)
  })
  for (const [name, visit] of Object.entries(visits))
    test(`${claimOf(visit)}: ${name}`, () => visitAll({ demo, open }, visit), 180_000)
}

function claimOf({ axe }: Visit): string {
  const claims = ['no page scrolls sideways, titles stand where pages begin']
  if (axe) claims.unshift('axe finds nothing serious, nothing is too small to hit')
  return `on every screen ${claims.join(', ')}`
}

async function visitAll({ demo, open }: Stage, { look, axe, dark, picture }: Visit): Promise<void> {
  const page = await open(look)
  const findings: string[] = []
  const note = (screen: string, found: readonly string[]) =>
    void findings.push(...found.map((finding) => `${screen}: ${finding}`))
  const photograph = async (screen: string, theme: Theme) => {
    if (picture && !process.env.CI) await page.screenshot({ path: join(album, `${screen}-${picture}-${theme}.png`) })
  }
  const check = async (screen: string, within?: string) => {
    await settle(page)
    await photograph(screen, look.theme ?? 'light')
    if (axe) note(screen, await seriousFindings(page, 'all', within))
    if (await isSideways(page)) note(screen, ['the page scrolls sideways'])
    if (await isTitleAstray(page)) note(screen, ['the title is not where the page begins'])
    if (!dark) return
    await wear(page, 'dark')
    await photograph(screen, 'dark')
    note(`${screen}, dark`, await seriousFindings(page, 'colours', within))
    await wear(page, 'light')
  }
  await showLogin(page, demo)
  await check('login')
  await fillIn(page, RAFAEL.email, demo.password)
  await isAtDesk(page)
  for (const { name, show } of privateScreens) {
    await show(page, demo)
    await check(name)
  }
  // What opens over the desk is looked at where there is least room for it.
  for (const { name, show, within } of axe && look.phone ? floats : []) {
    await show(page, demo)
    await check(name, within)
  }
  expect(findings).toEqual([])
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(look.language ?? 'pt-BR')
}

/** As the system of whoever looks changes at dusk. */
async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`:root[data-theme=balcao-${theme}]`).waitFor({ state: 'attached' })
}

/** Letters are drawn in their own type, and no grey shape stands in for what still comes. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.bone') === null)
  await page.evaluate(() => document.fonts.ready)
}

async function seriousFindings(page: Page, rules: Rules, within: string | undefined): Promise<string[]> {
  // One page without frames needs no second one to gather what was found.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within) axe.include(within)
  if (rules === 'colours') axe.withRules('color-contrast')
  else axe.options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`))
}

const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const isTitleAstray = (page: Page) =>
  page.evaluate(() => {
    // A page of one row has the way back before its title.
    const begins = '.page-head > :is(.page-back, .page-title)'
    const [page, title] = ['.page', begins].map((one) => document.querySelector(one)?.getBoundingClientRect())
    return page !== undefined && title !== undefined && title.left - page.left > 24
  })
