/** Checks the values of an official number before they are stored. */
import { Elysia } from 'elysia'
import { type AppHttp, failures } from '../../../platform/http'
import { input } from '../../../platform/input'
import type { RouteServices } from '../../../platform/module'
import { requireInPlan } from '../../plan'
import { checkOfficial } from './connect'
import { Findings, OfficialValues } from './contract'

/** Each asks Meta four times. */
const CHECKS_PER_MINUTE = 30

export const officialRoutes = (http: AppHttp, services: RouteServices) =>
  new Elysia({ prefix: '/whatsapp' }).use(http).post(
    '/official/check',
    async ({ cx, actor, body }) => {
      requireInPlan(cx, 'whatsapp_cloud')
      const findings = await checkOfficial(services, body)
      services.auth.stillHere(actor)
      return { findings: [...findings] }
    },
    {
      detail: { summary: 'Check the values of an official WhatsApp number' },
      allowed: 'connections-page:addConnection',
      own: true,
      rateLimit: CHECKS_PER_MINUTE,
      body: input(OfficialValues),
      response: { 200: Findings, ...failures },
    },
  )
export type OfficialRoutes = ReturnType<typeof officialRoutes>
