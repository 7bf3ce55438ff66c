/** Sets up official numbers: checks of what was typed, Meta's sign-up, and whether Meta calls us. */
import { Elysia } from 'elysia'
import { fail } from '../../../errors'
import { type AppHttp, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import type { RouteServices } from '../../../platform/module'
import { ById } from '../../../platform/params'
import { requireInPlan } from '../../plan'
import { metaAddresses } from '../addresses'
import { isComplete, operatorsApp } from '../app'
import { FinishSignIn, SignInStarted } from '../contract'
import { metaErrors } from '../errors'
import { createSignIn, signInDeps } from '../sign-in'
import { unreachableFault } from '../webhook-state'
import { checkOfficial } from './connect'
import { Findings, NumberWebhook, OfficialValues } from './contract'
import { connectNumbers, findNumbers, showNumber, signUpQuery } from './sign-up'
import { ChooseNumbers, FoundNumbers, NumbersConnected, SignUpOffer, StartSignUp } from './sign-up-contract'
import { checkWebhook } from './webhook'

/** Each asks Meta several times. */
const CHECKS_PER_MINUTE = 30
const SIGN_INS_PER_MINUTE = 10
const ADD = 'connections-page:addConnection'

export const officialRoutes = (http: AppHttp, services: RouteServices) => {
  const { auth, operatorSettings, sessions, visitor } = services
  const signing = signInDeps(services)
  const signIn = createSignIn(signing, { product: 'numbers', find: (token) => findNumbers(signing, token) })
  const isOffered = () => isComplete(operatorsApp(services)) && operatorSettings.read('metaConfigId') !== ''

  return new Elysia({ prefix: '/whatsapp' })
    .use(http)
    .post(
      '/official/check',
      async ({ cx, actor, body }) => {
        requireInPlan(cx, 'whatsapp_cloud')
        const findings = await checkOfficial(services, cx, body)
        auth.stillHere(actor)
        return { findings: [...findings] }
      },
      {
        detail: { summary: 'Check the values of an official WhatsApp number' },
        allowed: ADD,
        own: true,
        rateLimit: CHECKS_PER_MINUTE,
        body: input(OfficialValues),
        response: { 200: Findings, ...failures },
      },
    )
    .get(
      '/official/sign-in',
      ({ request, server }) => {
        const { signIn: url } = metaAddresses(services, visitor.originOf(request, server))
        return { isOffered: isOffered(), fault: unreachableFault(services, url) }
      },
      {
        detail: { summary: "Tell whether official numbers can be connected through Meta's sign-up" },
        allowed: ADD,
        response: { 200: SignUpOffer, ...failures },
      },
    )
    .post(
      '/official/sign-in',
      ({ cx, actor, body: { kind }, request, server }) => {
        requireInPlan(cx, 'whatsapp_cloud')
        if (!isOffered()) fail(metaErrors.ERR_META_SIGN_UP_OFF)
        const { signIn: back } = metaAddresses(services, visitor.originOf(request, server))
        return { url: signIn.start(cx, actor, back, signUpQuery(operatorSettings.read('metaConfigId'), kind)) }
      },
      {
        detail: { summary: "Start Meta's sign-up, to connect official numbers" },
        allowed: ADD,
        own: true,
        rateLimit: SIGN_INS_PER_MINUTE,
        body: input(StartSignUp),
        response: { 200: SignInStarted, ...failures },
      },
    )
    .post(
      '/official/sign-in/finish',
      async ({ cx, actor, body }) => {
        const { key, businesses, numbers } = await signIn.finish(cx, actor, body)
        auth.stillHere(actor, ADD)
        return {
          key,
          businesses,
          numbers: await Promise.all(numbers.map((number) => showNumber(cx, services, number))),
        }
      },
      {
        detail: { summary: "Finish Meta's sign-up, and list the numbers found" },
        allowed: ADD,
        own: true,
        rateLimit: SIGN_INS_PER_MINUTE,
        body: input(FinishSignIn),
        response: { 200: FoundNumbers, ...failures },
      },
    )
    .post(
      '/official/numbers',
      async ({ cx, actor, body: { key, numbers: chosen, queueIds = [] }, request, server }) => {
        const granted = signIn.take(cx, actor, key)
        const origin = visitor.originOf(request, server)
        const present = () => auth.stillHere(actor, ADD)
        const result = await connectNumbers(cx, services, present, { granted, chosen, queueIds, origin })
        sessions.announceAll(cx)
        return { ...result, key: result.refused.length > 0 ? signIn.keep(cx, actor, granted) : null }
      },
      {
        detail: { summary: 'Connect the official numbers that were chosen' },
        allowed: ADD,
        own: true,
        rateLimit: SIGN_INS_PER_MINUTE,
        body: input(ChooseNumbers),
        response: { 200: NumbersConnected, ...failures },
      },
    )
    .get(
      '/:id/webhook',
      async ({ cx, actor, params, request, server }) => {
        const state = await checkWebhook(services, cx, params.id, visitor.originOf(request, server))
        auth.stillHere(actor)
        return state
      },
      {
        detail: { summary: 'Ask Meta where it sends the events of an official number' },
        allowed: 'connections-page:actionButtons',
        own: true,
        rateLimit: CHECKS_PER_MINUTE,
        params: ById,
        response: { 200: NumberWebhook, ...failures },
      },
    )
}
export type OfficialRoutes = ReturnType<typeof officialRoutes>
