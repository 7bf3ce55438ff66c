import { Elysia } from 'elysia'
import type { AppHttp } from '../../platform/http'
import { failures, written } from '../../platform/http'
import { UsersMoments } from './contract'
import { writeMoments } from './queries'

export const momentRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/usersMoments' })
    .use(http)
    .get('/', ({ cx, actor, set }) => written<UsersMoments>(set, writeMoments(cx, actor)), {
      detail: { summary: 'List what each attendant is attending' },
      allowed: 'moments:view',
      response: { 200: UsersMoments, ...failures },
    })
export type MomentRoutes = ReturnType<typeof momentRoutes>
