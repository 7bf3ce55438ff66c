/** Words that only the wire uses stay at the wire: contracts and routes, and the files listed here. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** The wire's word and ours. The states of a campaign have names in `STATUS` (features/campaigns/status/contract.ts). */
const OURS: Readonly<Record<string, string>> = {
  whatsappId: 'connectionId',
  complationMessage: 'completionMessage',
  expiresTicket: 'expiresAfter',
  INATIVA: 'STATUS.draft',
  PROGRAMADA: 'STATUS.scheduled',
  EM_ANDAMENTO: 'STATUS.running',
  CANCELADA: 'STATUS.stopped',
  FINALIZADA: 'STATUS.finished',
}

const READS = 'reads a request body'
const WRITES = 'writes a response or an event'
const READS_THEIRS = 'reads what another product names so, too'
const NAMES_FIELD = 'names a field of the request in an error'
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/channels/connections/actions.ts': `${READS}, ${WRITES}, and records changes under the wire's names`,
  'src/channels/sessions/states.ts': WRITES,
  'src/channels/meta/cloud/sign-up-contract.ts': 'a contract of its own',
  'src/channels/meta/cloud/sign-up.ts': WRITES,
  'src/channels/templates/queries.ts': WRITES,
  'src/features/campaigns/actions.ts': `${READS}, ${NAMES_FIELD}`,
  'src/features/campaigns/queries.ts': WRITES,
  'src/features/campaigns/test-send.ts': NAMES_FIELD,
  'src/features/campaigns/validate.ts': NAMES_FIELD,
  'src/features/external-api/request.ts': READS,
  'src/features/external-api/target.ts': NAMES_FIELD,
  'src/features/external-api/tokens.ts': `${READS}, ${WRITES}`,
  'src/features/live-wall/queries.ts': WRITES,
  'src/features/schedules/actions.ts': `${READS}, ${NAMES_FIELD}`,
  'src/features/message-costs/costs.ts': WRITES,
  'src/features/message-costs/spent.ts': WRITES,
  'src/features/schedules/queries.ts': WRITES,
  'src/features/templates/refresh.ts': WRITES,
  'src/features/webhooks/payloads.ts': 'defines what webhooks receive',
  'src/features/webhooks/record.ts': 'writes what webhooks receive',
  'src/features/webhooks/sample.ts': 'writes what webhooks receive',
  'src/moving-in/families/kinds-conversations.ts': READS_THEIRS,
  'src/moving-in/families/kinds-outbound.ts': READS_THEIRS,
  'src/moving-in/families/kinds-people.ts': READS_THEIRS,
  'src/moving-in/families/known-columns.ts': READS_THEIRS,
  'src/moving-in/families/source.ts': READS_THEIRS,
  'src/moving-in/reading/states.ts': READS_THEIRS,
  'src/moving-in/source.ts': READS_THEIRS,
  'src/operator/sample/moving-in.ts': 'a dump of another product, with its columns',
  'src/outbound/rate/limiter.ts': WRITES,
  'src/queues/actions.ts': READS,
  'src/queues/queries.ts': WRITES,
  'src/tickets/lists/summary-fields.ts': WRITES,
  'src/tickets/moves/actions.ts': READS,
  'src/tickets/reading/message-fields.ts': WRITES,
  'src/tickets/reading/shown.ts': WRITES,
  'src/tickets/sending/forward.ts': 'creates a ticket as its route does',
  'src/tickets/ticket.ts': READS,
  'src/users/actions.ts': READS,
  'src/users/auth.ts': WRITES,
  'src/users/people.ts': WRITES,
}

const isAtTheWire = (path: string) => /(^|\/)(contract|routes)\.ts$/.test(path)

function filesWithWireNames(): string[] {
  const names = new RegExp(`\\b(${Object.keys(OURS).join('|')})\\b`)
  return [...new Bun.Glob('src/**/*.ts').scanSync(root)]
    .filter((path) => !isAtTheWire(path) && names.test(readFileSync(join(root, path), 'utf8')))
    .toSorted()
}

test('the wire’s names stand only in contracts, routes and the listed conversions', () => {
  expect(filesWithWireNames()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

test('no table of the database schema has a column under a name of the wire', () => {
  const tables = [...new Bun.Glob('src/**/tables.ts').scanSync(root)]
  const names = new RegExp(`^\\s+(${Object.keys(OURS).join('|')}):`, 'm')
  expect(tables.filter((path) => names.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})
