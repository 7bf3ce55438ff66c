/** A demo for one file of journeys; each window is closed after its test, and must not have logged errors. */
import { afterAll, afterEach, expect, setDefaultTimeout } from 'bun:test'
import { type Look, openBrowser, signIn, type Window } from './browser'
import { type Beginning, openDemo } from './demo'

/** Waits have timeouts of their own; this one is for waits without. */
const LONGEST_TEST = 900_000

export async function stage(beginning: Beginning = {}) {
  setDefaultTimeout(LONGEST_TEST)
  const [demo, browser] = await Promise.all([openDemo(beginning), openBrowser()])
  const windows: Window[] = []

  afterEach(async () => {
    const open = windows.splice(0)
    const faults = open.flatMap((window) => window.faults)
    for (const { page } of open) await page.context().close()
    expect(faults).toEqual([])
  })
  afterAll(async () => {
    await demo.close()
  })

  const open = async (look: Look = {}) => {
    const window = await browser.open(look)
    windows.push(window)
    return window.page
  }
  return {
    demo,
    open,
    /** Signed in, on the desk or at another address. */
    async enter(email: string, { at = '/tickets', ...look }: Look & { readonly at?: string } = {}) {
      const page = await open(look)
      await signIn(page, demo, email, at)
      return page
    },
  }
}
