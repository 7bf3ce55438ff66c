import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { fail } from '../errors'
import { type AppHttp, failures } from '../platform/http'
import { check, input } from '../platform/input'
import type { RouteServices } from '../platform/module'
import { ById } from '../platform/params'
import { can } from '../users/permissions'
import { changeSetting, type TypedSetting } from './actions'
import { changeCompany } from './company'
import {
  ChangeCompany,
  ChangeSetting,
  CompanyPlace,
  isIntegration,
  isSecret,
  Line,
  Setting,
  type SettingKey,
  settingKeys,
} from './contract'
import { findSetting, listIntegrations, listSettings } from './settings'

const ByKey = t.Object({ key: t.String({ maxLength: 64 }) })

export const settingRoutes = (http: AppHttp, { encryptionFor }: Pick<RouteServices, 'encryptionFor'>) => {
  const encryption = encryptionFor('settings')
  return new Elysia({ prefix: '/settings' })
    .use(http)
    .get(
      '/',
      ({ cx, actor }) => [
        ...listSettings(cx.db),
        ...(can(actor, 'settings-page:change') ? listIntegrations(cx, encryption) : []),
      ],
      { signedIn: true, response: { 200: v.array(Setting), ...failures } },
    )
    .get(
      '/:key',
      ({ cx, actor, params }) => {
        const key = keyOf(params.key)
        if (isIntegration(key) && !can(actor, 'settings-page:change')) fail('ERR_NO_PERMISSION')
        return findSetting(cx, encryption, key) ?? fail('ERR_NO_SETTING_FOUND')
      },
      { signedIn: true, params: ByKey, response: { 200: Setting, ...failures } },
    )
    .put(
      '/:key',
      ({ cx, actor, params, body: { value } }) => changeSetting(cx, actor, encryption, typedOf(params.key, value)),
      {
        allowed: 'settings-page:change',
        params: ByKey,
        body: input(ChangeSetting),
        response: { 200: Setting, ...failures },
      },
    )
}
export type SettingRoutes = ReturnType<typeof settingRoutes>

export const ownCompanyRoutes = (http: AppHttp, { databases }: Pick<RouteServices, 'databases'>) =>
  new Elysia({ prefix: '/companies' })
    .use(http)
    .put(
      '/:id',
      ({ cx, actor, params, body }) =>
        params.id === actor.tenantId ? changeCompany(cx, databases.control, actor, body) : fail('ERR_NO_COMPANY_FOUND'),
      {
        allowed: 'settings-page:change',
        whileOverdue: true,
        params: ById,
        body: input(ChangeCompany),
        response: { 200: CompanyPlace, ...failures },
      },
    )
export type OwnCompanyRoutes = ReturnType<typeof ownCompanyRoutes>

const keyOf = (key: string): SettingKey => settingKeys.find((known) => known === key) ?? fail('ERR_NO_SETTING_FOUND')

function typedOf(name: string, value: string): TypedSetting {
  const key = keyOf(name)
  if (isSecret(key)) return { key, value: check(v.object({ value: Line }), { value }).value }
  const setting = v.safeParse(Setting, { key, value })
  return setting.success ? setting.output : fail('ERR_INVALID_INPUT', [{ field: 'value', message: 'form.invalid' }])
}
