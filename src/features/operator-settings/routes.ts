import { Elysia, t } from 'elysia'
import { fail } from '../../errors'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { changeOperatorSettings } from '../../settings/operator/actions'
import {
  ChangeOperatorSettings,
  OperatorSettingList,
  operatorSettingsUpdated,
  Trial,
} from '../../settings/operator/contract'
import { settingTrials } from '../../settings/operator/trial'

const TRIALS_A_MINUTE = 10

export const operatorSettingRoutes = (http: AppHttp, services: RouteServices) => {
  const { operatorSettings, hub, membersOf, announce, visitor } = services
  const list = (): OperatorSettingList => ({
    records: operatorSettings.list(),
    trials: membersOf(settingTrials).map(({ name }) => name),
  })
  return new Elysia({ prefix: '/operator-settings' })
    .use(http)
    .get('/', list, { super: true, response: { 200: OperatorSettingList, ...failures } })
    .put(
      '/',
      ({ cx, actor, body }) => {
        const records = changeOperatorSettings(cx, actor, operatorSettings, body)
        hub.emitByOperator(operatorSettingsUpdated({ records }), (who) => who.super)
        if (body.supportUrl !== undefined || body.signUp !== undefined)
          announce(
            { supportUrl: operatorSettings.read('supportUrl') || null, signUp: operatorSettings.read('signUp') },
            () => true,
          )
        return list()
      },
      { super: true, body: input(ChangeOperatorSettings), response: { 200: OperatorSettingList, ...failures } },
    )
    .post(
      '/trials/:name',
      ({ cx, actor, params, request, server }) => {
        const trial = membersOf(settingTrials).find(({ name }) => name === params.name) ?? fail('ERR_NOT_FOUND')
        return trial.run(services, cx, actor, request.signal, visitor.originOf(request, server))
      },
      {
        super: true,
        rateLimit: TRIALS_A_MINUTE,
        params: t.Object({ name: t.String({ maxLength: 20 }) }),
        response: { 200: Trial, ...failures },
      },
    )
}
export type OperatorSettingRoutes = ReturnType<typeof operatorSettingRoutes>
