import { Elysia } from 'elysia'
import { type AppHttp, failures, open } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { SignedIn } from '../../users/contract'
import { refreshCookie } from '../../users/routes'
import { SignUp, SignUpOffer } from './contract'
import { createSignUps, listOffer } from './sign-up'

export const signUpRoutes = (http: AppHttp, services: RouteServices) => {
  const { auth, bootstrap, databases, operatorSettings, visitor, wakeUp } = services
  const { control } = databases
  const settings = () => ({
    signUp: operatorSettings.read('signUp'),
    trialDays: operatorSettings.read('trialDays'),
  })
  const signUp = createSignUps(services, settings)
  return new Elysia({ prefix: '/signup' })
    .use(http)
    .get('/', () => listOffer(control, settings()), { response: { 200: SignUpOffer, ...failures } })
    .post(
      '/',
      async ({ body, request, server, set }) => {
        visitor.requireOwnOrigin(request, server)
        await bootstrap
        const network = visitor.networkOf(request, server)
        await signUp(body, network)
        await wakeUp()
        const { refreshToken, ...signedIn } = await auth.signIn(body, network)
        set.headers['set-cookie'] = visitor.cookie(request, server, refreshCookie(refreshToken))
        return signedIn
      },
      { ...open, body: input(SignUp), response: { 200: SignedIn, ...failures } },
    )
}
