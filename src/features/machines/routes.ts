import { Elysia, t } from 'elysia'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import { CONTROL } from '../../platform/gate'
import { type AppHttp, Done, done, failures, showsOnly } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById, PageNumber, readPage, SearchText } from '../../platform/params'
import {
  companyFilters,
  MACHINE_NAME_LENGTH,
  MachineCompanies,
  Machines,
  MoveChoices,
  OrderMove,
  Rebalance,
} from './contract'
import { machineErrors } from './errors'

const MachineName = t.String({ maxLength: MACHINE_NAME_LENGTH })
const ByName = t.Object({ name: MachineName })

/**
 * The page must be there when something is wrong, so it waits for no company whose log does not answer: it shows control.db
 * and what nodes say of themselves.
 */
const showsMachines = (request: Request, { tenantUuid }: Actor): void => showsOnly(request, tenantUuid, CONTROL)

/** Orders are few, and each is written to servers that answer in their own time. */
const ORDERS_A_MINUTE = 60

export const machineRoutes = (http: AppHttp, services: RouteServices) => {
  const requireFleet = () => services.machines ?? fail(machineErrors.ERR_NO_FLEET)
  return new Elysia({ prefix: '/machines' })
    .use(http)
    .get(
      '/',
      ({ request, actor }) => {
        showsMachines(request, actor)
        return { fleet: services.machines?.show() ?? null }
      },
      {
        detail: { summary: 'Show the machines of the installation and their load' },
        super: true,
        response: { 200: Machines, ...failures },
      },
    )
    .get(
      '/companies',
      ({ request, actor, query: { searchParam: search = '', machine, state, pageNumber } }) => {
        showsMachines(request, actor)
        const wanted = { search, machine, filter: state, page: readPage(pageNumber) }
        return services.machines?.listCompanies(wanted) ?? { records: [], count: 0, hasMore: false }
      },
      {
        detail: { summary: 'List the companies with the machine that each is on' },
        super: true,
        query: t.Object({
          searchParam: SearchText,
          machine: t.Optional(MachineName),
          state: t.Optional(t.Union(companyFilters.map((one) => t.Literal(one)))),
          pageNumber: PageNumber,
        }),
        response: { 200: MachineCompanies, ...failures },
      },
    )
    .get(
      '/companies/:id/move',
      ({ request, actor, params: { id } }) => {
        showsMachines(request, actor)
        return requireFleet().showChoices(id)
      },
      {
        detail: { summary: 'Show where a company can move, and what that does to the load' },
        super: true,
        params: ById,
        response: { 200: MoveChoices, ...failures },
      },
    )
    .put(
      '/companies/:id/move',
      async ({ request, cx, actor, params: { id }, body }) => {
        showsMachines(request, actor)
        const name = requireFleet().nameOf(id)
        const from = await requireFleet().move(id, body)
        services.auth.stillHere(actor)
        const act = body.when === 'now' ? 'move' : 'plan'
        const changes = [{ field: 'machine', from, to: body.to }]
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'companyMove', act, subject: { id, name }, changes }))
        return requireFleet().showChoices(id)
      },
      {
        detail: { summary: 'Move a company to another machine, now or at the hour of updates' },
        super: true,
        own: true,
        rateLimit: ORDERS_A_MINUTE,
        params: ById,
        body: input(OrderMove),
        response: { 200: MoveChoices, ...failures },
      },
    )
    .delete(
      '/companies/:id/move',
      async ({ request, cx, actor, params: { id } }) => {
        showsMachines(request, actor)
        const name = requireFleet().nameOf(id)
        const to = await requireFleet().cancelMove(id)
        services.auth.stillHere(actor)
        const changes = [{ field: 'machine', from: to, to: null }]
        cx.transaction((cx) =>
          recordAct(cx, actor, { kind: 'companyMove', act: 'cancel', subject: { id, name }, changes }),
        )
        return requireFleet().showChoices(id)
      },
      {
        detail: { summary: 'Cancel the move of a company, or dismiss one that failed' },
        super: true,
        own: true,
        rateLimit: ORDERS_A_MINUTE,
        params: ById,
        response: { 200: MoveChoices, ...failures },
      },
    )
    .post(
      '/rebalance',
      async ({ request, cx, actor }) => {
        showsMachines(request, actor)
        const moves = await requireFleet().rebalance()
        services.auth.stillHere(actor)
        const changes = [{ field: 'companies', from: null, to: moves }]
        cx.transaction((cx) =>
          recordAct(cx, actor, { kind: 'machine', act: 'rebalance', subject: { id: null, name: '' }, changes }),
        )
        return { moves }
      },
      {
        detail: { summary: 'Spread the companies over the machines anew' },
        super: true,
        own: true,
        rateLimit: ORDERS_A_MINUTE,
        response: { 200: Rebalance, ...failures },
      },
    )
    .post(
      '/:name/drain',
      async ({ request, cx, actor, params: { name } }) => {
        showsMachines(request, actor)
        await requireFleet().drain(name)
        services.auth.stillHere(actor)
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'machine', act: 'drain', subject: { id: null, name } }))
        return { fleet: requireFleet().show() }
      },
      {
        detail: { summary: 'Empty a machine: its companies move to the others, one after the other' },
        super: true,
        own: true,
        rateLimit: ORDERS_A_MINUTE,
        params: ByName,
        response: { 200: Machines, ...failures },
      },
    )
    .delete(
      '/:name/drain',
      async ({ request, cx, actor, params: { name } }) => {
        showsMachines(request, actor)
        await requireFleet().stopDrain(name)
        services.auth.stillHere(actor)
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'machine', act: 'stopDrain', subject: { id: null, name } }))
        return { fleet: requireFleet().show() }
      },
      {
        detail: { summary: 'Stop emptying a machine: the companies that have moved stay where they are' },
        super: true,
        own: true,
        rateLimit: ORDERS_A_MINUTE,
        params: ByName,
        response: { 200: Machines, ...failures },
      },
    )
    .delete(
      '/:name',
      ({ request, cx, actor, params: { name } }) => {
        showsMachines(request, actor)
        requireFleet().forget(name)
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'machine', act: 'delete', subject: { id: null, name } }))
        return done
      },
      {
        detail: { summary: 'Forget a machine that does not come back' },
        super: true,
        own: true,
        params: ByName,
        response: { 200: Done, ...failures },
      },
    )
}

export type MachineRoutes = ReturnType<typeof machineRoutes>
