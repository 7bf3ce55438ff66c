/** Visits every screen with one look: axe findings, layout overflow, and a screenshot, all in one visit. */
import { beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { isLong } from '../../support/long'
import { fillIn, isAtDesk, type Look } from './browser'
import { RAFAEL } from './demo'
import { floats, furnish, privateScreens, showLogin } from './screens'
import { stage } from './stage'

/** Screenshots are for people, taken only on request; nothing compares them. */
const album = join(tmpdir(), 'shots-journeys')

/** `axe`: its rules that must find nothing. */
export type Visit = { readonly look: Look; readonly axe?: Rules; readonly picture?: string }
type Rules = 'all' | 'colours' | 'all but colours'

type Stage = Pick<Awaited<ReturnType<typeof stage>>, 'demo' | 'open'>

/** A test for each of these. */
export async function testVisits(visits: Readonly<Record<string, Visit>>): Promise<void> {
  const { demo, open } = await stage()
  beforeAll(async () => {
    mkdirSync(album, { recursive: true })
    await furnish(demo, RAFAEL.email)
  })
  for (const [name, visit] of Object.entries(visits))
    test(`${claimOf(visit)}: ${name}`, () => visitAll({ demo, open }, visit))
}

function claimOf({ axe }: Visit): string {
  const claims = ['no page scrolls sideways, titles stand where pages begin']
  if (axe?.startsWith('all')) claims.unshift(`axe finds nothing serious (${axe} rules), nothing is too small to hit`)
  if (axe === 'colours') claims.unshift('axe finds enough contrast')
  return `on every screen ${claims.join(', ')}`
}

async function visitAll({ demo, open }: Stage, { look, axe, picture }: Visit): Promise<void> {
  const page = await open(look)
  const findings: string[] = []
  let nth = 0
  const check = async (screen: string, within?: string) => {
    await settle(page)
    nth++
    if (picture && !process.env.CI)
      await page.screenshot({ path: join(album, `${screen}-${picture}-${look.theme ?? 'light'}.png`) })
    // Axe takes two thirds of a visit: in the short lane it checks every second screen.
    const found = axe && (isLong || nth % 2 === 1) ? await seriousFindings(page, axe, within) : []
    if (await isSideways(page)) found.push('the page scrolls sideways')
    if (await isTitleAstray(page)) found.push('the title is not where the page begins')
    findings.push(...found.map((finding) => `${screen}: ${finding}`))
  }
  await showLogin(page, demo)
  await check('login')
  await fillIn(page, RAFAEL.email, demo.password)
  await isAtDesk(page)
  for (const { name, show } of privateScreens) {
    await show(page, demo)
    await check(name)
  }
  // Dialogs over the desk are visited where they have least room.
  for (const { name, show, within } of axe && look.phone ? floats : []) {
    await show(page, demo)
    await check(name, within)
  }
  expect(findings).toEqual([])
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(look.language ?? 'pt-BR')
}

/** Fonts are loaded, and no skeleton is left. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.bone') === null)
  await page.evaluate(() => document.fonts.ready)
}

async function seriousFindings(page: Page, rules: Rules, within: string | undefined): Promise<string[]> {
  // Pages change without a reload, so that axe is parsed once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ rules, within }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') } // evaluated just before
      const { violations } = await axe.run(within ?? document, {
        // Passing rules are not described.
        resultTypes: ['violations'],
        ...(rules === 'colours'
          ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
          : { rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: rules === 'all' } } }),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} at ${target.join(' ')}`))
    },
    { rules, within },
  )
}

const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const isTitleAstray = (page: Page) =>
  page.evaluate(() => {
    // A page with a single row has its back link before the title.
    const begins = '.page-head > :is(.page-back, .page-title)'
    const [page, title] = ['.page', begins].map((one) => document.querySelector(one)?.getBoundingClientRect())
    return page !== undefined && title !== undefined && title.left - page.left > 24
  })
