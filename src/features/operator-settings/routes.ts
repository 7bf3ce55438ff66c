import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { recordAct } from '../../audit/record'
import { metaAddresses } from '../../channels/meta/addresses'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { operatorsOnly } from '../../platform/events'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { Line, SecretState, SettingValue } from '../../settings/contract'
import { FinishMailSignIn, MailSignInStarted, StartMailSignIn } from '../../settings/mail-sign-in/contract'
import { signInPage } from '../../settings/mail-sign-in/sign-in'
import { MailWords, ShownMails } from '../../settings/mail-templates/contract'
import { changeMail, listMails, mailTemplates } from '../../settings/mail-templates/templates'
import { changeOperatorSettings } from '../../settings/operator/actions'
import {
  ChangeOperatorSettings,
  OperatorSettingList,
  operatorSettingsUpdated,
  Trial,
} from '../../settings/operator/contract'
import { settingTests } from '../../settings/operator/setting-test'
import type { Language } from '../../texts/languages'
import { finishSignIn, signOut } from './mail-account'

const TRIALS_A_MINUTE = 10
const SIGN_INS_A_MINUTE = 10
const ByMail = t.Object({
  kind: t.String({ maxLength: 30 }),
  language: t.Union([t.Literal('pt-BR'), t.Literal('en'), t.Literal('es'), t.Literal('tr')]),
})
const UserCreation = v.object({ key: v.literal('userCreation'), value: SettingValue })
const ChangeUserCreation = v.object({ value: SettingValue })
const Asaas = v.object({ key: v.literal('asaas'), value: SecretState })
const ChangeAsaas = v.object({ value: Line })
type PageRequest = { readonly request: Request; readonly server: Parameters<RouteServices['visitor']['originOf']>[1] }
type NamedMail = { readonly kind: string; readonly language: Language }

