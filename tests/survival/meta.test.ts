/**
 * kill -9 while customers write to an official number, a page or an Instagram account, and an attendant answers: nothing is
 * lost and nothing arrives twice, either way. A few kills in the short lane, two hundred in the long one.
 */
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { inSuite } from '../support/long'
import { meta } from '../support/meta'
import { PNG } from '../support/pixel'
import { test } from '../support/trace'
import { afterThisTest } from './support/cleanups'
import { type Client, openClient } from './support/client'
import { tenantFolder } from './support/ledger'
import { lineMoments, openMetaLine } from './support/meta-line'
import { APP, APP_ENVIRONMENT, type MetaCustomer, type MetaProduct, metaProducts } from './support/meta-products'
import { unlessDown } from './support/posting'
import { type RepeatableRandom, repeatableRandom } from './support/random'
import { startServerProcess } from './support/server-process'
import { until } from './support/until'

/** How often an installation is killed, and how many there are. */
const PLAN = [
  [metaProducts.cloud, inSuite(2, 20), inSuite(1, 5)],
  [metaProducts.messenger, inSuite(1, 10), inSuite(1, 5)],
  [metaProducts.instagram, inSuite(1, 10), inSuite(1, 5)],
] as const
const NAMES = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio']
/** Of each customer, and to each, between two kills; the first is a picture. */
const MESSAGES = 3
/** Until a moment that does not come is waited for no longer. */
const MOMENT_MS = 2_000

const preload = join(import.meta.dir, 'support', 'short-doubt.ts')
const NO_PHONES = { url: 'ws://127.0.0.1:9', rootKey: '0'.repeat(64) }

