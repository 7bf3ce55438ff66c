/** Hostile content and bad networks: a conversation stays readable, to its beginning and on any screen. */
import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { until } from '../survival/support/until'
import { JULIANA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const TIAGO = { name: 'Tiago Albuquerque', phone: '5511982207741' }
/** Two pages of the conversation. */
const LINES = 40
/** A user has one session: the page has Rafael's, this one controls the phones. */
const juliana = await demo.signIn(JULIANA.email)
const news = async (from: number, to: number) => {
  for (let n = from; n <= to; n++) await juliana.phones.say(TIAGO.phone, `Novidade ${n}.`)
}

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.phones.say(TIAGO.phone, 'Bom dia')
  const ticket = await admin.accept(await admin.ticketOf(TIAGO.name))
  for (let n = 1; n <= LINES; n++) await admin.demand('POST', `/messages/${ticket.id}`, { body: `Linha ${n}.` })
  await admin.demand('GET', `/messages/${ticket.id}`) // and all of it read
})

test('older messages stay reachable after many new ones; unread ones are marked, and one press away', async () => {
  const page = await enter(RAFAEL.email)
  const { open: openChat, bubble, chat, row } = desk(page)
  // More than two pages.
  await news(1, 45)
  await row(TIAGO.name).getByRole('img', { name: '45 mensagens não lidas' }).waitFor()
  await openChat(TIAGO.name)
  await bubble('Novidade 45.').waitFor()
  const toUnread = chat.getByRole('button', { name: '45 mensagens não lidas' })
  await toUnread.click()
  await until(() => isInSight(bubble('Novidade 1.')), { every: 100 })
  await chat.getByText('45 mensagens não lidas').waitFor()
  await toUnread.waitFor({ state: 'detached' })
  await news(46, 75)
  await chat.getByRole('button', { name: '30 novas' }).click()
  await bubble('Novidade 75.').waitFor()
  const toTop = () => page.locator('.chat-scroll').evaluate((element) => element.scrollTo({ top: 0 }))
  const isAtTheBeginning = async () => {
    await toTop()
    return (await bubble('Linha 1.').count()) > 0
  }
  await until(isAtTheBeginning, { every: 100 })
})

test('a hostile message blocks nothing, and can be unfolded', async () => {
  const page = await enter(RAFAEL.email)
  const { open: openChat, bubble, box } = desk(page)
  await openChat(TIAGO.name)
  await box.waitFor()
  const work = await watchWork(page)
  await juliana.phones.say(TIAGO.phone, `Golpe ${'*a '.repeat(21_000)}`)
  await bubble('Golpe').waitFor()
  await juliana.phones.say(TIAGO.phone, 'Já passou')
  await bubble('Já passou').waitFor()
  expect(await work()).toBeLessThan(1)
  const length = () => bubble('Golpe').evaluate((element) => element.textContent?.length ?? 0)
  expect(await length()).toBeLessThan(1_000)
  await bubble('Golpe').getByRole('button', { name: 'Ler mais' }).click()
  await until(async () => (await length()) > 3_000, { every: 50 })
})

/** Processor seconds of the page so far: an upper bound for its longest task. */
async function watchWork(page: Page): Promise<() => Promise<number>> {
  const inside = await page.context().newCDPSession(page)
  await inside.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await inside.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await worked()
  return async () => (await worked()) - before
}

const isInSight = (bubble: Locator) =>
  bubble.evaluateAll((found) =>
    found.some((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top > 0 && bottom < innerHeight
    }),
  )
