/** Every screen that there is, each brought to where it shows something. */
import type { Page } from 'playwright'
import type { Demo } from './demo'

/** A customer of the sample company whose conversation an admin has taken. */
export const TALKING_TO = 'João Pedro Sant’Anna'

export type Screen = { readonly name: string; show(page: Page, demo: Demo): Promise<void> }

/** Found by place and not by word: they are looked at in four languages. */
export const privateScreens: readonly Screen[] = [
  {
    name: 'desk-list',
    async show(page, { url }) {
      await page.goto(`${url}/tickets`)
      await page.locator('.ticket').first().waitFor()
    },
  },
  {
    name: 'desk-chat',
    async show(page) {
      await page.getByRole('link', { name: TALKING_TO }).first().click()
      await page.locator('.msg').first().waitFor()
      await page.locator('#composer').waitFor()
    },
  },
  {
    name: 'desk-contact',
    async show(page) {
      const button = page.locator('.pane-head button[aria-pressed]')
      if (await button.isVisible()) await button.click()
      else {
        await page.locator('.pane-head button:has(.lucide-ellipsis-vertical)').click()
        await page.locator('.menu-row:has(.lucide-panel-right)').click()
      }
      await page.locator('.desk-contact .facts').waitFor()
    },
  },
  {
    name: 'desk-transfer',
    async show(page) {
      const back = page.locator('.desk-contact .pane-head button:has(.lucide-x)')
      if (!(await page.locator('#composer').isVisible())) await back.click()
      const inHead = page.locator('.pane-head button:has(.lucide-arrow-right-left)')
      if (await inHead.isVisible()) await inHead.click()
      else {
        await page.locator('.pane-head button:has(.lucide-ellipsis-vertical)').click()
        await page.locator('.menu-row:has(.lucide-arrow-right-left)').click()
      }
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'desk-forward',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator('.msg-out .msg-tools').last().getByRole('button').last().press('Enter')
      await page.locator('.menu-row:has(.lucide-forward)').press('Enter')
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'settings',
    async show(page, { url }) {
      await page.goto(`${url}/settings`)
      await page.getByRole('switch').first().waitFor()
    },
  },
  {
    name: 'connections',
    async show(page, { url }) {
      await page.goto(`${url}/connections`)
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'connections-qr',
    async show(page) {
      await page.getByRole('row').nth(2).getByRole('button').first().click()
      await page.locator('.qr-code').waitFor()
    },
  },
  {
    name: 'connections-code',
    async show(page) {
      await page.getByRole('dialog').getByRole('tab').nth(1).click()
    },
  },
  {
    name: 'connections-new',
    async show(page, { url }) {
      await page.goto(`${url}/connections`)
      await page.getByRole('row').nth(1).waitFor()
      await page.getByRole('main').locator('.btn-primary').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'queues',
    async show(page, { url }) {
      await page.goto(`${url}/queues`)
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'queues-edit',
    async show(page) {
      await page.getByRole('row').nth(1).getByRole('button').first().press('Enter')
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'queues-delete',
    async show(page, { url }) {
      await page.goto(`${url}/queues`)
      await page.getByRole('row').nth(1).getByRole('button').last().press('Enter')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'simulator',
    async show(page, { url }) {
      await page.goto(`${url}/simulator`)
      await page.getByRole('article').first().waitFor()
    },
  },
]

/** What opens over the desk, each after the one before was closed; `within` is where it lies. */
export const floats: readonly (Screen & { within: string })[] = [
  {
    name: 'float-filters',
    within: '.float',
    async show(page, { url }) {
      await page.goto(`${url}/tickets`)
      await page.locator('.ticket').first().waitFor()
      await page.locator('.desk-list button:has(.lucide-list-filter)').click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'float-unread',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.topbar button:has(.lucide-bell)').click()
      await page.locator('.unread-row').first().waitFor()
    },
  },
  {
    name: 'float-person',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.topbar button:has(.face)').click()
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
  {
    name: 'float-new-ticket',
    within: '.dialog',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.desk-list button:has(.lucide-square-pen)').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'float-emoji',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: TALKING_TO }).first().click()
      await page.locator('.composer button:has(.lucide-smile)').click()
      await page.locator('.emoji-one:visible').first().waitFor()
    },
  },
  {
    name: 'float-recording',
    within: '.composer',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.composer button:has(.lucide-mic)').click()
      // Long enough for its level to want more room than there is.
      await page.locator('.meter i').nth(30).waitFor({ state: 'attached' })
    },
  },
]

export async function showLogin(page: Page, { url }: Demo): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[name=password]').waitFor()
}

/** A shop at work: linked, with a second connection not yet linked, and a conversation under way. */
export async function furnish(demo: Demo, email: string): Promise<void> {
  const admin = await demo.signIn(email)
  await admin.link()
  await admin.demand('POST', '/whatsapp', { name: 'Loja Norte' })
  const ticket = await admin.accept(await admin.ticketOf(TALKING_TO))
  await admin.demand('POST', `/messages/${ticket.id}`, { body: 'Entregamos, sim! Para *Niterói* o frete é grátis.' })
  for (const waiting of (await admin.tickets('pending')).slice(0, 1)) await admin.accept(waiting)
}
