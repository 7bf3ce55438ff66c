/** Time from a press on a ticket to its conversation on screen. */
import type { Page } from 'playwright'

type Options = { readonly tickets: number; readonly switches: number }

/** Medians in milliseconds: for cached tickets, for tickets fetched from the server, and of an idle frame. */
export async function measureSwitches(page: Page, { tickets, switches }: Options) {
  await page
    .locator('.ticket')
    .nth(tickets - 1)
    .waitFor()
  const fromServer: number[] = []
  const cached: number[] = []
  const empty: number[] = []
  for (let n = 0; n < tickets; n++) fromServer.push(await switchTo(page, n))
  for (let n = 0; n < switches; n++) {
    empty.push(await emptyFrame(page))
    cached.push(await switchTo(page, n % tickets))
    await settle(page)
  }
  return { cached: median(cached), fromServer: median(fromServer), emptyFrame: median(empty) }
}

/** Clicked by script, so that no pointer hovers and prefetches; focused first, as by any press. */
const switchTo = (page: Page, index: number): Promise<number> =>
  page.evaluate(async (index) => {
    const row = [...document.querySelectorAll('.ticket')].toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    )[index]
    const link = row?.querySelector<HTMLElement>('a.ticket-name')
    const name = link?.textContent ?? ''
    const isThere = () =>
      document.querySelector('.pane-head h2')?.textContent === name && document.querySelector('.msg') !== null
    link?.focus({ preventScroll: true })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const started = performance.now()
    link?.click()
    while (!isThere()) {
      if (performance.now() - started > 5_000) throw new Error(`${name} never came`)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    // A message posted now arrives after this frame has been painted.
    await new Promise((resolve) => {
      const drawn = new MessageChannel()
      drawn.port1.onmessage = resolve
      drawn.port2.postMessage(0)
    })
    return performance.now() - started
  }, index)

const emptyFrame = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    const started = performance.now()
    await frame()
    return performance.now() - started
  })

/** Waits until the page is idle: the work after a switch is not counted for the next one. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })))

function median(times: readonly number[]): number {
  return Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN) * 10) / 10
}
