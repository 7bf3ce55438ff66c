/** kill -9 between hearing and keeping: what WhatsApp tells only once, a tick and a call, is told again and kept. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { auditArrivals } from './support/audit'
import { type Life, startLife } from './support/counter'
import { readLedger } from './support/ledger'
import { converse, openShop } from './support/shop'
import { COMPANY } from './support/town'
import { until } from './support/until'

const preload = join(import.meta.dir, 'support', 'held.ts')

async function openHeldShop() {
  const shop = await openShop({ preload })
  const [conversation] = await converse(shop.town, shop.desk, 1)
  return { ...shop, conversation: conversation ?? { number: '', ticketId: 0 } }
}

/** From now on the server stands still before it keeps what this question asks for. */
async function holdBefore(life: Life, question: string) {
  const port = /held at (\d+)/.exec(life.log())?.[1]
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: question })
}

async function killHeld(life: Life) {
  await until(() => life.log().includes('held before the commit'), { within: 10_000 })
  await life.kill()
}

for (const [tick, ack, read] of [
  ['delivered', 3, false],
  ['read', 4, true],
] as const)
  test(`"${tick}", told just before death, is there in the next life`, async () => {
    const { town, desk, dataDir, life, conversation } = await openHeldShop()
    const { number, ticketId } = conversation
    await holdBefore(life, `SELECT 1 FROM messages WHERE from_me = 1 AND ack >= ${ack}`)
    await desk.post(ticketId, 'chegou?', 'told-before-death')
    if (read) {
      await until(async () =>
        (await town.books(number)).some(({ entries }) => entries.some(({ text }) => text === 'chegou?')),
      )
      await town.run({ do: 'readChat', phone: number, chat: COMPANY })
    }
    await killHeld(life)
    const held = readLedger(dataDir)
    expect(held.rows.find(({ fromMe }) => fromMe === 1)?.ack).toBeLessThan(ack)

    desk.moveTo(await startLife({ dataDir, town }))
    const shown = async () => (await desk.demand<MessagePage>('GET', `/messages/${ticketId}?read=0`)).messages
    await until(async () => (await shown()).some((message) => message.fromMe && message.ack >= ack), { within: 15_000 })
    await town.settled(5_000)
    expect(auditArrivals(await town.books(), readLedger(dataDir))).toEqual([])
  }, 60_000)

test('a call offered just before death is in the conversation in the next life, once', async () => {
  const { town, desk, dataDir, life, conversation } = await openHeldShop()
  const { number, ticketId } = conversation
  await holdBefore(life, `SELECT 1 FROM messages WHERE kind = 'call'`)
  await town.run({ do: 'call', from: number, to: COMPANY, seconds: 60 })
  await killHeld(life)
  expect(readLedger(dataDir).rows.filter(({ kind }) => kind === 'call')).toEqual([])

  desk.moveTo(await startLife({ dataDir, town }))
  const calls = async () =>
    (await desk.demand<MessagePage>('GET', `/messages/${ticketId}?read=0`)).messages.filter(
      ({ mediaType }) => mediaType === 'call',
    )
  await until(async () => (await calls()).length > 0, { within: 15_000 })
  await town.settled(5_000)
  expect(await calls()).toHaveLength(1)
}, 60_000)