export const operatorSettingRoutes = (http: AppHttp, services: RouteServices) => {
  const { operatorSettings, hub, membersOf, announce, visitor } = services
  const pageOf = ({ request, server }: PageRequest) => signInPage(services, visitor.originOf(request, server))
  const list = (asked: PageRequest): OperatorSettingList => ({
    records: operatorSettings.list(),
    trials: membersOf(settingTests).map(({ name }) => name),
    meta: metaAddresses(services, visitor.originOf(asked.request, asked.server)),
    mail: {
      account: services.mailSignIn.find(null),
      offered: services.mailSignIn.offered(),
      redirectUri: pageOf(asked),
    },
  })
  const { control, writableControl } = services.databases
  const mails = () => ({ mails: listMails(control, membersOf(mailTemplates)) })
  const change = (cx: Cx, actor: Actor, { kind, language }: NamedMail, words: MailWords | null) => {
    const template = membersOf(mailTemplates).find((one) => one.kind === kind) ?? fail('ERR_NOT_FOUND')
    changeMail(writableControl(), cx.now(), template, language, words)
    const changes = [{ field: 'mail', from: null, to: `${kind} ${language}: ${words?.subject ?? 'default'}` }]
    cx.transaction((cx) =>
      recordAct(cx, actor, { kind: 'operatorSetting', act: 'update', subject: { id: null, name: kind }, changes }),
    )
  }
  const store = (cx: Cx, actor: Actor, input: ChangeOperatorSettings) => {
    const records = changeOperatorSettings(cx, actor, operatorSettings, input)
    hub.emitByOperator(operatorSettingsUpdated({ records }), operatorsOnly)
    if (input.supportUrl !== undefined || input.signUp !== undefined)
      announce(
        { supportUrl: operatorSettings.read('supportUrl') || null, signUp: operatorSettings.read('signUp') },
        () => true,
      )
  }
  const userCreation = (): v.InferOutput<typeof UserCreation> => ({
    key: 'userCreation',
    value: operatorSettings.read('signUp') ? 'enabled' : 'disabled',
  })
  const asaas = (): v.InferOutput<typeof Asaas> => ({
    key: 'asaas',
    value: operatorSettings.read('asaasKey') === '' ? '' : 'set',
  })
  const settings = new Elysia({ prefix: '/operator-settings' })
    .use(http)
    .get('/', list, { super: true, response: { 200: OperatorSettingList, ...failures } })
    .put(
      '/',
      ({ cx, actor, body, request, server }) => {
        store(cx, actor, body)
        return list({ request, server })
      },
      {
        detail: { summary: 'Change settings of the installation' },
        super: true,
        body: input(ChangeOperatorSettings),
        response: { 200: OperatorSettingList, ...failures },
      },
    )
    .post(
      '/mail-sign-in',
      ({ actor, body: { provider }, request, server }) => ({
        url: services.mailSignIn.start(null, actor, provider, pageOf({ request, server })),
      }),
      {
        detail: { summary: "Start signing in the account that sends the installation's mail" },
        super: true,
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(StartMailSignIn),
        response: { 200: MailSignInStarted, ...failures },
      },
    )
    .post(
      '/mail-sign-in/finish',
      async ({ cx, actor, body, request, server }) => {
        await finishSignIn(cx, actor, services, body, request.signal)
        return list({ request, server })
      },
      {
        detail: { summary: "Finish signing in the account that sends the installation's mail" },
        super: true,
        own: true,
        rateLimit: SIGN_INS_A_MINUTE,
        body: input(FinishMailSignIn),
        response: { 200: OperatorSettingList, ...failures },
      },
    )
    .delete(
      '/mail-sign-in',
      async ({ cx, actor, request, server }) => {
        await signOut(cx, actor, services)
        return list({ request, server })
      },
      {
        detail: { summary: "Sign out the account that sends the installation's mail" },
        super: true,
        own: true,
        response: { 200: OperatorSettingList, ...failures },
      },
    )
    .get('/mails', mails, {
      detail: { summary: 'Read the words of the mails that the installation sends' },
      super: true,
      response: { 200: ShownMails, ...failures },
    })
    .put(
      '/mails/:kind/:language',
      ({ cx, actor, params, body }) => {
        change(cx, actor, params, body)
        return mails()
      },
      {
        detail: { summary: 'Word a mail anew' },
        super: true,
        params: ByMail,
        body: input(MailWords),
        response: { 200: ShownMails, ...failures },
      },
    )
    .delete(
      '/mails/:kind/:language',
      ({ cx, actor, params }) => {
        change(cx, actor, params, null)
        return mails()
      },
      {
        detail: { summary: 'Bring back the original words of a mail' },
        super: true,
        params: ByMail,
        response: { 200: ShownMails, ...failures },
      },
    )
    .post(
      '/trials/:name',
      ({ cx, actor, params, request, server }) => {
        const trial = membersOf(settingTests).find(({ name }) => name === params.name) ?? fail('ERR_NOT_FOUND')
        return trial.run(services, cx, actor, request.signal, visitor.originOf(request, server))
      },
      {
        detail: { summary: 'Try the settings for mail, Pix, AI, Meta, backups or BI' },
        super: true,
        rateLimit: TRIALS_A_MINUTE,
        params: t.Object({ name: t.String({ maxLength: 20 }) }),
        response: { 200: Trial, ...failures },
      },
    )
  // The specification's names of `signUp` and `asaasKey`, among the settings of company 1.
  const alias = new Elysia({ prefix: '/settings' })
    .use(http)
    .get('/userCreation', userCreation, {
      detail: { summary: 'Read whether strangers may sign up: company 1’s name of signUp' },
      super: true,
      response: { 200: UserCreation, ...failures },
    })
    .put(
      '/userCreation',
      ({ cx, actor, body: { value } }) => {
        store(cx, actor, { signUp: value === 'enabled' })
        return userCreation()
      },
      {
        detail: { summary: 'Let strangers sign up or not: company 1’s name of signUp' },
        super: true,
        body: input(ChangeUserCreation),
        response: { 200: UserCreation, ...failures },
      },
    )
    .get('/asaas', asaas, {
      detail: { summary: 'Read whether a key of Asaas is set: company 1’s name of asaasKey' },
      super: true,
      response: { 200: Asaas, ...failures },
    })
    .put(
      '/asaas',
      ({ cx, actor, body: { value } }) => {
        store(cx, actor, { asaasKey: value || null })
        return asaas()
      },
      {
        detail: { summary: 'Set the key of Asaas: company 1’s name of asaasKey' },
        super: true,
        body: input(ChangeAsaas),
        response: { 200: Asaas, ...failures },
      },
    )
  return new Elysia().use(settings).use(alias)
}
export type OperatorSettingRoutes = ReturnType<typeof operatorSettingRoutes>
