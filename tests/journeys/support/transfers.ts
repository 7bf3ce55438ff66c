/** What crosses the line to a page, in bytes, headers included; the API's answers and pictures made by the page apart. */
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
  // Begins before the page, so that what it sees drawn is seen at the frame in which it is.
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
    /** All that was asked for until this was drawn. */
    async until(what: 'input[name=password]' | '.desk-chat .bubble'): Promise<number> {
      await page.locator(what).first().waitFor()
      last = await page.evaluate(
        (what) => (window as unknown as { drawn: Record<string, number> }).drawn[what] ?? 0,
        what,
      ) // set above
      return sum(0, last)
    },
    /** What came after the last thing that was waited for, once nothing comes any more. */
    async rest(): Promise<number> {
      await page.waitForLoadState('networkidle')
      return sum(last, Number.POSITIVE_INFINITY)
    },
    /** Those until then, the largest first. */
    files: () => [...all.values()].filter(({ begun }) => begun <= last).sort((a, b) => b.bytes - a.bytes),
  }
}
