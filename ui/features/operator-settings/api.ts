import { queryOptions } from '@tanstack/react-query'
import type { OperatorSettingRoutes } from '../../../src/features/operator-settings/routes'
import type { PlanRoutes } from '../../../src/features/plans/routes'
import type { MailProvider } from '../../../src/settings/mail-sign-in/contract'
import type { MailWords } from '../../../src/settings/mail-templates/contract'
import type { ChangeOperatorSettings, TrialName } from '../../../src/settings/operator/contract'
import type { Language } from '../../../src/texts/languages'
import { client, unwrap } from '../../shared/client'

const { 'operator-settings': routes } = client<OperatorSettingRoutes>()

export const operatorSettingsQuery = queryOptions({
  queryKey: ['operator-settings'],
  queryFn: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
})

export const changeOperatorSettings = (changes: ChangeOperatorSettings) => unwrap(routes.put(changes))
export const tryOut = (name: TrialName) => unwrap(routes.trials({ name }).post())

export const startMailSignIn = (provider: MailProvider) => unwrap(routes['mail-sign-in'].post({ provider }))
export const signMailOut = () => unwrap(routes['mail-sign-in'].delete())

export const mailsQuery = queryOptions({
  queryKey: ['operator-settings', 'mails'],
  queryFn: ({ signal }) => unwrap(routes.mails.get({ fetch: { signal } })),
})
export const changeMail = (kind: string, language: Language, words: MailWords) =>
  unwrap(routes.mails({ kind })({ language }).put(words))
export const restoreMail = (kind: string, language: Language) => unwrap(routes.mails({ kind })({ language }).delete())

const { plans } = client<PlanRoutes>()
/** Plans whose features a custom plan may have. */
export const plansQuery = queryOptions({
  queryKey: ['operator-settings', 'plans'],
  queryFn: async ({ signal }) => {
    const found = await unwrap(plans.get({ query: {}, fetch: { signal } }))
    return found.plans.filter(({ companyId }) => companyId === null)
  },
})
