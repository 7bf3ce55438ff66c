/** A whole move of a linked number: their dump, our server, and the phone notices nothing. */
import { afterEach, expect } from 'bun:test'
import pino from 'pino'
import { createWhatsapp } from '../../../src/channels/whatsapp/whatsapp'
import { getRows } from '../../../src/platform/sql'
import { openServer } from '../../../src/server/server'
import { sendMessage } from '../../../src/tickets/sending/send'
import { baileysFor, linkForeign, MARIA_JID, ticketzStore } from '../../channels/whatsapp/moving-in/foreign-device'
import { runCleanups } from '../../channels/whatsapp/testbed'
import { anActor } from '../../support/actor'
import { parsing } from '../../support/parsing'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { COMPANY, openTestbed } from '../../tickets/backfill/support'
import { importWith, sessionsIn } from './with-session'

afterEach(runCleanups)

test('the number goes on here, without a code: what was said meanwhile arrives, and answers leave', async () => {
  const { simulator, maria } = await openTestbed()
  const baileys = await baileysFor(simulator)
  const store = ticketzStore(baileys)
  const theirs = await linkForeign(simulator, baileys, store)
  await maria.say(COMPANY, 'oi')
  await theirs.hears('oi')
  await theirs.say(MARIA_JID, 'olá')
  await maria.gets('olá')
  await theirs.stop()
  const { dataDir, run } = importWith({ session: store.session(), keys: store.keys() })
  await maria.say(COMPANY, 'mudaram de sistema?')
  const { report } = await run({ redis: null })
  const moved = sessionsIn(report).find(({ outcome }) => outcome === 'taken')
  expect(moved?.number).toBe(COMPANY)
  const id = report.companies.find(({ sessions }) => sessions.some(({ outcome }) => outcome === 'taken'))?.id ?? 0

  const server = openServer({
    dataDir,
    log: pino({ level: 'silent' }),
    parsing,
    createChannel: (parts) =>
      createWhatsapp({ ...parts, url: simulator.url, rootKey: simulator.rootKey, now: Date.now, random: Math.random }),
  })
  try {
    await server.wakeUp()
    const [row] = getRows<{ uuid: string }>(server.databases.control, 'SELECT uuid FROM companies WHERE id = ?', id)
    const cx = server.cxOf(row?.uuid ?? '')
    const found = () =>
      getRows<{ ticket: number }>(cx.db, "SELECT ticket_id AS ticket FROM messages WHERE body = 'mudaram de sistema?'")
    await until(() => found().length === 1)
    const state = () => getRows<{ status: string }>(cx.db, 'SELECT status FROM connections WHERE number = ?', COMPANY)
    await until(() => state()[0]?.status === 'CONNECTED')
    const ticketId = found()[0]?.ticket ?? 0
    cx.db.$client.exec(`UPDATE tickets SET status = 'open', is_bot = 0 WHERE id = ${ticketId}`)
    const plain = { kind: 'chat', media: null, quotedId: null, clientId: null } as const
    sendMessage(cx, anActor({ profile: 'admin' }), ticketId, { ...plain, body: 'mudamos, e é melhor' })
    await maria.gets('mudamos, e é melhor')
  } finally {
    await server.close()
  }
})
