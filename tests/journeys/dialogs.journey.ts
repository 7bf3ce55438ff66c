/** One rule for every dialog: it takes the focus, blames nobody before a field was left, and gives the focus back. */
import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { RAFAEL } from './support/demo'
import { untilFocused } from './support/focus'
import type { Opener } from './support/screen'
import { dialogs, furnish } from './support/screens'
import { stage } from './support/stage'

const { demo, enter } = await stage()
beforeAll(() => furnish(demo, RAFAEL.email))

const buttonNamed = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()

/** By keyboard, as whoever needs the focus to be right does. Returns what must have the focus afterwards. */
async function open(page: Page, opener: Opener): Promise<Locator> {
  const [name, entry] = typeof opener === 'string' || opener instanceof RegExp ? [opener] : opener
  const button = buttonNamed(page, name)
  await button.press('Enter')
  if (entry !== undefined)
    await page
      .getByRole('menuitem', typeof entry === 'string' ? { name: entry, exact: true } : { name: entry })
      .press('Enter')
  return button
}

/** The state of the newest dialog. */
const look = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('.modal-box[data-open]')].at(-1)
    return {
      hasFocus: dialog?.contains(document.activeElement) === true,
      faulty: dialog?.querySelectorAll('[aria-invalid="true"]').length ?? 0,
    }
  })
const isIn = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('.modal-box[data-open]') !== null).catch(() => undefined)

for (const [path, openers] of dialogs)
  test(`dialogs of ${path} take the focus, show no error unasked, and give the focus back`, async () => {
    const page = await enter(RAFAEL.email, { at: path })
    await page.waitForFunction(
      () => document.querySelector('main') !== null && document.querySelector('.bone') === null,
    )
    for (const opener of openers) {
      const button = await open(page, opener)
      const dialog = page.locator('.modal-box[data-open]')
      await dialog.first().waitFor()
      await page.waitForFunction(() => document.querySelector('.modal-box .bone') === null)
      await isIn(page)
      expect({ opener, ...(await look(page)) }).toEqual({ opener, hasFocus: true, faulty: 0 })
      await page.keyboard.press('Escape')
      await dialog.first().waitFor({ state: 'detached' })
      const element = await button.elementHandle()
      await page.waitForFunction((element) => element === document.activeElement, element).catch(() => undefined)
      const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
      expect({ opener, isBack: await button.evaluate((one) => one === document.activeElement), focused }).toMatchObject(
        {
          opener,
          isBack: true,
        },
      )
    }
  })

test('a dialog in the place of another has the focus in its first field, and returns to the first one’s button', async () => {
  const page = await enter(RAFAEL.email, { at: '/messages-api' })
  const tokens = buttonNamed(page, 'Tokens')
  await tokens.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Novo token' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Novo token' })
  const name = form.getByLabel('Nome')
  await name.waitFor()
  await untilFocused(name)
  expect(await look(page)).toEqual({ hasFocus: true, faulty: 0 })
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await isIn(page)
  await page.keyboard.press('Escape')
  await untilFocused(tokens)
})

test('what is removed leaves the focus to what takes its place', async () => {
  const page = await enter(RAFAEL.email, { at: '/tags' })
  const [first, second] = [buttonNamed(page, 'Excluir Em negociação'), page.locator('td.lead .row-open').nth(1)]
  await first.waitFor()
  const next = await second.textContent()
  await first.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir etiqueta' }).press('Enter')
  await page.waitForFunction(
    (next) => document.activeElement?.closest('tr')?.textContent?.includes(next ?? '') === true,
    next,
  )
})

test.each(['/companies', '/integrations'])('Escape in the pane of %s returns to the row', async (path) => {
  const page = await enter(RAFAEL.email, { at: path })
  const name = page.locator('td.lead button').first()
  await name.press('Enter')
  const pane = page.locator('.pane-over')
  await untilFocused(pane)
  await page.keyboard.press('Escape')
  await pane.waitFor({ state: 'detached' })
  await untilFocused(name)
})
