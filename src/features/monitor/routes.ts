import { Elysia, t } from 'elysia'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import { backlogs } from '../../platform/backlogs'
import { operatorsOnly } from '../../platform/events'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import type { RouteServices } from '../../platform/module'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import { acrossNodes } from './at-nodes'
import { BackupPlan, CompanyPage, monitorChanged, Overview, Points, Retried, SocketPage } from './contract'
import { addMetrics } from './metrics'
import { Monitor } from './overview'

const ByKey = t.Object({ key: t.String({ maxLength: 40 }) })
const ByName = t.Object({ name: t.String({ maxLength: 80 }) })

export const monitorRoutes = (http: AppHttp, services: RouteServices) => {
  const { auth, backups, hub, timetable, vitals, membersOf } = services
  const monitor = new Monitor(services)
  const everyNode = acrossNodes(services)
  addMetrics(services, monitor)
  const changed = () => hub.emitByOperator(monitorChanged({}), operatorsOnly)
  return new Elysia({ prefix: '/monitor' })
    .use(http)
    .get('/', () => monitor.overview(), {
      detail: { summary: 'Show how the installation is doing' },
      super: true,
      response: { 200: Overview, ...failures },
    })
    .get(
      '/companies',
      ({ query: { searchParam: search = '', pageNumber } }) =>
        monitor.companies({ search, page: readPage(pageNumber) }),
      {
        detail: { summary: 'List the companies with their sockets, sessions and connections' },
        super: true,
        query: t.Object({ searchParam: SearchText, pageNumber: PageNumber }),
        response: { 200: CompanyPage, ...failures },
      },
    )
    .get('/sockets', ({ query: { searchParam = '' } }) => everyNode.listSockets(searchParam), {
      detail: { summary: 'List the open pages of all companies' },
      super: true,
      query: t.Object({ searchParam: SearchText }),
      response: { 200: SocketPage, ...failures },
    })
    .delete(
      '/sockets/:key',
      async ({ cx, actor, params: { key } }) => {
        const name = (await everyNode.closeSocket(key)) ?? fail('ERR_NOT_FOUND')
        auth.stillHere(actor)
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'monitor', act: 'delete', subject: { id: null, name } }))
        changed()
        return done
      },
      {
        detail: { summary: 'Close the socket of an open page' },
        super: true,
        params: ByKey,
        response: { 200: Done, ...failures },
      },
    )
    .get('/points', ({ query }) => ({ records: monitor.points(Number(query.hours ?? 24)) }), {
      detail: { summary: 'List samples of loop delay and memory of the last hour or day' },
      super: true,
      query: t.Object({ hours: t.Optional(t.Union([t.Literal('1'), t.Literal('24'), t.Literal('168')])) }),
      response: { 200: Points, ...failures },
    })
    .post(
      '/queues/:name/retry',
      async ({ cx, actor, params: { name } }) => {
        const { retry } = membersOf(backlogs).find((one) => one.name === name) ?? fail('ERR_NOT_FOUND')
        if (!retry) fail('ERR_NOT_FOUND')
        const failing = await monitor.failing(name)
        const companies = await everyNode.retryQueue(
          name,
          failing.map(({ uuid }) => uuid),
        )
        auth.stillHere(actor)
        const subject = { id: null, name }
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'monitor', act: 'retry', subject }))
        changed()
        return { companies }
      },
      {
        detail: { summary: 'Try again what has failed in a queue of every company' },
        super: true,
        params: ByName,
        response: { 200: Retried, ...failures },
      },
    )
    .post(
      '/jobs/:name/retry',
      async ({ cx, actor, params: { name } }) => {
        if (!timetable.state().some((one) => one.name === name)) fail('ERR_NOT_FOUND')
        const companies = await everyNode.retryJob(name)
        auth.stillHere(actor)
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'monitor', act: 'retry', subject: { id: null, name } }))
        changed()
        return { companies }
      },
      {
        detail: { summary: 'Run a failed job again in every company' },
        super: true,
        params: ByName,
        response: { 200: Retried, ...failures },
      },
    )
    .delete(
      '/errors/:key',
      ({ params }) => {
        if (!vitals.errors.remove(params.key)) fail('ERR_NOT_FOUND')
        changed()
        return done
      },
      {
        detail: { summary: 'Dismiss an error of the installation' },
        super: true,
        params: ByKey,
        response: { 200: Done, ...failures },
      },
    )
    .get('/backups', () => monitor.plan(), {
      detail: { summary: 'List the backups, their schedule and their verification' },
      super: true,
      response: { 200: BackupPlan, ...failures },
    })
    .post(
      '/backups',
      ({ cx, actor }) => {
        const { run, done } = backups.start('manual')
        void done.then(changed)
        const subject = { id: run.id, name: run.folder }
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'backup', act: 'create', subject }))
        changed()
        return monitor.plan()
      },
      {
        detail: { summary: 'Start a backup of the installation' },
        super: true,
        response: { 200: BackupPlan, ...failures },
      },
    )
    .post(
      '/backups/:id/verify',
      ({ params }) => {
        const { done } = backups.verifyAgain(params.id) ?? fail('ERR_NOT_FOUND')
        void done.then(changed)
        changed()
        return monitor.plan()
      },
      {
        detail: { summary: 'Verify a backup again' },
        super: true,
        params: ById,
        response: { 200: BackupPlan, ...failures },
      },
    )
}
export type MonitorRoutes = ReturnType<typeof monitorRoutes>
