/** Toasts: one at a time at the lower edge, and never in the way. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()

type Task = { id: number; text: string }

const shownToast = (page: Page) => page.locator('.toast-card:not([data-limited], [data-ending-style])')

test('one toast at a time, in the middle of the lower edge; Z takes the newest, and then the one before it returns', async () => {
  const api = await demo.signIn(RAFAEL.email)
  for (const { id } of await api.demand<Task[]>('GET', '/tasks')) await api.demand('DELETE', `/tasks/${id}`)
  await api.demand('POST', '/tasks/several', { tasks: ['Medir', 'Ligar', 'Varrer'].map((text) => ({ text })) })
  const page = await enter(RAFAEL.email, { at: '/todolist' })
  const texts = () => page.locator('.task-text b').allTextContents()
  await page.locator('.task-text').first().focus()
  for (const left of [2, 1]) {
    await page.keyboard.press('Delete')
    await page.waitForFunction((left) => document.querySelectorAll('.task-text b').length === left, left)
  }
  const toast = shownToast(page)
  await toast.locator('.kbd').waitFor()
  expect(await toast.count()).toBe(1)
  const box = await toast.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  if (!box) throw new Error('no toast')
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(2)
  expect(height - box.y - box.height).toBeLessThan(40)
  const newest = (await toast.textContent()) ?? ''
  await page.keyboard.press('z')
  await page.waitForFunction(() => document.querySelectorAll('.task-text b').length === 2)
  await page.waitForFunction((newest) => {
    const shown = document.querySelector('.toast-card:not([data-limited], [data-ending-style])')?.textContent
    return shown !== undefined && shown !== newest
  }, newest)
  await page.keyboard.press('z')
  await page.waitForFunction(() => document.querySelectorAll('.task-text b').length === 3)
  expect((await texts()).toSorted()).toEqual(['Ligar', 'Medir', 'Varrer'])
})

test('what lies under a toast’s words can be clicked', async () => {
  const page = await enter(RAFAEL.email, { at: '/tags', width: 1280 })
  await page.getByRole('main').getByRole('button', { name: 'Nova etiqueta' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nova etiqueta' })
  await dialog.getByLabel('Nome').fill('Retirada')
  await dialog.getByRole('button', { name: 'Criar', exact: false }).last().click()
  await dialog.waitFor({ state: 'detached' })
  const toast = shownToast(page)
  await toast.waitFor()
  const under = await toast.evaluate((card) => {
    const { left, top, width, height } = card.getBoundingClientRect()
    const words = card.querySelector('p')?.getBoundingClientRect()
    const at = document.elementFromPoint(words ? words.left + words.width / 2 : left + width / 2, top + height / 2)
    return card.contains(at)
  })
  expect(under).toBe(false)
})
