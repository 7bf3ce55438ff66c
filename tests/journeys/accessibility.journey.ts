import { beforeAll, expect, test } from 'bun:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { fillIn, type Look } from './support/browser'
import { RAFAEL } from './support/demo'
import { floats, furnish, privateScreens, showLogin } from './support/screens'
import { stage } from './support/stage'

const { demo, open } = await stage()
beforeAll(() => furnish(demo, RAFAEL.email))

/** The narrowest phone that people still carry, in the language with the longest words. */
const narrow: Look = { phone: true, width: 360, language: 'es' }
const looks: readonly (Look & { name: string })[] = [
  { name: 'light', theme: 'light' },
  { name: 'dark', theme: 'dark' },
  { name: '360 px, light', theme: 'light', ...narrow },
  { name: '360 px, dark', theme: 'dark', ...narrow },
]

for (const { name, ...look } of looks) {
  test(`on every screen axe finds nothing serious, nothing is too small to hit, no page scrolls sideways, and titles stand where pages begin: ${name}`, async () => {
    const page = await open(look)
    const findings: string[] = []
    const check = async (screen: string, within?: string) => {
      const found = await seriousFindings(page, { onlyColours: look.theme === 'dark', within })
      if (await isSideways(page)) found.push('the page scrolls sideways')
      if (await isTitleAstray(page)) found.push('the title is not where the page begins')
      findings.push(...found.map((finding) => `${screen}: ${finding}`))
    }
    await showLogin(page, demo)
    await check('login')
    await fillIn(page, RAFAEL.email, demo.password)
    await page.waitForURL('**/tickets')
    for (const { name, show } of privateScreens) {
      await show(page, demo)
      await check(name)
    }
    // What opens over the desk is looked at where there is least room for it.
    for (const { name, show, within } of look.phone ? floats : []) {
      await show(page, demo)
      await check(name, within)
    }
    expect(findings).toEqual([])
  })
}

type Scope = { readonly onlyColours: boolean; readonly within: string | undefined }

/** Themes differ in nothing but colours: all else is asked once. */
async function seriousFindings(page: Page, { onlyColours, within }: Scope): Promise<string[]> {
  // One page without frames needs no second one to gather what was found.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within) axe.include(within)
  if (onlyColours) axe.withRules('color-contrast')
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
    const [page, title] = ['.page', '.page-title'].map((one) => document.querySelector(one)?.getBoundingClientRect())
    return page !== undefined && title !== undefined && title.left - page.left > 24
  })
