/**
 * After the plan: ends every fault, presses "connect" and "download again" where offered, and waits until all work is
 * done.
 */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { WAITING_ACTS } from '../survival/support/ledger'
import { until } from '../survival/support/until'
import type { Environment } from './environment'
import { lostAmong } from './records'

const IDLE_WITHIN_MS = 45_000

export async function repair(environment: Environment) {
  const { participants, locks, testbed } = environment
  locks.unlockAll()
  await testbed.run({ do: 'clearFaults' })
  for (const { number } of participants.phones) {
    await testbed.run({ do: 'ban', phone: number, on: false })
    await testbed.run({ do: 'restrict', phone: number, hours: 0 })
  }
  for (const { number } of participants.customers) {
    await testbed.run({ do: 'setOnline', phone: number, on: true })
    await testbed.run({ do: 'setHabits', phone: number, after: 0 })
  }
  await connectAll(environment)
  await fetchAgain(environment)
}

async function connectAll({ companies }: Environment) {
  await Promise.all(
    companies.map(async ({ attendants: [{ ask, demand }] }) => {
      const closed = async () =>
        (await demand<ConnectionSummary[]>('GET', '/whatsapp')).filter(({ status }) => status !== 'CONNECTED')
      for (const { id } of await closed()) await ask('POST', `/whatsappsession/${id}`, {})
      await until(async () => (await closed()).length === 0, {
        within: 30_000,
        every: 100,
        why: async () => JSON.stringify(await closed()),
      })
    }),
  )
}

/** Presses "download again" for every missing file. */
async function fetchAgain({ companies, server }: Environment) {
  for (const { uuid, attendants } of companies)
    for (const id of idsIn(
      join(server.dataDir, 'tenants', uuid, 'tenant.db'),
      `SELECT id FROM messages WHERE media ->> 'state' <> 'ready'`,
    ))
      await attendants[0].ask('POST', `/messages/media/${id}/download`, {})
}

function idsIn(path: string, sql: string): unknown[] {
  const db = new Sqlite(path, { readonly: true, timeout: 1_000 })
  try {
    return db.prepare(sql).pluck().all()
  } finally {
    db.close()
  }
}

/** Maximum delay of a phone's delivery receipt. */
export const SLOWEST_RECEIPT_MS = 3_000

/** Returns unfinished work after a time limit; empty as soon as all is done. */
export async function waitUntilIdle(environment: Environment): Promise<readonly string[]> {
  await Bun.sleep(SLOWEST_RECEIPT_MS) // for receipts of the last messages
  const deadline = performance.now() + IDLE_WITHIN_MS
  const lost = lostAmong(environment, await environment.testbed.books())
  for (;;) {
    const unfinished = await unfinishedIn(environment, lost)
    if (unfinished.length === 0 || performance.now() > deadline) return unfinished
    await Bun.sleep(250)
  }
}

async function unfinishedIn(environment: Environment, lost: ReadonlySet<string>): Promise<string[]> {
  return [
    ...(await unfinishedOnLines(environment)),
    ...(await unfinishedOnPhones(environment)),
    ...unfinishedInFiles(environment, lost),
    ...unfinishedOnPages(environment),
  ]
}

async function unfinishedOnLines({ companies }: Environment): Promise<string[]> {
  const lines = await Promise.all(
    companies.map(({ attendants }) => attendants[0].demand<ConnectionSummary[]>('GET', '/whatsapp')),
  )
  return lines
    .flat()
    .flatMap(({ name, status, reason, outboxCount }) => [
      ...(status === 'CONNECTED' ? [] : [`${name} is ${status} (${reason})`]),
      ...(outboxCount === 0 ? [] : [`${name} has ${outboxCount} in its outbox`]),
    ])
}

async function unfinishedOnPhones({ testbed }: Environment): Promise<string[]> {
  const { phones } = await testbed.state()
  return phones.flatMap(({ name, devices }) => {
    const undelivered = devices.reduce((sum, { pending }) => sum + pending, 0)
    return undelivered === 0 ? [] : [`${name} still has ${undelivered} undelivered stanzas`]
  })
}

/** Queries for ids of unfinished messages, by what they wait for. Files that no longer exist may still be requested. */
const WAITING = [
  [
    'tenant.db',
    `SELECT m.external_id FROM downloads d JOIN messages m ON m.id = d.message_id WHERE d.attempts < 1`,
    'files to fetch',
  ],
  ['tenant.db', WAITING_ACTS, 'actions without their message'],
  ['tenant.db', `SELECT external_id FROM messages WHERE failure = 'undeciphered'`, 'messages that could not be read'],
  ['session.db', `SELECT attrs ->> 'id' FROM inbox`, 'messages in the journal'],
] as const

function unfinishedInFiles({ companies, server }: Environment, lost: ReadonlySet<string>): string[] {
  return companies.flatMap(({ uuid }) =>
    WAITING.flatMap(([file, sql, what]) => {
      const left = idsIn(join(server.dataDir, 'tenants', uuid, file), sql).filter((id) => !lost.has(String(id))).length
      return left === 0 ? [] : [`${left} ${what} of ${uuid}`]
    }),
  )
}

function unfinishedOnPages({ companies }: Environment): string[] {
  return companies.flatMap(({ attendants }) =>
    attendants.flatMap(({ page, user }) => (page.isLive() ? [] : [`the page of ${user.email} is not live`])),
  )
}
