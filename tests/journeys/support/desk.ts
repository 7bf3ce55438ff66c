/** Helpers for the desk that find elements by their visible text. */
import type { Locator, Page } from 'playwright'

export function desk(page: Page) {
  const list = page.getByRole('region', { name: 'Atendimentos' })
  const chat = page.getByRole('main').getByRole('region', { name: /^Conversa/ })
  return {
    list,
    chat,
    waiting: () => list.getByRole('button', { name: /^Aguardando/ }).click(),
    attending: () => list.getByRole('button', { name: /^Atendendo/ }).click(),
    row: (name: string): Locator =>
      list.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) }),
    open: (name: string) => list.getByRole('link', { name, exact: true }).click(),
    accept: (name: string) => list.getByRole('button', { name: `Aceitar ${name}` }).click(),
    box: page.locator('#composer'),
    bubble: (text: string): Locator => page.locator('.msg').filter({ hasText: text }),
    async say(text: string) {
      await page.locator('#composer').fill(text)
      await page.locator('#composer').press('Enter')
    },
    /** The delivery status of our message, as a screen reader announces it. */
    tick: (text: string, name: string): Locator =>
      page.locator('.msg').filter({ hasText: text }).getByRole('img', { name, exact: true }),
  }
}
