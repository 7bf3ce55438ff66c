/**
 * A new module edits no product file but the list of modules: this one brings routes, a service, jobs, a permission, an
 * error, an audit kind, a kind of log entries, an event and its operations, and works from end to end.
 */
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { recordAct } from '../../src/audit/record'
import { operatorActs } from '../../src/audit/visibility'
import { describeApi } from '../../src/build/openapi'
import { readOperations } from '../../src/build/operations'
import { defineErrors, fail } from '../../src/errors'
import { serverJobsOf } from '../../src/jobs'
import { modules } from '../../src/modules'
import { defineDomainEvent, on } from '../../src/platform/extensions'
import { failures } from '../../src/platform/http'
import { defineCompanyJob, defineServerJob } from '../../src/platform/jobs'
import { defineService, type Module, type Services } from '../../src/platform/module'
import type { Operations } from '../../src/platform/operations'
import { ById } from '../../src/platform/params'
import { getValue } from '../../src/platform/sql'
import { SECOND } from '../../src/platform/time'
import { defineLogKinds } from '../../src/tickets/log/kinds'
import { writeLog } from '../../src/tickets/log/log'
import { findTicket } from '../../src/tickets/queries'
import { definePermission } from '../../src/users/permissions'
import { world } from '../support/world'

const reportRain = definePermission('rain-page:report', ['admin'])
const rainErrors = defineErrors(
  {
    en: { ERR_NO_CLOUD: 'There is no cloud.' },
    es: { ERR_NO_CLOUD: 'No hay nubes.' },
    tr: { ERR_NO_CLOUD: 'Bulut yok.' },
  },
  { ERR_NO_CLOUD: { status: 409, text: 'Não há nuvens.' } },
)
const rainLogKinds = defineLogKinds('rained', 'dried')
const rainReported = defineDomainEvent<{ readonly ticketId: number }>('rain.reported')

class Gauge {
  readonly drops = new Set<number>()
  isStopped = false
}

declare module '../../src/tickets/log/kinds' {
  interface LogKinds {
    readonly rain: typeof rainLogKinds
  }
}
declare module '../../src/platform/module' {
  interface Services {
    readonly rainGauge?: Gauge
  }
}

const rainGauge = defineService('rainGauge', {
  create: () => new Gauge(),
  subscribers: (gauge) => [on(rainReported, 'afterCommit', (_cx, { ticketId }) => void gauge()?.drops.add(ticketId))],
  stop(gauge) {
    if (gauge) gauge.isStopped = true
  },
})

/** Closes every shower after a second. */
const dry = defineCompanyJob<Services>({
  name: 'rain.dry',
  every: SECOND,
  due: `SELECT created_at + ${SECOND} FROM ticket_log r WHERE kind = 'rained' AND NOT EXISTS
    (SELECT 1 FROM ticket_log d WHERE d.kind = 'dried' AND d.ticket_id = r.ticket_id)`,
  run: (cx) =>
    cx.transaction((cx) =>
      writeLog(cx, getValue<number>(cx.db, "SELECT ticket_id FROM ticket_log WHERE kind = 'rained'") ?? 0, {
        kind: 'dried',
        userId: null,
      }),
    ),
})

const empty = defineServerJob<Services>({
  name: 'rain.empty',
  every: '0 0 0 1 * *',
  runsAt: 'node',
  run: ({ rainGauge }) => rainGauge?.drops.clear(),
})

const Drops = v.object({ drops: v.number() })

const rain = {
  name: 'rain',
  routes: (http, { rainGauge }) =>
    new Elysia({ prefix: '/rain' })
      .use(http)
      .get('/drops', () => ({ drops: rainGauge?.drops.size ?? 0 }), {
        detail: { summary: 'Count the drops' },
        signedIn: true,
        response: { 200: Drops, ...failures },
      })
      .post(
        '/:id/report',
        ({ cx, actor, params }) => {
          const ticket = findTicket(cx.db, params.id) ?? fail(rainErrors.ERR_NO_CLOUD)
          cx.transaction((cx) => {
            writeLog(cx, ticket.id, { kind: 'rained', userId: actor.userId, data: { drops: 1 } })
            recordAct(cx, actor, { kind: 'rain', act: 'report', subject: { id: ticket.id, name: 'shower' } })
            cx.happened(rainReported({ ticketId: ticket.id }))
          })
          return { drops: 1 }
        },
        {
          detail: { summary: 'Report rain on a ticket' },
          allowed: reportRain,
          params: ById,
          response: { 200: Drops, ...failures },
        },
      ),
  services: [rainGauge],
  jobs: [dry, empty],
  permissions: [reportRain],
  errors: rainErrors,
  logKinds: rainLogKinds,
  fills: [operatorActs.filledWith({ kind: 'rain' })],
} satisfies Module

