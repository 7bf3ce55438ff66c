import { Elysia } from 'elysia'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { browserIn } from '../../platform/socket-facts'
import { createActDoor, PUSH_ACTS } from './acts'
import { savePushCompany, showCompany } from './company'
import {
  PushCompany,
  PushCompanyState,
  PushDevice,
  PushSettings,
  PushState,
  RegisterDevice,
  ReportBrowser,
  TakenTicket,
  TestedDevices,
} from './contract'
import { registerDevice, removeDevice, savePushSettings, testDevice, testOwnDevices } from './devices'
import { findPushSettings, listDevices, showDevice } from './queries'
import { reportBrowser } from './team'

/** Per person and minute. */
const TESTS_A_MINUTE = 6
const REGISTERED_A_MINUTE = 30

export function pushRoutes(
  http: AppHttp,
  {
    push,
    encryptionFor,
    outsideAllow,
    visitor,
    databases,
    clock,
    cxOf,
  }: Pick<RouteServices, 'push' | 'encryptionFor' | 'outsideAllow' | 'visitor' | 'databases' | 'clock' | 'cxOf'>,
) {
  const deps = { encryption: encryptionFor('push'), allowed: outsideAllow }
  const door = createActDoor({ databases, clock, cxOf, encryption: encryptionFor(PUSH_ACTS) })
  return new Elysia({ prefix: '/push' })
    .use(http)
    .get(
      '/',
      async ({ cx, actor: { userId } }) => ({
        publicKey: (await push.keys()).publicKey,
        devices: listDevices(cx.db, userId).map(showDevice),
        settings: findPushSettings(cx.db, userId),
      }),
      {
        detail: { summary: 'Read the devices and notification settings of the person' },
        signedIn: true,
        own: true,
        response: { 200: PushState, ...failures },
      },
    )
    .put(
      '/devices',
      ({ cx, actor, body, request, server }) =>
        registerDevice(deps, cx, actor, body, {
          origin: visitor.originOf(request, server),
          browser: browserIn(request.headers.get('user-agent') ?? ''),
        }),
      {
        detail: { summary: 'Register the present browser for notifications' },
        signedIn: true,
        own: true,
        rateLimit: REGISTERED_A_MINUTE,
        body: input(RegisterDevice),
        response: { 200: PushDevice, ...failures },
      },
    )
    .delete(
      '/devices/:id',
      ({ cx, actor, params }) => {
        removeDevice(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Remove a device of the person' },
        signedIn: true,
        own: true,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .post(
      '/devices/:id/test',
      ({ cx, actor, params }) => {
        testDevice(cx, actor, params.id)
        return done
      },
      {
        detail: { summary: 'Send a test notification' },
        signedIn: true,
        own: true,
        rateLimit: TESTS_A_MINUTE,
        params: ById,
        response: { 200: Done, ...failures },
      },
    )
    .put(
      '/browser',
      ({ cx, actor, body, request }) => {
        reportBrowser(cx, actor, body, browserIn(request.headers.get('user-agent') ?? ''))
        return done
      },
      {
        detail: { summary: 'Report why the present browser shows no notifications' },
        signedIn: true,
        own: true,
        rateLimit: REGISTERED_A_MINUTE,
        body: input(ReportBrowser),
        response: { 200: Done, ...failures },
      },
    )
    .post('/test', ({ cx, actor }) => ({ devices: testOwnDevices(cx, actor) }), {
      detail: { summary: 'Send a test notification to the devices of the person' },
      signedIn: true,
      own: true,
      rateLimit: TESTS_A_MINUTE,
      response: { 200: TestedDevices, ...failures },
    })
    .get('/company', ({ cx }) => showCompany(cx), {
      detail: { summary: 'Read the company’s choices, everybody’s devices and the counters of the week' },
      allowed: 'settings-page:change',
      response: { 200: PushCompanyState, ...failures },
    })
    .put('/company', ({ cx, actor, body }) => savePushCompany(cx, actor, body), {
      detail: { summary: 'Choose what locked screens show' },
      allowed: 'settings-page:change',
      body: input(PushCompany),
      response: { 200: PushCompanyState, ...failures },
    })
    .post('/acts', ({ request }) => door.take(request), {
      detail: { summary: 'Take the conversation of a notification, by its key' },
      key: door.admit,
      response: { 200: TakenTicket, ...failures },
    })
    .put('/settings', ({ cx, actor, body }) => savePushSettings(cx, actor, body), {
      detail: { summary: 'Change the notification settings of the person' },
      signedIn: true,
      own: true,
      body: input(PushSettings),
      response: { 200: PushSettings, ...failures },
    })
}
export type PushRoutes = ReturnType<typeof pushRoutes>
