/**
 * kill -9 at random moments while customers write to an official number and an attendant answers: nothing is lost and nothing
 * arrives twice, either way. Four kills in the short lane, two hundred in the long one.
 */
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { CloudChat } from '../../src/simulator/meta/cloud/chat'
import type { TicketPage } from '../../src/tickets/contract'
import { inSuite } from '../support/long'
import { meta } from '../support/meta'
import { test } from '../support/trace'
import { afterThisTest } from './support/cleanups'
import { openClient } from './support/client'
import { tenantFolder } from './support/ledger'
import { repeatableRandom } from './support/random'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { until } from './support/until'

const ROUNDS = inSuite(1, 10)
const KILLS = inSuite(4, 20)
const CUSTOMERS = 6
/** Of each customer, and to each, between two kills. */
const MESSAGES = 3

const preload = join(import.meta.dir, 'support', 'short-doubt.ts')
const NO_PHONES = { url: 'ws://127.0.0.1:9', rootKey: '0'.repeat(64) }

async function openOfficial() {
  const dataDir = mkdtempSync(join(tmpdir(), 'official-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const standIn = meta({ now: Date.now })
  const env = { BALCAO_GRAPH_URL: standIn.url }
  const start = (port = 0) => startServerProcess({ dataDir, testbed: NO_PHONES, preload, env, port })
  const server = await start()
  const port = Number(new URL(server.origin).port)
  const client = openClient()
  client.moveTo(server)
  await client.signIn()
  const app = standIn.addApp({ secret: 'app-secret' })
  const business = standIn.addBusiness({})
  const number = standIn.addNumber(business, { phone: '552140201180' })
  const { id: connectionId } = await client.demand<{ id: number }>('POST', '/whatsapp', {
    name: 'Oficial',
    channel: 'whatsapp_cloud',
    phoneNumberId: number.id,
    businessAccountId: business.id,
    accessToken: standIn.systemToken(app, [business]),
    appSecret: app.secret,
    verifyToken: 'verify-these',
  })
  const wrong = await standIn.setWebhook(app, `${server.origin}/api/meta/webhook`, 'verify-these')
  if (wrong !== null) throw new Error(wrong)
  const chats = Array.from({ length: CUSTOMERS }, (_, at) =>
    standIn.whatsapp(standIn.person({ name: `Cliente ${at}`, phone: `552198888700${at}` }), number),
  )
  return { dataDir, standIn, client, server, chats, connectionId, restart: () => start(port) }
}

function bodiesIn(dataDir: string, connectionId: number): { body: string; from_me: number; ack: number }[] {
  const db = new Sqlite(join(tenantFolder(dataDir), 'tenant.db'), { readonly: true })
  try {
    return db
      .prepare('SELECT body, from_me, ack FROM messages WHERE connection_id = ? ORDER BY id')
      .all(connectionId) as never // the columns above
  } finally {
    db.close()
  }
}

const texts = (chat: CloudChat): string[] =>
  chat.sent.map(({ content }) => (content as { text: { body: string } }).text.body) // all are texts

for (let round = 1; round <= ROUNDS; round++)
  test(`kill -9 while an official number is written to and answers: each message arrives once (${round})`, async () => {
    const random = repeatableRandom(`meta ${round}`)
    const { dataDir, standIn, client, server: first, chats, connectionId, restart } = await openOfficial()
    let server: ServerProcess = first
    for (const chat of chats) await chat.text('oi')
    const tickets = await until(async () => {
      const { tickets } = await client.demand<TicketPage>('GET', '/tickets?status=pending&isGroup=false&pageNumber=1')
      return tickets.length === CUSTOMERS && tickets
    })
    for (const { id } of tickets) await client.accept(id)
    const ticketOf = (chat: CloudChat) => tickets.find(({ contact }) => contact.number === chat.person.phone)?.id ?? 0

    const written: string[] = chats.map(() => 'oi')
    const answered = new Map<CloudChat, string[]>(chats.map((chat) => [chat, []]))
    for (let kill = 0; kill < KILLS; kill++) {
      const work = Promise.all(
        chats.map(async (chat, at) => {
          for (let n = 0; n < MESSAGES; n++) {
            const body = `${kill} ${at} ${n}`
            await Bun.sleep(random.between(0, 150))
            written.push(`pergunta ${body}`)
            await chat.text(`pergunta ${body}`)
            answered.get(chat)?.push(`resposta ${body}`)
            await until(async () => {
              const answer = await client
                .post(ticketOf(chat), `resposta ${body}`, `clique-${body}`)
                .catch(() => undefined)
              return answer?.status === 200
            })
          }
        }),
      )
      work.catch(() => {}) // awaited below
      await Bun.sleep(random.between(20, 700))
      await server.kill()
      server = await restart()
      client.moveTo(server)
      await work
    }
    const isDone = () => {
      const all = bodiesIn(dataDir, connectionId)
      const sent = all.filter(({ from_me }) => from_me === 1)
      return (
        all.filter(({ from_me }) => from_me === 0).length >= written.length &&
        sent.length >= CUSTOMERS * KILLS * MESSAGES &&
        sent.every(({ ack }) => ack >= 3)
      )
    }
    await until(isDone, {
      within: 120_000,
      every: 200,
      why: () => JSON.stringify(bodiesIn(dataDir, connectionId).filter(({ ack, from_me }) => from_me && ack < 3)),
    })
    await standIn.settled()
    const stored = bodiesIn(dataDir, connectionId)
    const of = (fromMe: number) => stored.filter(({ from_me }) => from_me === fromMe).map(({ body }) => body)
    expect(of(0).toSorted()).toEqual(written.toSorted())
    for (const chat of chats) expect(texts(chat)).toEqual(answered.get(chat) ?? [])
    expect(standIn.sentTwice).toEqual([])
    await server.kill()
  }, 300_000)
