import { Elysia } from 'elysia'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { InstallationUpdate, PlanUpdate } from './contract'
import { updateErrors } from './errors'
import { showUpdate } from './page'

const LOOKS_A_MINUTE = 12

export const updateRoutes = (http: AppHttp, services: RouteServices) =>
  new Elysia({ prefix: '/installation' })
    .use(http)
    .get(
      '/update',
      async ({ actor }) => {
        const shown = await showUpdate(services)
        services.auth.stillHere(actor)
        return shown
      },
      {
        detail: { summary: 'Read the version in use, the newest one, and how the last update went' },
        super: true,
        response: { 200: InstallationUpdate, ...failures },
      },
    )
    .post(
      '/update/look',
      async ({ actor }) => {
        await services.updates.look()
        services.auth.stillHere(actor)
        return showUpdate(services)
      },
      {
        detail: { summary: 'Look for a newer version now' },
        super: true,
        own: true,
        rateLimit: LOOKS_A_MINUTE,
        response: { 200: InstallationUpdate, ...failures },
      },
    )
    .put(
      '/update/plan',
      async ({ cx, actor, body }) => {
        services.updates.schedule(body.version, body.when)
        const act = body.when === 'now' ? 'start' : 'schedule'
        const subject = { id: null, name: body.version }
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'installationUpdate', act, subject }))
        return await showUpdate(services)
      },
      {
        detail: { summary: 'Update at the hour of updates, or now' },
        super: true,
        own: true,
        body: input(PlanUpdate),
        response: { 200: InstallationUpdate, ...failures },
      },
    )
    .post(
      '/update/go-on',
      async ({ cx, actor }) => {
        const version = services.updates.roll()?.version ?? ''
        if (!services.fleetUpdates) fail(updateErrors.ERR_UPDATE_NOT_HELD_UP)
        services.fleetUpdates.goOn()
        cx.transaction((cx) =>
          recordAct(cx, actor, { kind: 'installationUpdate', act: 'start', subject: { id: null, name: version } }),
        )
        return showUpdate(services)
      },
      {
        detail: { summary: 'Update the next machine without waiting for companies that nobody serves' },
        super: true,
        own: true,
        response: { 200: InstallationUpdate, ...failures },
      },
    )
    .delete(
      '/update/plan',
      async ({ cx, actor }) => {
        const plan = services.updates.plan() ?? services.updates.roll()
        const [attempt] = services.updates.state().attempts
        await services.updates.cancel()
        const name = (services.updates.isRunning() ? null : plan?.version) ?? attempt?.version ?? ''
        cx.transaction((cx) =>
          recordAct(cx, actor, { kind: 'installationUpdate', act: 'cancel', subject: { id: null, name } }),
        )
        return showUpdate(services)
      },
      {
        detail: { summary: 'Cancel the planned update, or the one that has not yet replaced the program' },
        super: true,
        own: true,
        response: { 200: InstallationUpdate, ...failures },
      },
    )

export type UpdateRoutes = ReturnType<typeof updateRoutes>
