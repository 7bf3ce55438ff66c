import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import { failures, type Http } from '../platform/http'
import { changeSetting } from './actions'
import { ChangeSetting, Setting, settingKeys } from './contract'
import { findSetting, listSettings } from './settings'

const ByKey = t.Object({ key: t.String({ maxLength: 64 }) })

export const settingRoutes = (http: Http, mayChange: (actor: Actor) => boolean) =>
  new Elysia({ prefix: '/settings' })
    .use(http)
    .get('/', ({ cx }) => listSettings(cx.db), { signedIn: true, response: { 200: v.array(Setting), ...failures } })
    .get('/:key', ({ cx, params }) => findSetting(cx.db, params.key) ?? fail('ERR_NO_SETTING_FOUND'), {
      signedIn: true,
      params: ByKey,
      response: { 200: Setting, ...failures },
    })
    .put(
      '/:key',
      ({ cx, actor, params, body: { value } }) => {
        if (!mayChange(actor)) fail('ERR_NO_PERMISSION')
        return changeSetting(cx, settingOf(params.key, value))
      },
      { signedIn: true, params: ByKey, body: ChangeSetting, response: { 200: Setting, ...failures } },
    )
export type SettingRoutes = ReturnType<typeof settingRoutes>

function settingOf(key: string, value: string): Setting {
  if (!settingKeys.some((known) => known === key)) fail('ERR_NO_SETTING_FOUND')
  const setting = v.safeParse(Setting, { key, value })
  return setting.success ? setting.output : fail('ERR_INVALID_INPUT', [{ field: 'value', message: 'form.invalid' }])
}