async function openInstallation({ connect }: MetaProduct, random: RepeatableRandom) {
  const dataDir = mkdtempSync(join(tmpdir(), 'meta-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const standIn = meta({ now: Date.now })
  const line = openMetaLine(standIn, random)
  const client = openClient()
  const env = { ...APP_ENVIRONMENT, BALCAO_GRAPH_URL: line.graphUrl, BALCAO_PUBLIC_URL: line.publicUrl }
  async function start() {
    const server = await startServerProcess({ dataDir, testbed: NO_PHONES, preload, env })
    line.leadTo(server.origin)
    client.moveTo(server)
    return server
  }
  let server = await start()
  await client.signIn()
  const app = standIn.addApp(APP)
  const wrong = await standIn.setWebhook(app, `${line.publicUrl}/api/meta/webhook`)
  if (wrong !== null) throw new Error(wrong)
  const { connectionId, customers } = await connect({ standIn, app, client, names: NAMES })

  /** At this moment on the line, or at any. */
  async function killAt(moment: (typeof moments)[number]): Promise<boolean> {
    const { promise: killed, resolve } = Promise.withResolvers<boolean>()
    if (moment === 'any') setTimeout(() => resolve(true), random.between(0, 500))
    else
      line.at(moment, () => {
        void server.kill()
        resolve(true)
      })
    const bound = setTimeout(() => resolve(false), MOMENT_MS)
    const isMet = await killed
    clearTimeout(bound)
    line.forget()
    await server.kill()
    server = await start()
    return isMet
  }
  return { dataDir, standIn, client, connectionId, customers, killAt, end: () => server.kill() }
}
const moments = ['any', ...lineMoments] as const

type Row = {
  readonly shown: string
  readonly fromMe: number
  readonly ack: number
  readonly elsewhere: string | null
  readonly externalId: string
}
const ROWS = `SELECT CASE kind WHEN 'chat' THEN body ELSE kind END AS shown, from_me AS fromMe, ack, external_id AS externalId,
  extra ->> '$.origin.by' AS elsewhere FROM messages WHERE connection_id = ? ORDER BY id`

function rowsOf(dataDir: string, connectionId: number) {
  const db = new Sqlite(join(tenantFolder(dataDir), 'tenant.db'), { readonly: true })
  try {
    const rows = db.prepare(ROWS).all(connectionId) as Row[] // its columns
    return {
      theirs: rows.filter(({ fromMe }) => fromMe === 0),
      ours: rows.filter(({ fromMe, elsewhere }) => fromMe === 1 && elsewhere === null),
      elsewhere: rows.filter(({ elsewhere }) => elsewhere !== null),
    }
  } finally {
    db.close()
  }
}

/** Words of what a customer got: a long message comes in parts. */
const wordsOf = (messages: readonly string[]): string[] => messages.join(' ').trim().split(/\s+/)

function shownOn(phone: MetaCustomer): string[] {
  return phone.received().map(({ content }) => {
    const { text } = content
    if (typeof text === 'string') return text
    return text ? (text as { body: string }).body : 'image' // of WhatsApp
  })
}

/** Repeats the request until it is answered. */
async function send(client: Client, ticketId: number, body: string | null, clientId: string): Promise<void> {
  const form = new FormData()
  form.append('clientId', clientId)
  form.append('medias', new File([PNG], 'mesa.png', { type: 'image/png' }))
  await until(async () => {
    const answer = await unlessDown(() =>
      body === null ? client.ask('POST', `/messages/${ticketId}`, form) : client.post(ticketId, body, clientId),
    )
    return answer?.status === 200
  })
}

const LONG = ' comprida'.repeat(250)

for (const [product, kills, rounds] of PLAN)
  for (let round = 1; round <= rounds; round++)
    test(`kill -9 while ${product.name} is written to and answers: each message arrives once (${round})`, async () => {
      const random = repeatableRandom(`${product.name} ${round}`)
      const { dataDir, standIn, client, connectionId, customers, killAt, end } = await openInstallation(product, random)
      const asked = customers.map(() => 'oi')
      const answeredElsewhere: string[] = []
      const answered = new Map<MetaCustomer, string[]>(customers.map((one) => [one, []]))
      for (const customer of customers) await customer.text('oi')
      const tickets = await until(async () => {
        const all = await client.pendingTickets()
        return all.length === customers.length && all
      })
      for (const { id } of tickets) await client.accept(id)

      async function converse(customer: MetaCustomer, kill: number) {
        const ticketId = tickets.find(({ contact }) => contact.name === customer.name)?.id ?? 0
        for (let n = 0; n < MESSAGES; n++) {
          const about = `${customer.name}-${kill}-${n}`
          await Bun.sleep(random.between(0, 150))
          const isPicture = n === 0
          asked.push(isPicture ? 'image' : `pergunta-${about}`)
          await (isPicture ? customer.image() : customer.text(`pergunta-${about}`))
          const isLong = random.between(0, 6) === 0
          const body = isPicture ? null : `resposta-${about}${isLong ? LONG : ''}`
          answered.get(customer)?.push(body ?? 'image')
          await send(client, ticketId, body, `clique-${about}`)
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
        if (await killAt(moments[(first + kill) % moments.length] ?? 'any')) met += 1
        await work
      }
      console.log(`${met} of ${kills} kills at their moment`)

      const answers = [...answered.values()].flat()
      const isDone = () => {
        const { theirs, ours, elsewhere } = rowsOf(dataDir, connectionId)
        return (
          theirs.length >= asked.length &&
          elsewhere.length >= answeredElsewhere.length &&
          ours.length >= answers.length &&
          ours.every(({ ack }) => ack >= 2)
        )
      }
      const unfinished = () => JSON.stringify(rowsOf(dataDir, connectionId).ours.filter(({ ack }) => ack < 2))
      await until(isDone, { within: 60_000, every: 200, why: unfinished })
      for (const customer of customers) await customer.read()
      await until(() => rowsOf(dataDir, connectionId).ours.every(({ ack }) => ack === 4), { every: 200 })
      await standIn.settled()

      for (const customer of customers)
        expect(wordsOf(shownOn(customer))).toEqual(wordsOf(answered.get(customer) ?? []))
      expect(standIn.sentTwice).toEqual([])
      const { theirs, ours, elsewhere } = rowsOf(dataDir, connectionId)
      const shown = (rows: readonly Row[]) => rows.map(({ shown }) => shown).toSorted()
      expect(shown(theirs)).toEqual(asked.toSorted())
      expect(shown(ours)).toEqual(answers.toSorted())
      expect(shown(elsewhere)).toEqual(answeredElsewhere.toSorted())
      const known = new Set(customers.flatMap((one) => one.received().map(({ id }) => id)))
      expect(ours.filter(({ externalId }) => !known.has(externalId))).toEqual([])
      await end()
    }, 300_000)
