import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { CONTROL } from '../../platform/gate'
import { type AppHttp, Done, done, failures, open, showsOnly } from '../../platform/http'
import { check, input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ByEmail, CodeSent, ResetPassword } from './contract'
import { createResets } from './reset'

const Given = t.Optional(t.String({ maxLength: 200 }))

export const passwordResetRoutes = (http: AppHttp, services: RouteServices) => {
  const { auth, visitor, bootstrap } = services
  const resets = createResets(services)
  return new Elysia()
    .use(http)
    .post(
      '/forgetpassword/:email',
      async ({ params, request, server }) => {
        visitor.requireOwnOrigin(request, server)
        await bootstrap
        showsOnly(request, ...companiesOf(await auth.companyOfEmail(params.email)))
        return resets.request(params.email, visitor.networkOf(request, server))
      },
      {
        detail: { summary: 'Send a code for a new password by e-mail' },
        ...open,
        params: input(ByEmail),
        response: { 200: CodeSent, ...failures },
      },
    )
    .post(
      '/resetpasswords/:email',
      async ({ params, body, query, request, server }) => {
        visitor.requireOwnOrigin(request, server)
        await bootstrap
        const { email } = params
        showsOnly(request, ...companiesOf(await auth.companyOfEmail(email)))
        await resets.reset(email, check(ResetPassword, { ...query, ...body }), visitor.networkOf(request, server))
        return done
      },
      {
        detail: { summary: 'Set a new password with the code of an e-mail' },
        ...open,
        params: input(ByEmail),
        // The specification sends both in the query; the screen sends a body, which no proxy logs.
        query: t.Object({ token: Given, password: Given }),
        body: input(v.optional(v.partial(ResetPassword))),
        response: { 200: Done, ...failures },
      },
    )
}

/** Whose commits the answer shows: codes are in control.db. */
const companiesOf = (uuid: string | undefined): readonly string[] => (uuid === undefined ? [CONTROL] : [uuid, CONTROL])
