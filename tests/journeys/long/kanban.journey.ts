import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { RAFAEL } from '../support/demo'
import { fillDesk } from '../support/full-desk'
import { stage } from '../support/stage'

const { demo, enter } = await stage()

beforeAll(() => fillDesk(demo.data, { tickets: 3_000, messages: 10 }))

/** The newest of all, in no lane. */
const CUSTOMER = 'Cliente 1'
const OTHER = 'Cliente 2'

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, laneName: string, name: string) =>
  lane(page, laneName)
    .locator('.card-k')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const middleOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}
const scrolled = (page: Page) => page.locator('.lanes').evaluate((lanes) => lanes.scrollLeft)
const status = (page: Page) => page.locator('.lanes [role="status"]')
const hint = (page: Page) => page.locator('.held-say')
/** The place of a card under way, in its lane; its content is hidden. */
const lifted = (page: Page) => page.locator('.card-k[data-lifted]')

test('a card under way stays in the hand while its row leaves the lane', async () => {
  const page = await enter(RAFAEL.email, { at: '/kanban' })
  const row = card(page, 'Sem coluna', CUSTOMER)
  await row.waitFor()
  const from = await middleOf(row)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 10, { steps: 3 })
  await hint(page).getByText('Continua em Sem coluna · Esc cancela').waitFor()
  // Nothing jumps: it hangs from the pointer where it was taken.
  const held = page.locator('.card-k[data-held]')
  await page.waitForFunction(
    ([x, y]) => {
      const box = document.querySelector('.card-k[data-held]')?.getBoundingClientRect()
      return box && Math.abs(box.x + box.width / 2 - Number(x)) < 2 && Math.abs(box.y + box.height / 2 - Number(y)) < 2
    },
    [from.x + 10, from.y + 10],
  )
  await lane(page, 'Sem coluna')
    .locator('.lane-cards')
    .evaluate((box) => box.scrollTo(0, 50_000))
  await lifted(page).waitFor({ state: 'detached' })
  const to = await middleOf(lane(page, 'Novo contato'))
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await hint(page).getByText('Solte para mover para Novo contato').waitFor()
  expect(await held.isVisible()).toBe(true)

  // Back in sight, and away again.
  await lane(page, 'Sem coluna')
    .locator('.lane-cards')
    .evaluate((box) => box.scrollTo(0, 0))
  await lifted(page).waitFor()
  await lane(page, 'Sem coluna')
    .locator('.lane-cards')
    .evaluate((box) => box.scrollTo(0, 50_000))
  await lifted(page).waitFor({ state: 'detached' })
  await page.mouse.move(to.x, to.y + 20, { steps: 2 })
  expect(await held.isVisible()).toBe(true)
  await page.mouse.up()
  await card(page, 'Novo contato', CUSTOMER).waitFor()
  expect(await held.count()).toBe(0)
  await page.keyboard.press('z')
  await card(page, 'Novo contato', CUSTOMER).waitFor({ state: 'detached' })
})

test('Escape puts a dragged card back, and a slow click opens it', async () => {
  const page = await enter(RAFAEL.email, { at: '/kanban' })
  const row = card(page, 'Sem coluna', CUSTOMER)
  await row.waitFor()
  const from = await middleOf(row)
  const to = await middleOf(lane(page, 'Novo contato'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await hint(page).getByText('Solte para mover para Novo contato').waitFor()
  await page.keyboard.press('Escape')
  await status(page).getByText(`${CUSTOMER} continua onde estava`).waitFor()
  await page.mouse.move(from.x, from.y, { steps: 5 })
  await page.mouse.up()
  expect(await hint(page).count()).toBe(0)
  // As does a window that loses the focus.
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await hint(page).getByText('Solte para mover para Novo contato').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await hint(page).waitFor({ state: 'detached' })
  await page.mouse.up()
  await row.waitFor()
  expect(new URL(page.url()).searchParams.get('ticket')).toBe(null)

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.waitForTimeout(500)
  expect(await hint(page).count()).toBe(0)
  await page.mouse.up()
  await page.locator('.kanban-side').getByRole('heading', { name: CUSTOMER, exact: true }).waitFor()
})

test('a card at the edge of the board scrolls it and falls into the lane that comes', async () => {
  const page = await enter(RAFAEL.email, { at: '/kanban', width: 800 })
  const row = card(page, 'Sem coluna', CUSTOMER)
  await row.waitFor()
  const from = await middleOf(row)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  // Within the last lane once the board has scrolled to its end.
  await page.mouse.move(770, from.y, { steps: 5 })
  await hint(page).getByText('Solte para mover para Venda fechada').waitFor()
  expect(await scrolled(page)).toBeGreaterThan(100)
  await page.mouse.up()
  await card(page, 'Venda fechada', CUSTOMER).waitFor()
  await page.keyboard.press('z')
  await card(page, 'Venda fechada', CUSTOMER).waitFor({ state: 'detached' })
})

const openGlass = async (page: Page) => {
  const glass = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
}

test('a finger that stays lifts a card, and one that moves scrolls', async () => {
  const page = await enter(RAFAEL.email, { at: '/kanban', phone: true })
  const row = card(page, 'Sem coluna', CUSTOMER)
  await row.waitFor()
  const touch = await openGlass(page)
  const from = await middleOf(row)
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step++) await touch('touchMove', { x: from.x, y: from.y + step * -20 })
  await touch('touchEnd')
  expect(await hint(page).count()).toBe(0)
  const cards = lane(page, 'Sem coluna').locator('.lane-cards')
  await page.waitForFunction(() => Number(document.querySelector('.lane-cards')?.scrollTop) > 50)
  await cards.evaluate((box) => box.scrollTo(0, 0))
  await row.waitFor()

  const again = await middleOf(row)
  await touch('touchStart', again)
  await page.waitForTimeout(500)
  for (let step = 1; step <= 10; step++) {
    await touch('touchMove', { x: again.x + ((385 - again.x) * step) / 10, y: again.y + 5 * step })
  }
  await hint(page).getByText('Solte para mover para Novo contato').waitFor()
  expect(await cards.evaluate((box) => box.scrollTop)).toBe(0)
  await touch('touchEnd')
  await card(page, 'Novo contato', CUSTOMER).waitFor()
  expect(new URL(page.url()).searchParams.get('ticket')).toBe(null)
})

test('a finger keeps a card whose row leaves the lane', async () => {
  const page = await enter(RAFAEL.email, { at: '/kanban', phone: true })
  const row = card(page, 'Sem coluna', OTHER)
  await row.waitFor()
  const touch = await openGlass(page)
  const from = await middleOf(row)
  await touch('touchStart', from)
  await hint(page).waitFor()
  await lane(page, 'Sem coluna')
    .locator('.lane-cards')
    .evaluate((box) => box.scrollTo(0, 50_000))
  await lifted(page).waitFor({ state: 'detached' })
  for (let step = 1; step <= 10; step++) await touch('touchMove', { x: from.x + step * 17, y: from.y + 5 * step })
  await hint(page).getByText('Solte para mover para Novo contato').waitFor()
  await touch('touchEnd')
  await card(page, 'Novo contato', OTHER).waitFor()
})
