import { beforeAll, expect, test } from 'bun:test'
import { RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { fillDesk, TALKATIVE } from '../support/full-desk'
import { scrollThrough } from '../support/scrolling'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
/** 9,000 px per second at 60 frames: a fling. */
const FAST = 150
/** Several pages of both. */
const FAR = 15_000
/** The end of this conversation, with the one row above it. */
const ROWS_IN_SIGHT = 7

beforeAll(() => fillDesk(demo.data, { tickets: 10_000, messages: 50_000 }))

test('scrolling fast through 10,000 tickets shows no gap in any frame', async () => {
  const page = await enter(RAFAEL.email)
  await page.locator('.ticket').nth(8).waitFor()
  const list = { box: '.tickets-scroll', content: '[role=list]', row: '.ticket' }
  const down = await scrollThrough(page, { ...list, step: FAST, far: FAR })
  const up = await scrollThrough(page, { ...list, step: -FAST, far: FAR * 0.8 })
  for (const { ahead, drawn } of [down, up]) expect({ ahead, drawn }).toEqual({ ahead: 0, drawn: 0 })
  expect(down.moved).toBeGreaterThanOrEqual(FAR)
  // Rows above may have been unmounted meanwhile.
  expect(up.moved).toBeGreaterThanOrEqual(FAR * 0.8)
})

test('scrolling fast through 50,000 messages shows no gap in any frame', async () => {
  const page = await enter(RAFAEL.email)
  const { open, bubble } = desk(page)
  await open(TALKATIVE)
  await bubble('50000. ').waitFor()
  // Visible rows render first; scrolling does not reach the ones above sooner.
  await page.locator('.chat-row').nth(ROWS_IN_SIGHT).waitFor({ state: 'attached' })
  const chat = { box: '.chat-scroll', content: '.chat-rows', row: '.chat-row' }
  const back = await scrollThrough(page, { ...chat, step: -FAST, far: FAR })
  const forth = await scrollThrough(page, { ...chat, step: FAST, far: FAR * 0.8 })
  for (const { ahead, drawn } of [back, forth]) expect({ ahead, drawn }).toEqual({ ahead: 0, drawn: 0 })
  expect(back.moved).toBeGreaterThanOrEqual(FAR)
})

test('scrolling fast through a lane of thousands of cards shows no gap in any frame', async () => {
  const page = await enter(RAFAEL.email, { at: '/kanban' })
  await page.locator('.card-k').nth(8).waitFor()
  const lane = { box: '.lane-cards:has(.card-k)', content: '[role=list]', row: '.card-k' }
  const down = await scrollThrough(page, { ...lane, step: FAST, far: FAR })
  const up = await scrollThrough(page, { ...lane, step: -FAST, far: FAR * 0.8 })
  for (const { ahead, drawn } of [down, up]) expect({ ahead, drawn }).toEqual({ ahead: 0, drawn: 0 })
  expect(down.moved).toBeGreaterThanOrEqual(FAR)
})
