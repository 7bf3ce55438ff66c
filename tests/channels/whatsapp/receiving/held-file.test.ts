/** Reports of the messenger while the company's file is locked or the connection is closed, in the whole server. */
import { expect } from 'bun:test'
import Sqlite from 'better-sqlite3'
import type { Limits } from '../../../../src/channels/whatsapp/limits'
import { tenantPath } from '../../../../src/platform/databases'
import { writeSetting } from '../../../../src/settings/settings'
import { readConversation } from '../../../../src/tickets/moves/actions'
import { findTicket } from '../../../../src/tickets/queries'
import { sendMessage } from '../../../../src/tickets/sending/send'
import { test } from '../../../support/trace'
import { until } from '../../../support/until'
import { ADMIN, afterThisTest, COMPANY, MARIA, openInstallation, openTestbed } from '../../../tickets/backfill/support'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Maria wrote, and her ticket is attended. `sent` collects what our device sends. */
async function attended(limits: Partial<Limits> = {}) {
  const testbed = await openTestbed()
  const installation = await openInstallation(testbed.simulator, { limits })
  await installation.link(testbed.company)
  await testbed.maria.say(COMPANY, 'oi')
  await until(() => installation.rows('SELECT 1 FROM tickets').length === 1)
  installation.cx.db.$client.exec(`
    INSERT INTO users (id, name, email, password_hash, profile, created_at) VALUES (1, 'Ana', 'ana@loja.example', 'x', 'admin', 1);
    UPDATE tickets SET status = 'open', user_id = 1;`)
  const sent: { readonly tag: string; readonly attrs: Readonly<Record<string, string>>; readonly inside: unknown }[] =
    []
  testbed.simulator.intercept((_connection, { tag, attrs, content }) => {
    sent.push({ tag, attrs: { ...attrs }, inside: Array.isArray(content) ? content[0]?.tag : undefined })
    return undefined
  })
  return { ...testbed, installation, sent }
}

/** Another process holds a write lock on the company's file. */
function hold({ dataDir, ref }: Awaited<ReturnType<typeof attended>>['installation']) {
  const other = new Sqlite(tenantPath(dataDir, ref.tenantUuid))
  afterThisTest(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return () => other.exec('ROLLBACK')
}

type Attended = Awaited<ReturnType<typeof attended>>

/**
 * Delivers a message of ours. Returns its delivery status, and the number of receipts we have confirmed to WhatsApp.
 */
async function deliver(installation: Attended['installation'], sent: Attended['sent']) {
  const plain = { kind: 'chat', media: null, quotedId: null, clientId: null } as const
  const { id } = sendMessage(installation.cx, ADMIN, 1, { ...plain, body: 'chegou?' })
  const ack = () => installation.rows<{ ack: number }>('SELECT ack FROM messages WHERE id = ?', id)[0]?.ack
  const confirmed = () => sent.filter(({ tag, attrs }) => tag === 'ack' && attrs.class === 'receipt').length
  await until(() => ack() === 3 && confirmed() === 1)
  return { ack, confirmed }
}

test('a receipt during a lock is stored when the file is free, and the session stays open', async () => {
  const { installation, maria, sent } = await attended()
  const { ack, confirmed } = await deliver(installation, sent)
  const letGo = hold(installation)
  await maria.read(COMPANY)
  await until(() => installation.logged.some((line) => line.includes('stay unconfirmed until')))
  await Bun.sleep(100)
  expect([ack(), confirmed()]).toEqual([3, 1])
  letGo()
  await until(() => ack() === 4)
  await until(() => confirmed() === 2)
  expect(installation.status()).toBe('CONNECTED')
})

test('a lock longer than the keep-alive limit loses neither the connection nor the receipt', async () => {
  const keepAlive = 200
  const { installation, maria, sent } = await attended({ keepAlive })
  const { ack, confirmed } = await deliver(installation, sent)
  const letGo = hold(installation)
  await maria.read(COMPANY)
  const begun = sent.length
  await until(() => sent.slice(begun).filter(({ attrs }) => attrs.xmlns === 'w:p').length > 4)
  expect([ack(), confirmed()]).toEqual([3, 1])
  letGo()
  await until(() => ack() === 4)
  // The session did not log in again.
  expect(sent.slice(begun).filter(({ attrs }) => attrs.xmlns === 'passive')).toEqual([])
})

test('a picture that changed just before the process ended is fetched when its owner writes', async () => {
  const { installation, run } = await attended()
  installation.rows('UPDATE contacts SET picture_checked_at = ? RETURNING id', Date.now())
  await run({ do: 'setFault', name: 'silent', on: true }) // it cannot be requested any more
  await run({ do: 'setPicture', phone: MARIA, base64: PIXEL })
  const due = () => installation.rows('SELECT 1 FROM contacts WHERE picture_checked_at = 0')
  await until(() => due().length === 1)
})

test('a call during a lock is stored and refused when the file is free', async () => {
  const { installation, run, sent } = await attended()
  writeSetting(installation.cx.db, 'acceptCallWhatsapp', 'disabled')
  const calls = () =>
    installation.rows("SELECT extra ->> '$.call.outcome' AS outcome FROM messages WHERE kind = 'call'")
  const letGo = hold(installation)
  await run({ do: 'call', from: MARIA, to: COMPANY, seconds: 60 })
  await until(() => installation.logged.some((line) => line.includes('stay unconfirmed until')))
  expect(calls()).toEqual([])
  letGo()
  await until(() => sent.some(({ tag, inside }) => tag === 'call' && inside === 'reject'))
  expect(calls()).toEqual([{ outcome: 'refused' }])
})

test('a conversation opened while disconnected is marked read on the customer’s phone once after reconnecting', async () => {
  const { installation, run, maria, sent } = await attended()
  const [{ id = '' } = {}] = installation.rows<{ id: string }>('SELECT external_id AS id FROM messages')
  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  await until(() => installation.status() === 'TIMEOUT')
  const ticket = findTicket(installation.cx.db, 1)
  if (ticket) readConversation(installation.cx, ADMIN, ticket)
  expect(installation.rows('SELECT 1 FROM read_wishes')).toHaveLength(1)
  await run({ do: 'clearFaults' })
  await maria.until(() => maria.message(COMPANY, id)?.ack === 4, 15_000)
  await until(() => installation.rows('SELECT 1 FROM read_wishes').length === 0)
  await run({ do: 'dropConnections' })
  await until(() => installation.status() === 'CONNECTED')
  await Bun.sleep(100)
  expect(sent.filter(({ tag, attrs }) => tag === 'receipt' && attrs.type === 'read')).toHaveLength(1)
})
