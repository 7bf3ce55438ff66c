import { Elysia } from 'elysia'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ById } from '../../platform/params'
import { browserIn } from '../../platform/socket-facts'
import { PushDevice, PushSettings, PushState, RegisterDevice } from './contract'
import { registerDevice, removeDevice, savePushSettings, testDevice } from './devices'
import { findPushSettings, listDevices, showDevice } from './queries'

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
  }: Pick<RouteServices, 'push' | 'encryptionFor' | 'outsideAllow' | 'visitor'>,
) {
  const deps = { encryption: encryptionFor('push'), allowed: outsideAllow }
  return new Elysia({ prefix: '/push' })
    .use(http)
    .get(
      '/',
      ({ cx, actor: { userId } }) => ({
        publicKey: push.keys.publicKey,
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
    .put('/settings', ({ cx, actor, body }) => savePushSettings(cx, actor, body), {
      detail: { summary: 'Change the notification settings of the person' },
      signedIn: true,
      own: true,
      body: input(PushSettings),
      response: { 200: PushSettings, ...failures },
    })
}
export type PushRoutes = ReturnType<typeof pushRoutes>
