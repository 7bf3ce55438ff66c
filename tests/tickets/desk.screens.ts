import type { Page } from 'playwright'
import { dialogOf } from '../journeys/support/browser'
import { type Float, firstTicket, opens, type Screen, TALKING_TO } from '../journeys/support/screen'

/** Presses a button in the conversation header, or its menu entry where the header has no room. */
async function pressInHead(page: Page, button: string, icon: string) {
  const inHead = page.locator(`.pane-head button${button}`)
  if (await inHead.isVisible()) return inHead.click()
  await page.locator('.pane-head button:has(.lucide-ellipsis-vertical)').click()
  await page.locator(`.menu-row:has(${icon})`).click()
}

export const screens: readonly Screen[] = [
  { name: 'desk-list', show: opens('/tickets', firstTicket) },
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
      await pressInHead(page, ':has(.lucide-panel-right)', '.lucide-panel-right')
      await page.locator('.desk-contact .facts').waitFor()
    },
  },
  {
    name: 'desk-transfer',
    async show(page) {
      const back = page.locator('.desk-contact .pane-head button:has(.lucide-x)')
      if (!(await page.locator('#composer').isVisible())) await back.click()
      await pressInHead(page, ':has(.lucide-arrow-right-left)', '.lucide-arrow-right-left')
      await dialogOf(page).waitFor()
    },
  },
  {
    name: 'desk-forward',
    async show(page) {
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.locator('.msg-out .msg-tools').last().getByRole('button').last().press('Enter')
      await page.locator('.menu-row:has(.lucide-forward)').press('Enter')
      await dialogOf(page).getByRole('checkbox').first().waitFor()
    },
  },
]

/** Dialogs over the desk, each opened after the previous one closed; `within` is its container. */
export const floats: readonly Float[] = [
  {
    name: 'float-filters',
    within: '.float',
    async show(page, demo) {
      await opens('/tickets', firstTicket)(page, demo)
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
      await dialogOf(page).waitFor()
    },
  },
  {
    name: 'float-emoji',
    within: '.float',
    async show(page) {
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: TALKING_TO }).first().click()
      await page.locator('.composer button:has(.lucide-smile)').click()
      await page.locator('.emoji-one:visible').first().waitFor()
    },
  },
  {
    name: 'float-emoji-names',
    within: '.completion-list',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.emoji-one').first().waitFor({ state: 'hidden' }) // its closing takes the focus
      await page.locator('#composer').fill('')
      await page.locator('#composer').pressSequentially(':cora')
      await page.locator('.completion-list').waitFor()
    },
  },
  {
    name: 'float-palette',
    within: '.dialog',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('#composer').fill('')
      await page.keyboard.press('Control+k')
      await dialogOf(page).getByRole('combobox').fill('a')
      await page.getByRole('option').nth(1).waitFor()
    },
  },
  {
    name: 'float-recording',
    within: '.composer',
    async show(page) {
      await page.keyboard.press('Escape')
      await page.locator('.composer button:has(.lucide-mic)').click()
      // Long enough that its level overflows.
      await page.locator('.meter i').nth(30).waitFor({ state: 'attached' })
    },
  },
]
