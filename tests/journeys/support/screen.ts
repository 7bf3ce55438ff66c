/** What a module tells the journeys about its screens. */
import type { Locator, Page } from 'playwright'
import type { Demo } from './demo'

/** A customer of the sample company whose ticket an admin has accepted. */
export const TALKING_TO = 'João Pedro Sant’Anna'

/** Elements are found by role and icon, not by text: the screens are shown in four languages. */
export type Screen = { readonly name: string; show(page: Page, demo: Demo): Promise<void> }
/** A dialog over the desk, opened after the previous one closed; `within` is its container. */
export type Float = Screen & { readonly within: string }

/**
 * Opens an address and waits for something on it. Navigates within the page, like a link; the same address again
 * reloads.
 */
export const opens =
  (path: string, shown: (page: Page) => Locator): Screen['show'] =>
  async (page, { url }) => {
    const [from] = page.url().split('?')
    if (from === `${url}${path}`) await page.goto(`${url}${path}`)
    else await page.evaluate((to) => history.pushState({}, '', to), path)
    await shown(page).waitFor()
  }
export const firstTicket = (page: Page) => page.locator('.ticket').first()
export const firstRow = (page: Page) => page.getByRole('row').nth(1)

/** A button, or a button's menu and the entry in it. */
export type Opener = string | RegExp | readonly [menu: string | RegExp, entry: string | RegExp]
/** What opens the dialogs of a page, by its address. */
export type Dialogs = Readonly<Record<string, readonly Opener[]>>
/** Of a list of rows. */
export const rows: readonly Opener[] = [/^Editar /, /^Excluir /]

/** A page with a table; `opensDialog`: the names of its rows do. */
export type Table = { readonly path: string; readonly opensDialog?: true }

/** What `<module>.screens.ts` beside a module's tests says of its screens, each brought to a state in which it shows something. */
export type ScreenFile = {
  /** Shown in this order. */
  readonly screens?: readonly Screen[]
  readonly floats?: readonly Float[]
  readonly dialogs?: Dialogs
  readonly tables?: readonly Table[]
}
