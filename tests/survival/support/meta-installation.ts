/** A server process with one of Meta's products connected to the stand-in, and what a test compares at the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patience } from '../../support/bound'
import { meta } from '../../support/meta'
import { PNG } from '../../support/pixel'
import { afterThisTest } from './cleanups'
import { type Client, openClient } from './client'
import { readLedger, type StoredRow } from './ledger'
import { openMetaLine } from './meta-line'
import { APP, APP_ENVIRONMENT, type MetaCustomer, type MetaProduct } from './meta-products'
import { unlessDown } from './posting'
import type { RepeatableRandom } from './random'
import { type ServerProcess, startServerProcess } from './server-process'
import { until } from './until'

const NAMES = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio']
const SHORT_DOUBT = join(import.meta.dir, 'short-doubt.ts')
const NO_PHONES = { url: 'ws://127.0.0.1:9', rootKey: '0'.repeat(64) }

/** Where the server keeps its files, and where the test finds them. */
type Disk = { readonly dataDir: string; readonly outside: string; readonly prefix: readonly string[] }

function usualDisk(): Disk {
  const dataDir = mkdtempSync(join(tmpdir(), 'meta-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, outside: dataDir, prefix: [] }
}

type Options = { readonly disk?: Disk; readonly preload?: string; readonly env?: Readonly<Record<string, string>> }

/** Each customer has written "oi", and an attendant has accepted it. */
export async function openMetaInstallation(
  { connect }: MetaProduct,
  random: RepeatableRandom,
  { disk = usualDisk(), preload = SHORT_DOUBT, env: own }: Options = {},
) {
  const { dataDir, outside, prefix } = disk
  const standIn = meta({ now: Date.now })
  const line = openMetaLine(standIn, random)
  const client = openClient()
  // Meta must be able to tell within it what it has sent, also on a busy machine.
  const doubt = patience(2_000)
  const env = {
    ...APP_ENVIRONMENT,
    BALCAO_GRAPH_URL: line.graphUrl,
    BALCAO_PUBLIC_URL: line.publicUrl,
    BALCAO_TEST_DOUBT: String(doubt),
    ...own,
  }
  async function start() {
    const server = await startServerProcess({ dataDir, prefix, testbed: NO_PHONES, preload, env })
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

  for (const customer of customers) await customer.text('oi')
  const tickets = await until(async () => {
    const all = await client.pendingTickets()
    return all.length === customers.length && all
  })
  for (const { id } of tickets) await client.accept(id)

  return {
    standIn,
    line,
    client,
    customers,
    /** Milliseconds after which a message without an answer is sent again. */
    doubt,
    ticketOf: ({ name }: MetaCustomer) => tickets.find(({ contact }) => contact.name === name)?.id ?? 0,
    rows: () => rowsOf(server, outside, connectionId),
    server: () => server,
    async restart() {
      await server.kill()
      server = await start()
    },
  }
}

/** What is stored of a connection, at one moment. */
function rowsOf(server: ServerProcess, dataDir: string, connectionId: number) {
  server.freeze()
  const { rows } = readLedger(dataDir)
  server.thaw()
  const own = rows.filter((row) => row.connectionId === connectionId)
  const isElsewhere = ({ extra }: StoredRow) => extra !== null && 'origin' in JSON.parse(extra)
  return {
    theirs: own.filter(({ fromMe }) => fromMe === 0),
    ours: own.filter((row) => row.fromMe === 1 && !isElsewhere(row)),
    /** Answered in Meta's inbox, or on the phone. */
    elsewhere: own.filter(isElsewhere),
  }
}

/** Texts, or the kinds of other messages. */
export const shownIn = (rows: readonly StoredRow[]): string[] =>
  rows.map(({ kind, body }) => (kind === 'chat' ? body : kind)).toSorted()

/** Words that a customer got, in order: a long message comes in parts. */
export const wordsOn = (phone: MetaCustomer): string[] => wordsOf(phone.received().map(({ content }) => shown(content)))
export const wordsOf = (messages: readonly string[]): string[] => messages.join(' ').trim().split(/\s+/)

function shown({ text }: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text
  return text ? (text as { body: string }).body : 'image' // of WhatsApp
}

/** Repeats the request until it is answered. A null body stands for a picture. */
export async function sendSurely(client: Client, ticketId: number, body: string | null, clientId: string) {
  const form = new FormData()
  form.append('clientId', clientId)
  form.append('medias', new File([PNG], 'mesa.png', { type: 'image/png' }))
  const attempt = () =>
    body === null ? client.ask('POST', `/messages/${ticketId}`, form) : client.post(ticketId, body, clientId)
  await until(async () => (await unlessDown(attempt))?.status === 200)
}
