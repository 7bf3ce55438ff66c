/** The operator's pages, about a company that another node has. */
import { expect, test } from 'bun:test'
import type { CompanyPage as MonitoredCompanies, Overview, SocketPage } from '../../../src/features/monitor/contract'
import type { PlanDetail } from '../../../src/features/plans/contract'
import type { CompanyPage as ListedCompanies, CompanyUsage } from '../../../src/operator/tenants/contract'
import { CLOSED_BY_OPERATOR } from '../../../src/platform/wire'
import type { Setting } from '../../../src/settings/contract'
import { type CompanyWorld, LOJA } from '../../support/company-world'
import { givePlan } from '../../support/plans'
import { connect } from '../../support/socket'
import { until } from '../../survival/support/until'
import { openTwo, signIn } from './support/two-nodes'

/** One message waits that could not be sent once, and one is scheduled. */
function furnish(bakery: CompanyWorld) {
  const { userId } = bakery.attendant()
  const { id: ticketId, contactId } = bakery.ticket({ userId })
  const [{ id = 0 } = {}] = bakery.rows<{ id: number }>(
    "INSERT INTO messages (ticket_id, contact_id, connection_id, from_me, kind, body, ack, created_at) VALUES (?, ?, ?, 1, 'chat', 'x', 1, unixepoch() * 1000) RETURNING id",
    ticketId,
    contactId,
    LOJA,
  )
  bakery.rows(
    'INSERT INTO outbox (connection_id, contact_id, message_id, attempts, next_at, created_at) VALUES (?, ?, ?, 1, 9e12, unixepoch() * 1000) RETURNING id',
    LOJA,
    contactId,
    id,
  )
  bakery.rows(
    "INSERT INTO schedules (type, user_id, contact_id, body, words, send_at, status, created_at, updated_at) VALUES ('lembrete', ?, ?, 'ligar', 'ligar', 9e12, 'pending', 1, 1) RETURNING id",
    userId,
    contactId,
  )
}

/** `b` has the bakery; the operator and control.db are at `a`. */
async function openBakeryElsewhere() {
  let planId = 0
  const opened = await openTwo((bakery, w) => {
    furnish(bakery)
    planId = givePlan(w.server.databases.writableControl(), bakery.tenant.id, ['useSchedules']).plan?.id ?? 0
  })
  const { a, b, uuid, ownerNow, operator } = opened
  await until(() => ownerNow()?.lag === 0 && ownerNow()?.standby === 'b', { every: 20, within: 30_000 })
  await a.server.fleet?.move(uuid, 'b')
  await until(() => ownerNow()?.owner === 'b' && a.server.fleet?.findMove(uuid) === undefined)
  const { token } = await signIn(a.url, operator)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = (url: string, path: string, method = 'GET', body?: object) =>
    fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  /** At the node that has the bakery, and not the operator. */
  const ask = async <T>(path: string, method?: string, body?: object): Promise<T> => {
    const answer = await request(b.url, path, method, body)
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as T // of its route
  }
  return { ...opened, planId, request, ask }
}

test('show and change what another node has', async () => {
  const { b, companyId, uuid, email, planId, ask, a, child } = await openBakeryElsewhere()
  const company = `/companies/${companyId}`

  const usage = await ask<CompanyUsage>(`${company}/usage`)
  expect(usage.users.map((one) => one.email)).toContain(email)
  expect([usage.used.users, usage.planned.schedules, usage.disk.messages > 0]).toEqual([2, 1, true])
  const { companies } = await ask<CompanyPage>('/companies')
  expect(companies.find(({ id }) => id === companyId)?.used).toEqual(usage.used)
  const { companies: holders } = await ask<PlanDetail>(`/plans/${planId}`)
  expect(holders).toMatchObject([{ id: companyId, used: usage.used, planned: { schedules: 1, campaigns: 0 } }])

  await ask(`${company}/settings/userRating`, 'PUT', { value: 'enabled' })
  expect(await ask<Setting[]>(`${company}/settings`)).toContainEqual({ key: 'userRating', value: 'enabled' })

  const monitored = async () => {
    const { records } = await ask<MonitoredCompanies>('/monitor/companies?searchParam=padaria')
    return records[0]
  }
  await until(async () => ((await monitored())?.disk ?? 0) > 0 && (await monitored())?.connections === 1, {
    why: monitored,
  })
  expect(await monitored()).toMatchObject({ id: companyId, outbox: 1, up: 0 })

  const { token } = await signIn(a.url, email)
  const page = connect({ port: Number(new URL(b.url).port) }, uuid)
  await page.authenticate(token)
  const sockets = () => ask<SocketPage>('/monitor/sockets?searchParam=padaria')
  const [socket] = (await sockets()).records
  expect(socket?.company).toEqual({ id: companyId, name: 'Padaria Sol' })
  await ask(`/monitor/sockets/${socket?.id}`, 'DELETE')
  expect(await page.isClosed()).toBe(CLOSED_BY_OPERATOR)
  await until(async () => (await sockets()).count === 0)

  const outbox = async () => (await ask<Overview>('/monitor/')).queues.find(({ name }) => name === 'outbox')
  expect(await outbox()).toMatchObject({ waiting: 1, companies: 1, failed: 1 })
  expect(await ask<{ companies: number }>('/monitor/queues/outbox/retry', 'POST')).toEqual({ companies: 1 })
  expect(child.exitCode).toBeNull()
}, 180_000)

test('say that a company is on its way while its node is gone, and show it where it comes back', async () => {
  const { a, child, companyId, uuid, request } = await openBakeryElsewhere()
  await until(() => a.server.fleet?.status().companies.find((one) => one.uuid === uuid)?.isStandbyReady, {
    within: 30_000,
  })
  child.kill('SIGKILL')
  const codes = new Set<string>()
  for (const what of ['usage', 'settings']) {
    await until(
      async () => {
        const answer = await request(a.url, `/companies/${companyId}/${what}`)
        const { error } = (await answer.json()) as { error?: string }
        codes.add(`${answer.status} ${error ?? ''}`)
        return answer.ok
      },
      { within: 60_000, why: () => [...codes] },
    )
  }
  codes.delete('200 ')
  expect([...codes].filter((code) => code !== '503 ERR_COMPANY_MOVING')).toEqual([])
}, 180_000)
