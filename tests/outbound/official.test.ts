/** The rate of an official number: Meta's quality and limit decide, not the caution with linked phones. */
import { expect, test } from 'bun:test'
import { receiveAccountNews } from '../../src/channels/meta/accounts'
import type { MetaAccount } from '../../src/channels/meta/tables'
import { admit, sendLimitsOf } from '../../src/outbound/rate/limiter'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { unattendedPosted } from '../../src/tickets/messages/events'
import { connectionOver } from '../campaigns/official'
import { world } from '../support/world'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const ALWAYS = { sendFrom: '00:00', sendTo: '00:00', sendDays: [0, 1, 2, 3, 4, 5, 6] }

function place(account: Partial<MetaAccount> = {}) {
  const w = world()
  changeCampaignSettings(w.cx, null, { settings: { ...ALWAYS, coldCap: 0, messageInterval: 120 } })
  const id = connectionOver(w, 'whatsapp_cloud', account)
  /** Asks for one more message, and posts it to somebody new. */
  const send = () => {
    const wait = admit(w.cx, id, true)
    if (wait) return wait.why
    const contactId = w.contact().id
    w.cx.happened(unattendedPosted({ messageId: 1000 + contactId, contactId, connectionId: id }))
    return null
  }
  return { w, id, send }
}

test('writes first to as many people as the company’s cap for linked phones would hold back, without intervals', () => {
  const { send } = place()
  expect(Array.from({ length: 30 }, send)).toEqual(Array(30).fill(null))
})

test('keeps the company’s hours and daily cap', () => {
  const { w, send } = place()
  changeCampaignSettings(w.cx, null, { settings: { dailyCap: 2 } })
  expect([send(), send(), send()]).toEqual([null, null, 'dailyCap'])
  changeCampaignSettings(w.cx, null, { settings: { dailyCap: 0, sendFrom: '10:00', sendTo: '11:00' } })
  expect(send()).toBe('hours')
})

test('stops while Meta rates its quality as low, and slows down while it is medium', () => {
  const { w, id, send } = place()
  receiveAccountNews(w.cx, id, { quality: 'RED' })
  expect([send(), sendLimitsOf(w.cx, id).wait]).toEqual(['lowQuality', { why: 'lowQuality', until: null }])
  receiveAccountNews(w.cx, id, { quality: 'YELLOW' })
  w.clock.forward(2 * MINUTE)
  expect(send()).toBeNull()
  expect(sendLimitsOf(w.cx, id)).toMatchObject({ factor: 4, linkedDays: null })
  receiveAccountNews(w.cx, id, { quality: 'GREEN' })
  w.clock.forward(2 * MINUTE)
  expect([send(), sendLimitsOf(w.cx, id).factor]).toEqual([null, 1])
})

test('writes to no more people within 24 hours than Meta allows, and goes on as each of them is a day old', () => {
  const { w, id, send } = place({ limit: 3 })
  const began = w.clock.now()
  const asked = [0, 1, 2, 3].map(() => {
    const wait = send()
    w.clock.forward(MINUTE)
    return wait
  })
  expect(asked).toEqual([null, null, null, 'peopleLimit'])
  expect(sendLimitsOf(w.cx, id).wait).toEqual({ why: 'peopleLimit', until: began + DAY })
  w.clock.forward(began + DAY - w.clock.now() + 1)
  expect([send(), send()]).toEqual([null, 'peopleLimit'])
  receiveAccountNews(w.cx, id, { limit: -1 })
  expect(send()).toBeNull()
})
