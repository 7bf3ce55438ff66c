/**
 * Moves many messages in and says how fast: `ROWS=1000000 bun test ./tests/tickets/moving-in/load.ts`. As in a shop: 40 % are ours,
 * most have WhatsApp's message of 1 to 2 kB beside them, every tenth quotes, one in thirty is a reaction.
 */
import { test } from 'bun:test'
import { createConnection } from '../../../src/channels/connections/actions'
import { findConnection } from '../../../src/channels/connections/queries'
import { recogniseContact } from '../../../src/contacts/actions'
import type { Mover } from '../../../src/moving-in/mover'
import type { Source } from '../../../src/moving-in/source'
import type { Cx } from '../../../src/platform/cx'
import { insertTicket } from '../../../src/tickets/moves/new-ticket'
import { messageMover } from '../../../src/tickets/moving-in/move-messages'
import { moveIn, sourceOf } from '../../moving-in/support'
import { type MessageRow, row, SAID } from './support'

const messages = Number(process.env.ROWS ?? 100_000)
const EACH = 60
const contacts = Math.ceil(messages / EACH)

const words =
  'bom dia gostaria de saber se o pedido já saiu para entrega obrigado qual o valor do frete temos em estoque sim pode retirar na loja amanhã até as dezoito horas segue a nota'.split(
    ' ',
  )
let seed = 1
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed % below
}
const text = () => Array.from({ length: 3 + random(20) }, () => words[random(words.length)]).join(' ')
const filler = Buffer.alloc(700, 9).toString('base64')

function* rows(): Generator<MessageRow> {
  let n = 0
  for (let contact = 1; n < messages; contact++) {
    let previous = ''
    for (let of = 0; of < EACH && n < messages; of++) {
      n += 1
      if (n % 50_000 === 0) console.log(`${n}: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`)
      const id = `3EB0${n.toString(16).padStart(18, '0').toUpperCase()}`
      const fromMe = random(10) < 4
      const isReaction = n % 30 === 0
      const quotedId = isReaction || n % 10 === 0 ? previous || null : null
      const body = isReaction ? '👍' : fromMe && random(3) === 0 ? `*Carla:*\n${text()}` : text()
      const jid = `5511${900_000_000 + contact}@s.whatsapp.net`
      const contextInfo = quotedId
        ? { stanzaId: quotedId, participant: jid, quotedMessage: { conversation: text() } }
        : {}
      const said = SAID - 300 * 86_400_000 + n * 20_000
      const content = isReaction
        ? {
            reactionMessage: {
              key: { id: quotedId, remoteJid: jid, fromMe: false },
              text: '👍',
              senderTimestampMs: String(said),
            },
          }
        : {
            extendedTextMessage: { text: body, contextInfo },
            messageContextInfo: {
              deviceListMetadata: { senderKeyHash: filler, senderTimestamp: '1' },
              messageSecret: 'AAAA',
            },
          }
      yield row({
        id,
        externalId: id,
        ticketId: String(contact),
        contactId: String(contact),
        saidAt: said,
        storedAt: said,
        fromMe,
        body,
        ack: fromMe ? 4 : 0,
        quotedId,
        mediaType: isReaction ? 'reactionMessage' : 'extendedTextMessage',
        dataJson: JSON.stringify({
          key: { remoteJid: jid, fromMe, id },
          messageTimestamp: said / 1000,
          pushName: 'Ana',
          message: content,
          status: 'READ',
        }),
      })
      if (!isReaction) previous = id
    }
  }
}

const many: Mover = {
  name: 'people',
  async move({ cx: outside, ids, inSlices }) {
    const cx: Cx = { ...outside, db: outside.db, transaction: (run) => run(cx) }
    const numbers = Array.from({ length: contacts }, (_, at) => at + 1)
    let connectionId = 0
    await inSlices('connection', [1], () => {
      connectionId = createConnection(cx, { name: 'Loja', queueIds: [], greetingMessage: '', complationMessage: '' }).id
      ids.add('connections', '1', connectionId)
      cx.db.$client.exec(
        "INSERT INTO users (id, name, email, password_hash, profile, created_at) VALUES (1, 'Carla', 'c@c', '-', 'user', 0)",
      )
    })
    await inSlices('contacts', numbers, (slice) => {
      const connection = findConnection(cx.db, connectionId)
      if (!connection) throw new Error('no connection')
      for (const n of slice) {
        const contact = recogniseContact(cx, {
          addresses: [{ kind: 'phone', value: `5511${900_000_000 + n}` }],
          name: `Contato ${n}`,
          isGroup: false,
        })
        ids.add('contacts', String(n), contact.id)
        ids.add(
          'tickets',
          String(n),
          insertTicket(cx, { status: 'closed', connection, contact, queueId: null, at: SAID }).id,
        )
      }
    })
  },
}

test('moves many messages in', async () => {
  let begun = 0
  let peak = 0
  let cpu = process.cpuUsage()
  const started: Mover = {
    name: 'start',
    move() {
      begun = performance.now()
      console.log(`${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB before`)
      cpu = process.cpuUsage()
    },
  }
  const base = sourceOf({ family: 'saas' })
  const source: Source = {
    ...base,
    rows: ((kind: string) => (kind === 'messages' ? rows() : [])) as Source['rows'],
    count: () => 0,
  }
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 100)
  const moved = await moveIn(source, { movers: [many, started, messageMover] })
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  const stored = Number(moved.db.$client.prepare('SELECT count(*) FROM messages').pluck().get())
  const bytes = Number(
    moved.db.$client.prepare('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size').pluck().get(),
  )
  console.log(
    `${messages} rows, ${stored} messages: ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} of a processor), ${Math.round(messages / seconds)} rows/s, ${Math.round(peak / 2 ** 20)} MiB at most, ${Math.round(bytes / 2 ** 20)} MiB file`,
  )
  const before = process.cpuUsage()
  for (const _ of rows());
  console.log(`of which the generator alone: ${(process.cpuUsage(before).user / 1e6).toFixed(1)} s of a processor`)
}, 900_000)
