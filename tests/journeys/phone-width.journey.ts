import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const CUSTOMER = 'João Pedro Sant’Anna'

test('on a phone, going into a conversation and back keeps the list’s position', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.crowd(30)
  for (const ticket of await admin.tickets('pending')) await admin.accept(ticket)

  const { uuid } = await admin.ticketOf(CUSTOMER, 'open')

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

  // The same with the phone's back gesture.
  await (await visibleRow()).click()
  await box.waitFor()
  await page.goBack()
  await list.getByRole('listitem').first().waitFor()
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(700)

  // A conversation that does not load can be left too, and the search button's results open.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/tickets/u/*', (route) => answer.promise.then(() => route.continue()))
  await page.goto(`${demo.url}/tickets/${uuid}`)
  await page.getByRole('link', { name: 'Voltar para a lista' }).click()
  await list.getByRole('listitem').first().waitFor()
  answer.resolve()
  await page.getByRole('button', { name: 'Buscar ou ir para' }).tap()
  await page.getByRole('combobox').fill(CUSTOMER)
  await page.getByRole('option', { name: new RegExp(`${CUSTOMER}.*#`) }).tap()
  await box.waitFor()

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

test('a finger that stays on a message opens its tools; one that taps or scrolls does not', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  const ticket = await admin.ticketOf(CUSTOMER, 'open')
  for (let n = 1; n <= 15; n++) await admin.demand('POST', `/messages/${ticket.id}`, { body: `Linha ${n}.` })
  const page = await enter(RAFAEL.email, { phone: true })
  const { open, bubble, box } = desk(page)
  const sheet = page.getByRole('dialog', { name: 'Ações da mensagem' })
  const finger = await openFinger(page)
  await page.evaluate(() => {
    const felt: number[] = []
    Object.assign(window, { felt })
    Object.defineProperty(navigator, 'vibrate', { value: (ms: number) => felt.push(ms) > 0 })
  })
  await open(CUSTOMER)
  await bubble('Linha 15.').getByText('Linha 15.').waitFor()

  // The finger still lies there when the sheet has come up under it: lifting it chooses nothing.
  await finger.down(bubble('Linha 15.').locator('.bubble'))
  await sheet.waitFor()
  expect(await page.evaluate(() => [getSelection()?.toString(), Reflect.get(window, 'felt')])).toEqual(['', [10]])
  await finger.up()
  await sheet.getByRole('button', { name: 'Responder' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancelar a resposta' }).waitFor()
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Cancelar a resposta' }).tap()

  await finger.down(bubble('Linha 15.').locator('.bubble'))
  await sheet.waitFor()
  await finger.up()
  await sheet.getByRole('button', { name: 'Reagir com ❤️' }).tap()
  await bubble('Linha 15.').getByRole('button', { name: /^❤️/ }).waitFor()

  // A finger that scrolls has left before it stayed; one that taps was lifted.
  await finger.down(bubble('Linha 13.').locator('.bubble'))
  await finger.move(0, 60)
  await heldLongEnough(page)
  await finger.up()
  await bubble('Linha 13.').locator('.bubble').tap()
  await heldLongEnough(page)
  expect(await sheet.count()).toBe(0)

  // The way of the focus stays: who has keys finds the tools beside the message.
  await bubble('Linha 15.').getByRole('button', { name: 'Responder' }).press('Enter')
  await page.getByRole('button', { name: 'Cancelar a resposta' }).waitFor()
  expect(await sideways(page)).toBe(false)
})

/** One finger on the glass, put down, drawn along and lifted as one likes. */
async function openFinger(page: Page) {
  const glass = await page.context().newCDPSession(page)
  let at = { x: 0, y: 0 }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] })
  return {
    async down(target: Locator) {
      await target.scrollIntoViewIfNeeded()
      const place = await target.boundingBox()
      if (!place) throw new Error('nothing to put the finger on')
      at = { x: place.x + place.width / 2, y: place.y + place.height / 2 }
      await touch('touchStart')
    },
    async move(x: number, y: number) {
      at = { x: at.x + x, y: at.y + y }
      await touch('touchMove')
    },
    up: () => touch('touchEnd'),
  }
}

/** Longer than the tools take to open. */
const heldLongEnough = (page: Page) => page.waitForTimeout(700)

/** Nothing is wider than the phone. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
