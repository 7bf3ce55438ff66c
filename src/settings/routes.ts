import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { type Actor, refuseSupport } from '../actor'
import { fail } from '../errors'
import { type AppHttp, failures } from '../platform/http'
import { input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import { can } from '../users/permissions'
import { changeSetting } from './actions'
import { ChangeSetting, isIntegration, isOperators, Setting, type SettingKey } from './contract'
import { findSetting, listIntegrations, listSettings } from './settings'
import { readKey, readTyped } from './typed'

const ByKey = t.Object({ key: t.String({ maxLength: 64 }) })

export const settingRoutes = (
  http: AppHttp,
  { encryptionFor, outsideAllow }: Pick<RouteServices, 'encryptionFor' | 'outsideAllow'>,
) => {
  const encryption = encryptionFor('settings')
  return new Elysia({ prefix: '/settings' })
    .use(http)
    .get(
      '/',
      ({ cx, actor }) => [
        ...listSettings(cx.db),
        ...(can(actor, 'settings-page:change') ? listIntegrations(cx, encryption) : []).filter(
          ({ key }) => !isOperators(key) || actor.super,
        ),
      ],
      { signedIn: true, response: { 200: v.array(Setting), ...failures } },
    )
    .get(
      '/:key',
      ({ cx, actor, params }) => {
        const key = readKey(params.key)
        if (isIntegration(key) && !can(actor, 'settings-page:change')) fail('ERR_NO_PERMISSION')
        requireOperator(key, actor)
        return findSetting(cx, encryption, key) ?? fail('ERR_NO_SETTING_FOUND')
      },
      { signedIn: true, params: ByKey, response: { 200: Setting, ...failures } },
    )
    .put(
      '/:key',
      ({ cx, actor, params, body: { value } }) => {
        const key = readKey(params.key)
        requireOperator(key, actor)
        // With another address, the stored password would go to the server there.
        if (isIntegration(key)) refuseSupport(actor)
        return changeSetting(cx, actor, encryption, readTyped(params.key, value, outsideAllow))
      },
      {
        allowed: 'settings-page:change',
        params: ByKey,
        body: input(ChangeSetting),
        response: { 200: Setting, ...failures },
      },
    )
}
function requireOperator(key: SettingKey, actor: Actor) {
  if (isOperators(key) && !actor.super) fail('ERR_NO_PERMISSION')
}

export type SettingRoutes = ReturnType<typeof settingRoutes>
