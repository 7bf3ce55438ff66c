/** Tables on a small laptop: what a row is called stays readable, its buttons whole, and its name opens it. */
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { TALKING_TO } from './support/screen'
import { furnish, tables } from './support/screens'
import { stage } from './support/stage'

const { demo, enter } = await stage()
beforeAll(() => furnish(demo, RAFAEL.email))

/** The operator's company has no invoices. */
const ADRIANA = 'adriana@donazeze.example'

/** Most names are shorter; a longer one may end in an ellipsis after these. */
const LEAST_CHARACTERS = 16

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${demo.url}${path}`)
  // While a table loads it shows bones, also when no rows will follow.
  await page.waitForFunction(() => document.querySelector('.bone') === null && document.querySelector('main table td'))
}

/** What is cut in the tables on the page. */
const cutIn = (page: Page) =>
  page.evaluate((least) => {
    const found: string[] = []
    const body = document.querySelector('.page-body:has(> table)')
    if (innerWidth >= 1280 && body && body.scrollWidth > body.clientWidth) found.push('scrolls sideways')
    for (const row of document.querySelectorAll<HTMLElement>('main .grid-table tbody tr')) {
      const lead = row.querySelector<HTMLElement>('td.lead') ?? row.querySelector<HTMLElement>('td:not(.pick)')
      for (const part of lead?.querySelectorAll<HTMLElement>('*') ?? []) {
        const { scrollWidth, clientWidth, textContent, childElementCount } = part
        if (childElementCount > 0 || scrollWidth <= clientWidth || textContent === '') continue
        if (part.matches('.sr-only')) continue
        const seen = Math.floor((textContent.length * clientWidth) / scrollWidth)
        if (seen < Math.min(least, textContent.length)) found.push(`${textContent}: ${seen} characters`)
      }
      for (const button of row.querySelectorAll<HTMLElement>('.btn')) {
        const cell = button.closest('td')?.getBoundingClientRect()
        const { left, right, width } = button.getBoundingClientRect()
        if (width === 0 || !cell) continue
        const isOut = left < cell.left - 1 || right > cell.right + 1 || right > innerWidth
        const isIcon = button.matches('.btn-icon')
        if (isOut || (!isIcon && button.scrollWidth > button.clientWidth + 1))
          found.push(`${button.textContent || button.title}: cut`)
      }
      const cells = [...row.querySelectorAll<HTMLElement>('td')]
      for (const cell of cells)
        for (const part of cell.querySelectorAll<HTMLElement>('small, .due, .state, span'))
          if (
            part.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1 &&
            !part.closest('.truncate, button')
          )
            found.push(`${part.textContent}: over the next column`)
    }
    return [...new Set(found)]
  }, LEAST_CHARACTERS)

for (const width of [1280, 1024])
  test(`names keep their room at ${width} px, and buttons are whole`, async () => {
    const page = await enter(RAFAEL.email, { width })
    const cut: Record<string, readonly string[]> = {}
    const look = async (page: Page, path: string) => {
      await show(page, path)
      const found = await cutIn(page)
      if (found.length > 0) cut[path] = found
    }
    for (const { path } of tables) await look(page, path)
    await look(await enter(ADRIANA, { width }), '/financeiro')
    expect(cut).toEqual({})
  })

test('a row opens on its name', async () => {
  const page = await enter(RAFAEL.email)
  for (const { path } of tables.filter(({ opensDialog }) => opensDialog)) {
    await show(page, path)
    const name = page.locator('td.lead .row-open').first()
    await name.click()
    await dialogOf(page).waitFor()
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true)
  }
})

test('a long name takes a second line, and the figures beside it stay in sight', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  const { contact } = await admin.ticketOf(TALKING_TO, 'open')
  const name = 'Condomínio Palmeiras Imperiais do Recreio Carioca' // a contact's name has at most 50 characters
  await admin.demand('PUT', `/contacts/${contact.id}`, { name })
  const page = await enter(RAFAEL.email, { width: 1280 })
  await show(page, '/reports')
  await page.getByRole('link', { name }).first().waitFor()
  const box = await page.getByRole('columnheader', { name: 'Nota' }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
})
