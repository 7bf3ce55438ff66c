import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { patience } from '../support/bound'
import { CAMILA, JULIANA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()
/** Waits in the queue Vendas, in the lane Novo contato. */
const CUSTOMER = 'João Pedro Sant’Anna'
/** Waits in the queue Pós-venda, in no lane. */
const OTHER = 'Aline Fontoura'

const board = (page: Page) => {
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  const link = (name: string) => page.locator('.lanes').getByRole('link', { name, exact: true })
  return {
    lane,
    link,
    card: (laneName: string, name: string) => lane(laneName).getByRole('link', { name, exact: true }),
    cards: page.locator('.card-k'),
    side: page.locator('.kanban-side'),
  }
}

/** When the card enters the lane, by the machine's clock; called before it moves. */
const arrival = (page: Page, lane: string, name: string) =>
  page.evaluate(
    ([lane, name]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const there = [...document.querySelectorAll(`[aria-label="${lane}"] .card-k`)]
          if (!there.some((card) => card.textContent?.includes(name))) return false
          watcher.disconnect()
          resolve(performance.timeOrigin + performance.now())
          return true
        }
        const watcher = new MutationObserver(look)
        watcher.observe(document.body, { childList: true, subtree: true })
        look()
      }),
    [lane, name] as const,
  )

test('a card moves over three lanes by keyboard, on the screens of two users', async () => {
  const [rafael, camila, juliana] = await Promise.all(
    [RAFAEL, CAMILA, JULIANA].map(({ email }) => enter(email, { at: '/Kanban' })),
  )
  if (!rafael || !camila || !juliana) throw new Error('three windows')
  const watchers = [camila, juliana]
  for (const page of [rafael, ...watchers]) await board(page).card('Novo contato', CUSTOMER).waitFor()

  // Escape leaves it where it was.
  const status = rafael.locator('.lanes [role="status"]')
  await board(rafael).link(CUSTOMER).focus()
  await rafael.keyboard.press('Space')
  expect(await status.textContent()).toBe(`${CUSTOMER} levantado. Está em Novo contato.`)
  await rafael.keyboard.press('ArrowRight')
  await rafael.keyboard.press('Escape')
  expect(await status.textContent()).toBe(`${CUSTOMER} continua onde estava`)

  /** Moves the held card by lanes to the right (or left) and drops it; returns when all pages show it there. */
  const carry = async (steps: number, to: string): Promise<number> => {
    await board(rafael).link(CUSTOMER).focus()
    const arrivals = watchers.map((page) => arrival(page, to, CUSTOMER))
    await rafael.keyboard.press('Space')
    for (let step = 0; step < Math.abs(steps); step++)
      await rafael.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft')
    expect(await status.textContent()).toBe(`Solte para mover para ${to}`)
    const answered = rafael.waitForResponse((answer) => answer.url().includes('/ticket-tags/'))
    await rafael.evaluate(() => {
      const pressed = () => Object.assign(window, { droppedAt: performance.timeOrigin + performance.now() })
      addEventListener('keydown', pressed, { capture: true, once: true })
    })
    await rafael.keyboard.press('Space')
    expect((await answered).status()).toBe(200)
    await board(rafael).card(to, CUSTOMER).waitFor()
    const droppedAt = Number(await rafael.evaluate(() => Reflect.get(window, 'droppedAt')))
    return Math.max(...(await Promise.all(arrivals))) - droppedAt
  }
  const took = [await carry(3, 'Venda fechada')]
  // Load only adds to the time of a move, so the quickest of several counts.
  for (let lap = 0; lap < 2; lap++) took.push(await carry(-1, 'Em negociação'), await carry(1, 'Venda fechada'))
  expect(Math.min(...took)).toBeLessThan(patience(100))

  // The focus follows the card, and Z undoes the move on all pages.
  await board(rafael).card('Venda fechada', CUSTOMER).and(rafael.locator(':focus')).waitFor()
  await rafael.keyboard.press('z')
  for (const page of [rafael, ...watchers]) await board(page).card('Em negociação', CUSTOMER).waitFor()

  // Z that is pressed before the server has answered undoes this move, not an earlier one.
  const goOn = Promise.withResolvers<void>()
  await rafael.route('**/ticket-tags/**', (route) => goOn.promise.then(() => route.continue()))
  const sent = rafael.waitForRequest('**/ticket-tags/**')
  await board(rafael).card('Em negociação', CUSTOMER).focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await rafael.keyboard.press(key)
  await board(rafael).card('Venda fechada', CUSTOMER).and(rafael.locator(':focus')).waitFor()
  await sent
  await rafael.keyboard.press('z')
  const back = rafael.waitForResponse((answer) => answer.url().includes('/ticket-tags/'))
  goOn.resolve()
  await back
  for (const page of [rafael, ...watchers]) await board(page).card('Em negociação', CUSTOMER).waitFor()
})

