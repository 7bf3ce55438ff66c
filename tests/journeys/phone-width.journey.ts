import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()

test('on a phone: from the list into a conversation and back, and the list stands where it stood', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.crowd(30)
  for (const ticket of await admin.tickets('pending')) await admin.accept(ticket)

  const page = await enter(RAFAEL.email, { phone: true })
  const { list, chat, box } = desk(page)
  const rows = page.locator('.tickets-scroll')
  await list.getByRole('listitem').first().waitFor()
  await rows.evaluate((element) => element.scrollTo({ top: 700 }))
  await page.waitForFunction(() => document.querySelector('.tickets-scroll')?.scrollTop === 700)
  const link = await visibleRow()
  await link.click()

  await box.waitFor()
  expect(await list.isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Voltar para a lista' }).click()
  await list.getByRole('listitem').first().waitFor()
  expect(await chat.isVisible()).toBe(false)
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(700)

  // The same with the phone's own back gesture.
  await (await visibleRow()).click()
  await box.waitFor()
  await page.goBack()
  await list.getByRole('listitem').first().waitFor()
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(700)

  expect(await sideways(page)).toBe(false)

  async function visibleRow() {
    const name = await rows.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect()
      const links = [...element.querySelectorAll('a.ticket-name')]
      const middle = links.find((one) => one.getBoundingClientRect().top > top + height / 2)
      return middle?.textContent ?? ''
    })
    return list.getByRole('link', { name, exact: true })
  }
})

/** Nothing makes the page wider than the phone. */
const sideways = (page: Awaited<ReturnType<typeof enter>>) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
