import { beforeAll, expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'
import { measureSwitches } from './support/switching'

const { demo, enter } = await stage()
/**
 * Maximum length of a switch in idle frames, whatever the machine and its load. The bench has the figures themselves.
 */
const FRAMES = { cached: 8, fromServer: 25 }

beforeAll(async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.crowd(12)
  for (const ticket of await admin.tickets('pending')) await admin.accept(ticket)
})

test('a cached conversation is on screen at once, and a fetched one soon', async () => {
  const page = await enter(RAFAEL.email)
  const { cached, fromServer, emptyFrame } = await measureSwitches(page, { tickets: 10, switches: 40 })
  console.log(
    `ticket switch, medians: cached ${cached} ms, from the server ${fromServer} ms, an empty frame ${emptyFrame} ms`,
  )
  expect(cached / emptyFrame).toBeLessThan(FRAMES.cached)
  expect(fromServer / emptyFrame).toBeLessThan(FRAMES.fromServer)
})

test('hovering a row prefetches its conversation without reading it; opening it marks it as read', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  const [first] = await admin.tickets('open')
  const name = first?.contact.name ?? ''
  await admin.phones.say(first?.contact.number ?? '', 'Alguém aí?')
  const now = async () => (await admin.tickets('open')).find(({ contact }) => contact.name === name)
  await until(async () => (await now())?.lastMessage === 'Alguém aí?', { every: 50 })
  const page = await enter(RAFAEL.email)
  const { row, open, bubble } = desk(page)
  await row(name).waitFor()
  const brought = page.waitForResponse((answer) => answer.url().includes('/api/messages/'))
  await row(name).hover()
  expect((await brought).url()).toContain('read=0')
  const badge = row(name).locator('.ticket-badge')
  expect(await badge.count()).toBe(1)
  await open(name)
  await bubble('Alguém aí?').waitFor()
  await badge.waitFor({ state: 'detached' })
})

test('the counters move with the ticket, before the server has recounted', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  const [first] = await admin.tickets('open')
  const name = first?.contact.name ?? ''
  await admin.demand('PUT', `/tickets/${first?.id}`, { status: 'pending', userId: null })
  const page = await enter(RAFAEL.email)
  const { waiting, row, list } = desk(page)
  await waiting()
  await row(name).waitFor()
  const figure = async (segment: string) =>
    Number(await list.getByRole('button', { name: segment }).locator('.count').textContent())
  const before = [await figure('Atendendo'), await figure('Aguardando'), await figure('Com o bot')] as const
  await page.route('**/api/tickets/counters*', () => undefined) // the count never answers
  const after = await page.evaluate(async (name) => {
    const segments = () => [...document.querySelectorAll('.segment button')]
    document.querySelector<HTMLElement>(`button[aria-label="Aceitar ${name}"]`)?.click()
    while (segments()[0]?.getAttribute('aria-pressed') !== 'true')
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return segments().map((one) => Number(one.querySelector('.count')?.textContent))
  }, name)
  expect(after).toEqual([before[0] + 1, before[1] - 1, before[2]])
})
