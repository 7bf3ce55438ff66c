import { Elysia } from 'elysia'
import { fail } from '../../errors'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import { createAllowance } from '../../platform/limiter'
import type { RouteServices } from '../../platform/module'
import { MINUTE } from '../../platform/time'
import { askAi } from './ask'
import { AiAnswer, AiService, AskAi } from './contract'
import { aiErrors } from './errors'
import { serviceOf, shownService } from './service'

const MOST_A_MINUTE = 20

export const aiRoutes = (
  http: AppHttp,
  { ai, clock, encryptionFor }: Pick<RouteServices, 'ai' | 'clock' | 'encryptionFor'>,
) => {
  const encryption = encryptionFor('settings')
  const allowance = createAllowance(clock, { most: MOST_A_MINUTE, window: MINUTE })
  return new Elysia({ prefix: '/openai' })
    .use(http)
    .get('/', ({ cx }) => shownService(serviceOf(cx, encryption, ai())), {
      signedIn: true,
      response: { 200: AiService, ...failures },
    })
    .post(
      '/',
      async ({ cx, actor, body, request }) => {
        const service = serviceOf(cx, encryption, ai()) ?? fail(aiErrors.ERR_AI_NOT_CONFIGURED)
        const wait = allowance.take(`${actor.tenantId} ${actor.userId}`)
        if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / 1000) })
        return { answer: await askAi(cx, actor, service, body, request.signal) }
      },
      { signedIn: true, body: input(AskAi), response: { 200: AiAnswer, ...failures } },
    )
}
export type AiRoutes = ReturnType<typeof aiRoutes>
