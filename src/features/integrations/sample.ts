/** The integrations of the sample company. The n8n of the demo answers in a queue of its own. */
import { and, eq } from 'drizzle-orm'
import { changeConnection } from '../../channels/connections/actions'
import { findDefaultConnection, queueIdsOfConnection } from '../../channels/connections/queries'
import type { Cx } from '../../platform/cx'
import type { Encryption } from '../../platform/encryption'
import { getColumn } from '../../platform/sql'
import { HOUR, MINUTE } from '../../platform/time'
import { insertQueue, lastPosition } from '../../queues/queries'
import { today } from './queries'
import { encryptSecret } from './secrets'
import { integrationCalls, integrationStates, integrations, type StoredIntegration } from './tables'

const ofDemo = { type: 'n8n', name: 'Rastreio de pedidos' } as const
/** Until the demo starts its n8n. */
const NOWHERE = 'https://n8n.casaaurora.example/webhook/pedidos'

export function addSampleIntegrations(cx: Cx) {
  const orders = add(cx, { ...ofDemo, urlIntegration: NOWHERE })
  addCalls(cx, orders.id, 'POST /webhook/pedidos', [410, 380, 455, 402, 390, 1210, 398, 420, 377, 415, 433, 401])
  const queue = insertQueue(cx.db, cx.now(), {
    name: 'Entregas',
    color: '#db2777',
    position: lastPosition(cx.db),
    integrationId: orders.id,
  })
  const connection = findDefaultConnection(cx.db)
  if (connection)
    changeConnection(cx, connection.id, { queueIds: [...queueIdsOfConnection(cx.db, connection.id), queue.id] })
  const bills = add(cx, {
    type: 'webhook',
    name: 'Segunda via do boleto',
    urlIntegration: 'https://boletos.casaaurora.example/balcao',
  })
  addCalls(cx, bills.id, 'POST /balcao', [2400, 2100, 2650, 2300, 840, 3100, 2200, 1200, 10_000, 10_000], {
    4: 'notJson',
    7: 'HTTP 502',
    8: 'timeout',
    9: 'timeout',
  })
  add(cx, { type: 'dialogflow', name: 'Perguntas do site', projectName: 'casa-aurora-faq' })
}

function add({ db, now }: Cx, given: Partial<StoredIntegration> & Pick<StoredIntegration, 'type' | 'name'>) {
  const createdAt = now() - 20 * 24 * HOUR
  const row = { projectName: given.name, createdAt, ...given }
  return db.insert(integrations).values(row).returning().get()
}

/** `faults` by the number of the call. */
function addCalls(
  cx: Cx,
  integrationId: number,
  what: string,
  times: readonly number[],
  faults: Readonly<Record<number, string>> = {},
) {
  const { db, now } = cx
  const tickets = getColumn<number>(db, 'SELECT id FROM tickets WHERE is_group = 0 ORDER BY id LIMIT 8')
  const at = (n: number) => now() - (times.length - n) * 7 * MINUTE
  for (const [n, ms] of times.entries()) {
    const fault = faults[n] ?? null
    const status = fault === null || fault === 'notJson' ? 200 : fault === 'timeout' ? null : 502
    const ticketId = tickets[n % Math.max(1, tickets.length)] ?? null
    db.insert(integrationCalls)
      .values({ integrationId, ticketId, at: at(n), ms, status, what, fault })
      .run()
  }
  const { day, since } = today(cx)
  const isToday = (_: unknown, n: number) => at(n) >= since
  const streak = times.length - 1 - times.findLastIndex((_, n) => faults[n] === undefined)
  db.insert(integrationStates)
    .values({
      integrationId,
      streak,
      lastAt: at(times.length - 1),
      day,
      dayCalls: times.filter(isToday).length,
      dayFaults: times.filter((_, n) => isToday(_, n) && faults[n] !== undefined).length,
      failingSince: streak > 0 ? at(times.length - streak) : null,
    })
    .run()
}

type Server = { readonly url: string; readonly checks: { readonly token: string; readonly secret: string | null } }

/** Each start of the demo has its n8n at another port. What the user has changed stays. */
export function pointSampleAtN8n(cx: Cx, encryption: Encryption, { url, checks }: Server) {
  const isOurs = (address: string) =>
    address === NOWHERE || /^http:\/\/127\.0\.0\.1:\d+\/webhook\/pedidos$/.test(address)
  cx.transaction((cx) => {
    const rows = cx.db
      .select()
      .from(integrations)
      .where(and(eq(integrations.type, ofDemo.type), eq(integrations.name, ofDemo.name)))
      .all()
    for (const { id, urlIntegration } of rows)
      if (isOurs(urlIntegration))
        cx.db
          .update(integrations)
          .set({
            urlIntegration: url,
            urlToken: encryptSecret(cx, encryption, 'urlToken', checks.token),
            secret: checks.secret && encryptSecret(cx, encryption, 'secret', checks.secret),
          })
          .where(eq(integrations.id, id))
          .run()
  })
}
