import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { AppHttp } from '../access/gates'
import { fail } from '../errors'
import { failures } from '../platform/http'
import { input } from '../platform/input'
import { changeSetting } from './actions'
import { ChangeSetting, Setting, settingKeys } from './contract'
import { findSetting, listSettings } from './settings'

const ByKey = t.Object({ key: t.String({ maxLength: 64 }) })

export const settingRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/settings' })
    .use(http)
    .get('/', ({ cx }) => listSettings(cx.db), { signedIn: true, response: { 200: v.array(Setting), ...failures } })
    .get('/:key', ({ cx, params }) => findSetting(cx.db, params.key) ?? fail('ERR_NO_SETTING_FOUND'), {
      signedIn: true,
      params: ByKey,
      response: { 200: Setting, ...failures },
    })
    .put('/:key', ({ cx, actor, params, body: { value } }) => changeSetting(cx, actor, settingOf(params.key, value)), {
      allowed: 'settings-page:change',
      params: ByKey,
      body: input(ChangeSetting),
      response: { 200: Setting, ...failures },
    })
export type SettingRoutes = ReturnType<typeof settingRoutes>

function settingOf(key: string, value: string): Setting {
  if (!settingKeys.some((known) => known === key)) fail('ERR_NO_SETTING_FOUND')
  const setting = v.safeParse(Setting, { key, value })
  return setting.success ? setting.output : fail('ERR_INVALID_INPUT', [{ field: 'value', message: 'form.invalid' }])
}