const operations: Operations = {
  summaries: {
    getRainDrops: ['Contar as gotas', 'Contar las gotas', 'Damlaları say'],
    postRainByIdReport: ['Informar chuva', 'Informar lluvia', 'Yağmur bildir'],
  },
}

const place = () => {
  const w = world({ modules: [rain] })
  const [boss, chief, ana] = [w.admin(), w.admin({ super: true }), w.attendant()]
  const ticket = w.ticket()
  const report = (who: typeof ana, id = ticket.id) => who.request(`/api/rain/${id}/report`, { method: 'POST' })
  const read = async <T>(who: typeof ana, path: string) => (await (await who.request(path)).json()) as T
  return { w, boss, chief, ana, ticket, report, read }
}

test('its routes answer whom its permission admits, and fail with its error', async () => {
  const { boss, ana, report } = place()
  expect([(await report(boss)).status, (await report(ana)).status]).toEqual([200, 403])
  const refused = await report(boss, 999)
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: 'ERR_NO_CLOUD' }])
})

test('its service is created, hears its event, and stops with the server', async () => {
  const { w, boss, ana, report, read } = place()
  await report(boss)
  expect(await read<unknown>(ana, '/api/rain/drops')).toEqual({ drops: 1 })
  for (const job of serverJobsOf(w.server.modules)) if (job.name === 'rain.empty') await job.run(w.server)
  expect(await read<unknown>(ana, '/api/rain/drops')).toEqual({ drops: 0 })
  expect(w.server.rainGauge?.isStopped).toBe(false)
  await w.close()
  expect(w.server.rainGauge?.isStopped).toBe(true)
})

test('its entries are in the log of the ticket and in the audit log, where its acts are the operator’s', async () => {
  const { w, boss, chief, ticket, report, read } = place()
  await report(boss)
  w.clock.forward(2 * SECOND)
  w.server.timetable.ask(w.tenant.uuid)
  await w.server.timetable.pass()
  const { logs } = await read<{ logs: { kind: string }[] }>(boss, `/api/tickets-log/${ticket.id}`)
  expect(logs.map(({ kind }) => kind).filter((kind) => rainLogKinds.some((one) => one === kind))).toEqual([
    'rained',
    'dried',
  ])
  const acts = async (who: typeof boss) =>
    (await read<{ entries: { kind: string; act: string }[] }>(who, '/api/audit-log?kind=rain')).entries.length
  expect([await acts(chief), await acts(boss)]).toEqual([1, 0])
})

test('its operations and its kinds are in the OpenAPI document', async () => {
  const { w } = place()
  const document = await describeApi(w.app, w.server.modules, [...(await readOperations()), operations])
  expect(document.paths).toMatchObject({
    '/api/rain/drops': { get: { summary: 'Count the drops', tags: ['rain'] } },
    '/api/rain/{id}/report': {
      post: {
        summary: 'Report rain on a ticket',
        'x-summary': { 'pt-BR': 'Informar chuva', es: 'Informar lluvia', tr: 'Yağmur bildir' },
        'x-permission': ['rain-page:report'],
        'x-errors': { '409': ['ERR_NO_CLOUD'] },
      },
    },
  })
  const { schemas } = document.components as { schemas: { TicketLogEntry: object } }
  expect(JSON.stringify(schemas.TicketLogEntry)).toContain('"rained","dried"')
})

test('no two modules write the same kind to the ticket log', () => {
  const kinds = (modules as readonly Module[]).flatMap(({ logKinds = [] }) => logKinds)
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds).toEqual([...new Set(kinds)])
})
