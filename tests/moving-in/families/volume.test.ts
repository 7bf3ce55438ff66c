import { expect, test } from 'bun:test'
import { orderRows } from '../../../src/moving-in/families/order'
import { openSource } from '../../../src/moving-in/families/source'
import { openStaging } from '../../../src/moving-in/families/staging'
import { inSuite } from '../../support/long'
import { writeStaging } from '../samples/staging'
import { volumeOf } from '../samples/volume'
import { bakeryOf, now, stagingPath } from './support'

const MESSAGES = inSuite(20_000, 300_000)
const MEGABYTE = 2 ** 20

function volumeFile(messages: number): string {
  const path = stagingPath()
  writeStaging(volumeOf('ticketz', { messages, contacts: Math.ceil(messages / 50), ticketsEach: 5 }), path)
  return path
}

test('streams as many messages as there are, contact by contact, within 100 MB', async () => {
  const path = volumeFile(MESSAGES)
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  const source = await openSource(path, { now })
  let [count, highest, faults] = [0, 0, 0]
  let last: { contactId: string | null; saidAt: number } | undefined
  const seen = new Set<string | null>()
  for (const { contactId, saidAt } of source.rows('messages', bakeryOf(source))) {
    if (last?.contactId !== contactId) {
      if (seen.has(contactId)) faults++
      seen.add(contactId)
    } else if (saidAt < last.saidAt) faults++
    last = { contactId, saidAt }
    if (++count % 10_000 === 0) highest = Math.max(highest, process.memoryUsage.rss())
  }
  expect({ count, faults }).toEqual({ count: MESSAGES, faults: 0 })
  expect((highest - before) / MEGABYTE).toBeLessThan(100)
  source.close()
})

test('an order that was interrupted is made anew', async () => {
  const path = volumeFile(5000)
  const staging = openStaging(path)
  const ordering = orderRows(staging, 'Z', now)
  staging.raw.close()
  await expect(ordering).rejects.toThrow()
  const source = await openSource(path, { now })
  expect(source.count('messages', bakeryOf(source))).toBe(5000)
  expect([...source.rows('messages', bakeryOf(source))].length).toBe(5000)
  source.close()
})
