import { afterAll, expect, test } from 'bun:test'
import type { TicketSummary } from '../../../src/tickets/contract'
import { until } from '../../survival/support/until'
import { signIn } from '../support/browser'
import { JULIANA, RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { openNetwork } from '../support/network'
import { stage } from '../support/stage'

const { demo, open } = await stage()
const network = await openNetwork(demo.url)
afterAll(() => network.close())
const TIAGO = '5511982207741'

test('messages that arrive in a hidden conversation stay unread, also when the page refetches it', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.phones.say(TIAGO, 'mensagem terceira')
  await admin.accept(await admin.ticketOf('Tiago Albuquerque'))
  const page = await open()
  await signIn(page, { ...demo, url: network.url }, RAFAEL.email)
  const { open: openChat, bubble } = desk(page)
  await openChat('Tiago Albuquerque')
  await bubble('mensagem terceira').waitFor()
  await page.addInitScript(() => {
    const isSeen = () => 'isSeen' in window
    Object.defineProperty(document, 'hidden', { get: () => !isSeen() })
    Object.defineProperty(document, 'visibilityState', { get: () => (isSeen() ? 'visible' : 'hidden') })
  })
  const juliana = await demo.signIn(JULIANA.email)
  const uuid = new URL(page.url()).pathname.split('/').at(-1)
  const unread = async () => (await juliana.demand<TicketSummary>('GET', `/tickets/u/${uuid}`)).unreadMessages
  // An open conversation is marked as read after a delay, which a reload would cut short.
  await until(async () => (await unread()) === 0, { every: 50 })
  await page.reload()
  await juliana.phones.say(TIAGO, 'Ainda aí?')
  await bubble('Ainda aí?').waitFor()
  await page.reload()
  await bubble('Ainda aí?').waitFor()
  expect(await unread()).toBe(1)

  await page.evaluate(() => {
    Object.assign(window, { isSeen: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await until(async () => (await unread()) === 0, { every: 50 })
})
