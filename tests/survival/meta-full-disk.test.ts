/**
 * A full disk while customers write to an account at Meta and are answered: a webhook that is not stored is not confirmed,
 * so that Meta repeats it; no message is sent again because its answer could not be stored; all goes on when there is room.
 */
import { expect } from 'bun:test'
import { isLong } from '../support/long'
import { test } from '../support/trace'
import { openMetaInstallation, sendSurely, shownIn, wordsOn } from './support/meta-installation'
import { type MetaCustomer, metaProducts } from './support/meta-products'
import { repeatableRandom } from './support/random'
import { smallDisk } from './support/small-disk'
import { until } from './support/until'

/** So much longer than a doubt the disk is full. */
const LONGER_MS = 3_000
const LETTER = 'x'.repeat(10_000)

const CASES = [
  { product: metaProducts.instagram, isAnswerLost: false },
  { product: metaProducts.instagram, isAnswerLost: true },
  ...(isLong ? [{ product: metaProducts.cloud, isAnswerLost: false }] : []),
]

for (const { product, isAnswerLost } of CASES)
  test(`the disk fills when ${product.name} has sent a message, whose answer is ${isAnswerLost ? 'lost' : 'heard'}: nothing is lost or sent twice`, async () => {
    const disk = await smallDisk(24)
    const random = repeatableRandom(product.name)
    const { standIn, line, client, doubt, customers, ticketOf, rows, server } = await openMetaInstallation(
      product,
      random,
      {
        disk,
      },
    )
    await standIn.settled()
    const [first, ...others] = customers as readonly [MetaCustomer, ...MetaCustomer[]] // at least one
    const asked = customers.map(() => 'oi')

    const { promise: isFull, resolve } = Promise.withResolvers<void>()
    line.at('accepted', () => {
      disk.fill()
      resolve()
    })
    if (isAnswerLost) standIn.fail({ on: 'messages', fault: 'lost' })
    await sendSurely(client, ticketOf(first), 'resposta', 'clique-resposta')
    await isFull
    const isRefused = () => standIn.deliveries.some(({ status }) => status === 507)
    for (let n = 0; !isRefused(); n++)
      for (const customer of others) {
        disk.fill()
        asked.push(`carta-${customer.name}-${n} ${LETTER}`)
        await customer.text(`carta-${customer.name}-${n} ${LETTER}`)
      }
    disk.fill()
    const second = sendSurely(client, ticketOf(first), 'outra', 'clique-outra')
    second.catch(() => {}) // awaited below
    await Bun.sleep(doubt + LONGER_MS)
    expect(wordsOn(first)).toEqual(['resposta'])
    expect(server().log()).toContain('send failed, will be tried again')

    disk.makeRoom()
    await second
    await until(() => rows().theirs.length >= asked.length, { every: 50, why: () => server().log().slice(-2_000) })
    await until(() => rows().ours.every(({ ack }) => ack >= 2), { every: 50, why: () => JSON.stringify(rows().ours) })
    await standIn.settled()
    expect(wordsOn(first)).toEqual(['resposta', 'outra'])
    expect(shownIn(rows().theirs)).toEqual(asked.toSorted())
    expect([shownIn(rows().ours), rows().elsewhere]).toEqual([['outra', 'resposta'], []])
    expect(server().isAlive()).toBe(true)
    expect(await server().stop()).toBe(0)
  }, 120_000)
