import { beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { fillIn, type Look } from './support/browser'
import { RAFAEL } from './support/demo'
import { furnish, privateScreens, showLogin } from './support/screens'
import { stage } from './support/stage'

const { demo, open } = await stage()
/** To be looked at by people; nothing compares them. */
const album = join(tmpdir(), 'shots-journeys')

beforeAll(async () => {
  mkdirSync(album, { recursive: true })
  await furnish(demo, RAFAEL.email)
})

const looks: readonly (Look & { name: string })[] = [
  { name: 'pt-light', theme: 'light' },
  { name: 'pt-dark', theme: 'dark' },
  { name: 'pt-phone-light', theme: 'light', phone: true },
  { name: 'pt-phone-dark', theme: 'dark', phone: true },
  { name: 'en-light', language: 'en' },
  { name: 'es-light', language: 'es' },
  { name: 'tr-light', language: 'tr' },
]

for (const { name, ...look } of looks) {
  test(`every screen has its picture and fits its window: ${name}`, async () => {
    const page = await open(look)
    await showLogin(page, demo)
    await settle(page)
    await page.screenshot({ path: join(album, `login-${name}.png`) })
    await fillIn(page, RAFAEL.email, demo.password)
    await page.waitForURL('**/tickets')
    const wide: string[] = []
    for (const screen of privateScreens) {
      await screen.show(page, demo)
      await settle(page)
      await page.screenshot({ path: join(album, `${screen.name}-${name}.png`) })
      const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      if (overflows) wide.push(screen.name)
    }
    expect(wide).toEqual([])
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(look.language ?? 'pt-BR')
  })
}

/** Letters are drawn in their own type, and no grey shape stands in for what still comes. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.bone') === null)
  await page.evaluate(() => document.fonts.ready)
}