test('a card is dragged only to the user’s own queues, and its conversation opens beside the board', async () => {
  const page = await enter(CAMILA.email, { at: '/kanban' })
  const { lane, card, side } = board(page)
  await page.getByRole('button', { name: 'Filas', exact: true }).click()
  await card('Pós-venda', OTHER).waitFor()

  const middle = async (name: string) => {
    const box = await lane(name).boundingBox()
    return { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 200 }
  }
  const from = await card('Pós-venda', OTHER).boundingBox()
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 10)
  await page.mouse.down()
  const closed = await middle('Financeiro')
  await page.mouse.move(closed.x, closed.y, { steps: 5 })
  await lane('Financeiro').getByText('Você não atende Financeiro').waitFor()
  const open = await middle('Vendas')
  await page.mouse.move(open.x, open.y, { steps: 5 })
  await page.getByText('Solte para mover para Vendas · Esc cancela').waitFor()
  const moved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.mouse.up()
  expect((await moved).status()).toBe(200)
  await card('Vendas', OTHER).waitFor()
  expect(page.url()).toContain('/kanban')

  await card('Vendas', OTHER).click()
  await side.getByRole('heading', { name: OTHER, exact: true }).waitFor()
  // Accepted there, with the board still open.
  await side.getByRole('button', { name: 'Aceitar' }).last().click()
  await side.locator('.msg').first().waitFor()
  expect((await side.boundingBox())?.width).toBe(400)
  await page.reload()
  await side.getByRole('heading', { name: OTHER, exact: true }).waitFor()
  await card('Vendas', OTHER).waitFor()
  // A card held over the pane scrolls nothing, and dropped there it stays where it was.
  const scrolled = () => page.locator('.lanes').evaluate((lanes) => lanes.scrollLeft)
  const [before, at, beside] = [await scrolled(), await card('Vendas', OTHER).boundingBox(), await side.boundingBox()]
  await page.mouse.move((at?.x ?? 0) + 20, (at?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((beside?.x ?? 0) + 350, 300, { steps: 5 })
  const hint = page.locator('.held-say')
  await hint.getByText(/· Esc cancela$/).waitFor()
  const { x = 0, width = 0 } = (await hint.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(await page.evaluate(() => innerWidth))
  await page.mouse.up()
  await page.locator('.lanes [role="status"]').getByText(`${OTHER} continua onde estava`).waitFor()
  expect(await scrolled()).toBe(before)

  // In a narrow window the open card is beside the pane; Escape in the text closes it.
  await page.setViewportSize({ width: 1100, height: 700 })
  await page.reload()
  await side.locator('#composer').waitFor()
  await page.waitForFunction(() => {
    const [current, pane] = ['.card-k[aria-current]', '.kanban-side'].map((one) => document.querySelector(one))
    return current && pane && current.getBoundingClientRect().right <= pane.getBoundingClientRect().left
  })
  await side.locator('#composer').press('Escape')
  await side.waitFor({ state: 'detached' })
})

test('lanes are created and ordered, and the board follows', async () => {
  const page = await enter(RAFAEL.email, { at: '/TagsKanban' })
  await page.getByRole('button', { name: 'Nova coluna' }).click()
  const form = page.getByRole('dialog', { name: 'Nova coluna' })
  await form.getByLabel('Nome').fill('Perdida')
  await form.getByRole('button', { name: 'Criar etiqueta' }).click()
  await page.getByRole('link', { name: 'Ver o quadro' }).click()
  const heads = page.locator('.lane-head b')
  await page.getByRole('region', { name: 'Perdida' }).waitFor()
  expect((await heads.allTextContents()).at(-1)).toBe('Perdida')
  await page.getByRole('button', { name: 'Ações de Perdida' }).click()
  const ordered = page.waitForResponse((answer) => answer.url().endsWith('/tags/order'))
  await page.getByRole('menuitem', { name: 'Mover para a esquerda' }).click()
  expect((await ordered).status()).toBe(200)
  await page.waitForFunction(() => [...document.querySelectorAll('.lane-head b')].at(-2)?.textContent === 'Perdida')

  // Dragged by its head, it takes the position of the lane under it.
  const head = (name: string) => page.getByRole('region', { name }).locator('.lane-head b')
  await head('Em negociação').dragTo(head('Orçamento enviado'))
  await page.waitForFunction(() => document.querySelectorAll('.lane-head b')[2]?.textContent === 'Em negociação')
})
