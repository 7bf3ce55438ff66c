/** After the play: everything is mended, people press the buttons that are left, and then it must become quiet. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { WAITING_ACTS } from '../survival/support/ledger'
import { until } from '../survival/support/until'
import { lostAmong } from './records'
import type { Stage } from './stage'

const QUIET_WITHIN_MS = 45_000

export async function mend(stage: Stage) {
  const { cast, locks, testbed } = stage
  locks.unlockAll()
  await testbed.run({ do: 'clearFaults' })
  for (const { number } of cast.lines) {
    await testbed.run({ do: 'ban', phone: number, on: false })
    await testbed.run({ do: 'restrict', phone: number, hours: 0 })
  }
  for (const { number } of cast.customers) {
    await testbed.run({ do: 'setOnline', phone: number, on: true })
    await testbed.run({ do: 'setHabits', phone: number, after: 0 })
  }
  await connectAll(stage)
  await fetchAgain(stage)
}

async function connectAll({ companies }: Stage) {
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

/** "Download again", wherever a file is not here. */
async function fetchAgain({ companies, server }: Stage) {
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

/** What a phone takes at most to tell that it got a message. */
export const SLOWEST_MS = 3_000

/** What is still not quiet after a while; nothing, as soon as all is. */
export async function becomeQuiet(stage: Stage): Promise<readonly string[]> {
  await Bun.sleep(SLOWEST_MS) // what got there at the very end is yet to be told
  const deadline = performance.now() + QUIET_WITHIN_MS
  const lost = lostAmong(stage, await stage.testbed.books())
  for (;;) {
    const unrest = await unrestOf(stage, lost)
    if (unrest.length === 0 || performance.now() > deadline) return unrest
    await Bun.sleep(250)
  }
}

async function unrestOf(stage: Stage, lost: ReadonlySet<string>): Promise<string[]> {
  return [
    ...(await unrestOnLines(stage)),
    ...(await unrestOnPhones(stage)),
    ...unrestInFiles(stage, lost),
    ...unrestOnPages(stage),
  ]
}

async function unrestOnLines({ companies }: Stage): Promise<string[]> {
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

async function unrestOnPhones({ testbed }: Stage): Promise<string[]> {
  const { phones } = await testbed.state()
  return phones.flatMap(({ name, devices }) => {
    const owed = devices.reduce((sum, { pending }) => sum + pending, 0)
    return owed === 0 ? [] : [`${name} is still owed ${owed} stanzas`]
  })
}

/** Each a list of messages' ids. Files that are gone for good may be asked for a while yet. */
const WAITING = [
  [
    'tenant.db',
    `SELECT m.external_id FROM downloads d JOIN messages m ON m.id = d.message_id WHERE d.attempts < 1`,
    'files to fetch',
  ],
  ['tenant.db', WAITING_ACTS, 'acts without their message'],
  ['tenant.db', `SELECT external_id FROM messages WHERE failure = 'undeciphered'`, 'messages that could not be read'],
  ['session.db', `SELECT attrs ->> 'id' FROM inbox`, 'messages in the journal'],
] as const

function unrestInFiles({ companies, server }: Stage, lost: ReadonlySet<string>): string[] {
  return companies.flatMap(({ uuid }) =>
    WAITING.flatMap(([file, sql, what]) => {
      const left = idsIn(join(server.dataDir, 'tenants', uuid, file), sql).filter((id) => !lost.has(String(id))).length
      return left === 0 ? [] : [`${left} ${what} of ${uuid}`]
    }),
  )
}

function unrestOnPages({ companies }: Stage): string[] {
  return companies.flatMap(({ attendants }) =>
    attendants.flatMap(({ page, user }) => (page.isLive() ? [] : [`the page of ${user.email} is not live`])),
  )
}
