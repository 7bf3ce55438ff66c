import { Elysia, t } from 'elysia'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { MailWords, ShownMails } from '../../settings/mail-templates/contract'
import { changeMail, listMails, mailTemplates } from '../../settings/mail-templates/templates'
import { changeOperatorSettings } from '../../settings/operator/actions'
import {
  ChangeOperatorSettings,
  OperatorSettingList,
  operatorSettingsUpdated,
  Trial,
} from '../../settings/operator/contract'
import { settingTrials } from '../../settings/operator/trial'
import type { Language } from '../../texts/languages'

const TRIALS_A_MINUTE = 10
const ByMail = t.Object({
  kind: t.String({ maxLength: 30 }),
  language: t.Union([t.Literal('pt-BR'), t.Literal('en'), t.Literal('es'), t.Literal('tr')]),
})
type NamedMail = { readonly kind: string; readonly language: Language }

export const operatorSettingRoutes = (http: AppHttp, services: RouteServices) => {
  const { operatorSettings, hub, membersOf, announce, visitor } = services
  const list = (): OperatorSettingList => ({
    records: operatorSettings.list(),
    trials: membersOf(settingTrials).map(({ name }) => name),
  })
  const { control } = services.databases
  const mails = () => ({ mails: listMails(control, membersOf(mailTemplates)) })
  const change = (cx: Cx, actor: Actor, { kind, language }: NamedMail, words: MailWords | null) => {
    const template = membersOf(mailTemplates).find((one) => one.kind === kind) ?? fail('ERR_NOT_FOUND')
    changeMail(control, cx.now(), template, language, words)
    const changes = [{ field: 'mail', from: null, to: `${kind} ${language}: ${words?.subject ?? 'default'}` }]
    cx.transaction((cx) =>
      recordAct(cx, actor, { kind: 'operatorSetting', act: 'update', subject: { id: null, name: kind }, changes }),
    )
  }
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
    .get('/mails', mails, { super: true, response: { 200: ShownMails, ...failures } })
    .put(
      '/mails/:kind/:language',
      ({ cx, actor, params, body }) => {
        change(cx, actor, params, body)
        return mails()
      },
      { super: true, params: ByMail, body: input(MailWords), response: { 200: ShownMails, ...failures } },
    )
    .delete(
      '/mails/:kind/:language',
      ({ cx, actor, params }) => {
        change(cx, actor, params, null)
        return mails()
      },
      { super: true, params: ByMail, response: { 200: ShownMails, ...failures } },
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
