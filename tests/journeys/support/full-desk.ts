/** More rows than anybody scrolls through, inserted directly into the running installation's database. */
import { openDatabases } from '../../../src/platform/databases'
import { createLog } from '../../../src/platform/log'
import { findCompany } from '../../../src/tenancy/companies'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'

type Size = { readonly tickets: number; readonly messages: number }

/** The conversation's contact: the newest of all. */
export const TALKATIVE = 'Cliente 1'
/** Ids from here on are ours. */
const FIRST = 1_000

/** Read messages of a conversation, each newer than those before. */
export function fillConversation(dataDir: string, ticketId: number, { from, to }: { from: number; to: number }): void {
  withDatabase(dataDir, (raw) =>
    raw
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO messages (ticket_id, contact_id, connection_id, external_id, from_me, kind, body, ack, created_at)
         SELECT id, contact_id, connection_id, 'LINE' || i, 1, 'chat', 'Linha ' || i, 3, ? FROM n, tickets WHERE id = ?`,
      )
      .run(from, to, Date.now(), ticketId),
  )
}

/** This many open tickets, the newest with this many messages of one to six lines. */
export function fillDesk(dataDir: string, { tickets, messages }: Size): void {
  withDatabase(dataDir, (raw) => {
    const now = Date.now()
    const upTo = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
    raw.exec('BEGIN')
    raw
      .prepare(
        `INSERT INTO contacts (id, name, name_folded, number, created_at)
         ${upTo} SELECT ${FIRST} + i, 'Cliente ' || i, 'cliente ' || i, '55119' || (60000000 + i), ? FROM n`,
      )
      .run(tickets, now)
    raw
      .prepare(
        `INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, user_id, last_message, last_kind, last_message_at, created_at, updated_at)
         ${upTo} SELECT ${FIRST} + i, printf('00000000-0000-4000-8000-%012d', i), 'open', 'whatsapp', ${FIRST} + i, (SELECT min(id) FROM connections), 1, 'Mensagem ' || i, 'chat', ? - i * 1000, ? - i * 1000, ? - i * 1000 FROM n`,
      )
      .run(tickets, now, now, now)
    raw
      .prepare(
        `INSERT INTO messages (ticket_id, contact_id, connection_id, external_id, from_me, kind, body, ack, created_at)
         ${upTo} SELECT ${FIRST} + 1, ${FIRST} + 1, (SELECT min(id) FROM connections), 'FULL' || i, i % 2, 'chat', i || '. ' || substr(replace(hex(zeroblob(200)), '00', 'pois '), 1, 10 + (i * 37) % 400), 3 * (i % 2), ? - (? - i) * 60000 FROM n`,
      )
      .run(messages, now, messages)
    raw.exec('COMMIT')
  })
}

type Raw = ReturnType<ReturnType<typeof openDatabases>['tenant']>['$client']

function withDatabase(dataDir: string, work: (raw: Raw) => void): void {
  const databases = openDatabases(dataDir, createLog('silent'))
  try {
    const company = findCompany(databases.control, OPERATOR_COMPANY)
    if (!company) throw new Error('the company has not been founded')
    work(databases.tenant(company.uuid).$client)
  } finally {
    databases.close()
  }
}
