/**
 * kill -9 while customers write to an official number, a page or an Instagram account, and an attendant answers: nothing is
 * lost and nothing arrives twice, either way. One kill of each in the short lane, two hundred in the long one.
 */
import { expect } from 'bun:test'
import { inSuite } from '../support/long'
import { test } from '../support/trace'
import { openMetaInstallation, sendSurely, shownIn, wordsOf, wordsOn } from './support/meta-installation'
import { lineMoments } from './support/meta-line'
import { type MetaCustomer, metaProducts } from './support/meta-products'
import { type RepeatableRandom, repeatableRandom } from './support/random'
import { until } from './support/until'

/** How often an installation is killed, and how many there are. */
const PLAN = [
  [metaProducts.cloud, inSuite(1, 20), inSuite(1, 5)],
  [metaProducts.messenger, inSuite(1, 10), inSuite(1, 5)],
  [metaProducts.instagram, inSuite(1, 10), inSuite(1, 5)],
] as const
/** Of each customer, and to each, between two kills; the first is a picture. */
const MESSAGES = 3
/** Until a moment that does not come is waited for no longer. */
const MOMENT_MS = 2_000
const LONG = ' comprida'.repeat(250)

const moments = ['any', ...lineMoments] as const
type Moment = (typeof moments)[number]
type Installation = Awaited<ReturnType<typeof openMetaInstallation>>

/** Returns whether the moment came in time. */
async function killAt({ line, server, restart }: Installation, moment: Moment, random: RepeatableRandom) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const kill = () => {
    void server().kill()
    resolve(true)
  }
  if (moment === 'any') setTimeout(kill, random.between(0, 500))
  else line.at(moment, kill)
  const bound = setTimeout(resolve, MOMENT_MS, false)
  const isMet = await promise
  clearTimeout(bound)
  line.forget()
  await restart()
  return isMet
}

for (const [product, kills, rounds] of PLAN)
  for (let round = 1; round <= rounds; round++)
    test(`kill -9 while ${product.name} is written to and answers: each message arrives once (${round})`, async () => {
      const random = repeatableRandom(`${product.name} ${round}`)
      const installation = await openMetaInstallation(product, random)
      const { standIn, client, customers, ticketOf, rows, server } = installation
      const asked = customers.map(() => 'oi')
      const answeredElsewhere: string[] = []
      const answered = new Map<MetaCustomer, string[]>(customers.map((one) => [one, []]))

      async function converse(customer: MetaCustomer, kill: number) {
        for (let n = 0; n < MESSAGES; n++) {
          const about = `${customer.name}-${kill}-${n}`
          await Bun.sleep(random.between(0, 150))
          const isPicture = n === 0
          asked.push(isPicture ? 'image' : `pergunta-${about}`)
          await (isPicture ? customer.image() : customer.text(`pergunta-${about}`))
          const isLong = random.between(0, 6) === 0
          const body = isPicture ? null : `resposta-${about}${isLong ? LONG : ''}`
          answered.get(customer)?.push(body ?? 'image')
          await sendSurely(client, ticketOf(customer), body, `clique-${about}`)
        }
        answeredElsewhere.push(`noutro-${customer.name}-${kill}`)
        await customer.answerElsewhere(`noutro-${customer.name}-${kill}`)
      }

      const first = random.between(0, moments.length)
      let met = 0
      for (let kill = 0; kill < kills; kill++) {
        const work = Promise.all(customers.map((one) => converse(one, kill)))
        work.catch(() => {}) // awaited below
        await Bun.sleep(random.between(0, 400))
        if (await killAt(installation, moments[(first + kill) % moments.length] ?? 'any', random)) met += 1
        await work
      }
      console.log(`${met} of ${kills} kills at their moment`)

      const answers = [...answered.values()].flat()
      const isDone = () => {
        const { theirs, ours, elsewhere } = rows()
        const areStored = theirs.length >= asked.length && elsewhere.length >= answeredElsewhere.length
        return areStored && ours.length >= answers.length && ours.every(({ ack }) => ack >= 2)
      }
      const unread = () => JSON.stringify(rows().ours.filter(({ ack }) => ack < 4))
      await until(isDone, { within: 60_000, every: 200, why: unread })
      await standIn.settled()
      for (const customer of customers) await customer.read()
      await until(() => rows().ours.every(({ ack }) => ack === 4), { every: 200, why: unread })

      for (const customer of customers) expect(wordsOn(customer)).toEqual(wordsOf(answered.get(customer) ?? []))
      expect(standIn.sentTwice).toEqual([])
      const { theirs, ours, elsewhere } = rows()
      expect(shownIn(theirs)).toEqual(asked.toSorted())
      expect(shownIn(ours)).toEqual(answers.toSorted())
      expect(shownIn(elsewhere)).toEqual(answeredElsewhere.toSorted())
      const known = new Set(customers.flatMap((one) => one.received().map(({ id }) => id)))
      expect(ours.filter(({ externalId }) => !known.has(externalId))).toEqual([])
      await server().kill()
    }, 900_000)
