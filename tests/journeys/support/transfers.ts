/** Bytes transferred to a page, headers included; API responses and pictures made by the page are counted apart. */
import type { Page } from 'playwright'

type Transfer = { readonly path: string; readonly begun: number; bytes: number }

export async function recordTransfers(page: Page) {
  const wire = await page.context().newCDPSession(page)
  const all = new Map<string, Transfer>()
  await wire.send('Network.enable')
  wire.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    const { protocol, pathname } = new URL(request.url)
    if (protocol !== 'http:' || pathname.startsWith('/api/') || pathname.startsWith('/ws')) return
    all.set(requestId, { path: pathname, begun: wallTime * 1000, bytes: 0 })
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = all.get(requestId)
    if (transfer) transfer.bytes = encodedDataLength
  })
  // Starts before the page, so that it sees every frame.
  await page.addInitScript(() => {
    const drawn: Record<string, number> = {}
    Object.assign(window, { drawn })
    const look = () => {
      for (const what of ['input[name=password]', '.desk-chat .bubble'])
        if (!(what in drawn) && document.querySelector(what)) drawn[what] = Date.now()
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  let last = 0
  const sum = (from: number, to: number) =>
    [...all.values()].filter(({ begun }) => begun > from && begun <= to).reduce((bytes, one) => bytes + one.bytes, 0)

  return {
    /** Everything requested until this was rendered. */
    async until(what: 'input[name=password]' | '.desk-chat .bubble'): Promise<number> {
      await page.locator(what).first().waitFor()
      last = await page.evaluate(
        (what) => (window as unknown as { drawn: Record<string, number> }).drawn[what] ?? 0,
        what,
      ) // set above
      return sum(0, last)
    },
    /** What arrived after the last awaited thing, until nothing more arrives. */
    async rest(): Promise<number> {
      await page.waitForLoadState('networkidle')
      return sum(last, Number.POSITIVE_INFINITY)
    },
    /** Transfers until then, the largest first. */
    files: () => [...all.values()].filter(({ begun }) => begun <= last).sort((a, b) => b.bytes - a.bytes),
  }
}
