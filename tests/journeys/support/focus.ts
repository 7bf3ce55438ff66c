/** Where the keyboard focus is. */
import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright'

export const untilFocused = async (place: Locator) => {
  const element = await place.elementHandle()
  await place.page().waitForFunction((element) => element === document.activeElement, element)
}

/** Tabs all the way around: nothing of the page behind is ever reached. */
export async function holdsFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))
  const behind: string[] = []
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press('Tab')
    // The edges of a dialog are focus guards, from which the next frame moves on; no finger is faster.
    const reached = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      const at = document.activeElement
      return at?.closest('[role=dialog], [data-base-ui-focus-guard]') || at === document.body ? '' : at?.outerHTML
    })
    if (reached) behind.push(reached)
  }
  expect(behind).toEqual([])
}
