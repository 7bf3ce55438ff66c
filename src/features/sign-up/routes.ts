import { Elysia } from 'elysia'
import { type AppHttp, failures, open } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { languageOf } from '../../texts/languages'
import { SignedIn } from '../../users/contract'
import { refreshCookie } from '../../users/routes'
import { CodeSent } from '../password-reset/contract'
import { SignUp, SignUpOffer } from './contract'
import { createSignUps } from './sign-up'

export const signUpRoutes = (http: AppHttp, services: RouteServices) => {
  const { auth, bootstrap, visitor, wakeUp } = services
  const signUps = createSignUps(services)
  return new Elysia({ prefix: '/signup' })
    .use(http)
    .get('/', () => signUps.listOffer(), {
      detail: { summary: 'Read what a visitor may sign up for' },
      response: { 200: SignUpOffer, ...failures },
    })
    .post(
      '/',
      async ({ body, request, server, set }) => {
        visitor.requireOwnOrigin(request, server)
        await bootstrap
        const network = visitor.networkOf(request, server)
        const language = languageOf(request.headers.get('accept-language'))
        const sent = await signUps.take(body, { network, site: visitor.siteOf(request, server), language })
        if (sent) {
          set.status = 202
          return sent
        }
        await wakeUp()
        const { refreshToken, ...signedIn } = await auth.signIn(body, network)
        set.headers['set-cookie'] = visitor.cookie(request, server, refreshCookie(refreshToken))
        return signedIn
      },
      {
        detail: { summary: 'Create a company on trial, and sign in' },
        ...open,
        body: input(SignUp),
        response: { 200: SignedIn, 202: CodeSent, ...failures },
      },
    )
}
