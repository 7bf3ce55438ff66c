import { beforeAll, expect, test } from 'bun:test'
import { RAFAEL } from '../support/demo'
import { desk } from '../support/desk'
import { fillDesk, TALKATIVE } from '../support/full-desk'
import { scrollThrough } from '../support/scrolling'
import { stage } from '../support/stage'

const { demo, enter } = await stage()
/** 9,000 px a second at 60 frames: a hand that flings. */
const FAST = 150
/** Several pages of both. */
const FAR = 15_000
/** At the end of this conversation, with the one row above them. */
const ROWS_IN_SIGHT = 7

beforeAll(() => fillDesk(demo.data, { tickets: 10_000, messages: 50_000 }))

test('10,000 tickets are scrolled fast, and no frame has a hole in it', async () => {
  const page = await enter(RAFAEL.email)
  await page.locator('.ticket').nth(8).waitFor()
  const list = { box: '.tickets-scroll', content: '[role=list]', row: '.ticket' }
  const down = await scrollThrough(page, { ...list, step: FAST, far: FAR })
  const up = await scrollThrough(page, { ...list, step: -FAST, far: FAR * 0.8 })
  for (const { ahead, drawn } of [down, up]) expect({ ahead, drawn }).toEqual({ ahead: 0, drawn: 0 })
  expect(down.moved).toBeGreaterThanOrEqual(FAR)
  // Rows above may have been given away meanwhile.
  expect(up.moved).toBeGreaterThanOrEqual(FAR * 0.8)
})

test('a conversation of 50,000 messages is scrolled fast, and no frame has a hole in it', async () => {
  const page = await enter(RAFAEL.email)
  const { open, bubble } = desk(page)
  await open(TALKATIVE)
  await bubble('50000. ').waitFor()
  // The rows in sight are drawn first; a hand is not there before those above them.
  await page.locator('.chat-row').nth(ROWS_IN_SIGHT).waitFor({ state: 'attached' })
  const chat = { box: '.chat-scroll', content: '.chat-rows', row: '.chat-row' }
  const back = await scrollThrough(page, { ...chat, step: -FAST, far: FAR })
  const forth = await scrollThrough(page, { ...chat, step: FAST, far: FAR * 0.8 })
  for (const { ahead, drawn } of [back, forth]) expect({ ahead, drawn }).toEqual({ ahead: 0, drawn: 0 })
  expect(back.moved).toBeGreaterThanOrEqual(FAR)
})
