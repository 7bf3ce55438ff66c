import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../actor'
import { fail } from '../errors'
import { failures, type Http } from '../platform/http'
import { changeSetting } from './actions'
import { ChangeSetting, Setting, type SettingKey, settingKeys } from './contract'
import { listSettings, readSetting } from './settings'

const ByKey = t.Object({ key: t.String({ maxLength: 64 }) })

export const settingRoutes = (http: Http, mayChange: (actor: Actor) => boolean) =>
  new Elysia({ prefix: '/settings' })
    .use(http)
    .get('/', ({ cx }) => listSettings(cx.db), { signedIn: true, response: { 200: v.array(Setting), ...failures } })
    .get('/:key', ({ cx, params }) => settingOf(params.key, (key) => ({ key, value: readSetting(cx.db, key) })), {
      signedIn: true,
      params: ByKey,
      response: { 200: Setting, ...failures },
    })
    .put(
      '/:key',
      ({ cx, actor, params, body: { value } }) => {
        if (!mayChange(actor)) fail('ERR_NO_PERMISSION')
        return settingOf(params.key, (key) => changeSetting(cx, { key, value }))
      },
      { signedIn: true, params: ByKey, body: ChangeSetting, response: { 200: Setting, ...failures } },
    )
export type SettingRoutes = ReturnType<typeof settingRoutes>

function settingOf(name: string, answer: (key: SettingKey) => Setting): Setting {
  const key = settingKeys.find((known) => known === name)
  return key ? answer(key) : fail('ERR_NO_SETTING_FOUND')
}
