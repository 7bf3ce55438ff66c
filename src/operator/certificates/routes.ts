import { Elysia } from 'elysia'
import { recordAct } from '../../audit/record'
import { fail } from '../../errors'
import { type AppHttp, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { ChangeAddress, InstallationAddress } from './contract'
import { changeAddress, showAddress } from './page'

const CHECKS_A_MINUTE = 12

export const installationRoutes = (http: AppHttp, services: RouteServices) =>
  new Elysia({ prefix: '/installation' })
    .use(http)
    .get('/address', () => showAddress(services), {
      detail: { summary: 'Read how people reach the installation, and the state of its certificate' },
      super: true,
      response: { 200: InstallationAddress, ...failures },
    })
    .put(
      '/address',
      ({ cx, actor, body }) => {
        changeAddress(cx, actor, services, body)
        return showAddress(services)
      },
      {
        detail: { summary: 'Change how people reach the installation' },
        super: true,
        own: true,
        body: input(ChangeAddress),
        response: { 200: InstallationAddress, ...failures },
      },
    )
    .post(
      '/address/check',
      async ({ actor }) => {
        await services.certificates.check()
        services.auth.stillHere(actor)
        return showAddress(services)
      },
      {
        detail: { summary: 'Check the name, the ports and the clock' },
        super: true,
        own: true,
        rateLimit: CHECKS_A_MINUTE,
        response: { 200: InstallationAddress, ...failures },
      },
    )
    .post(
      '/address/renew',
      async ({ cx, actor }) => {
        if ((await services.certificates.tryNow()) === 'wait')
          fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: services.certificates.waitSeconds() })
        const subject = { id: null, name: services.certificates.report().name }
        cx.transaction((cx) => recordAct(cx, actor, { kind: 'certificate', act: 'renew', subject }))
        return showAddress(services)
      },
      {
        detail: { summary: 'Get or renew the certificate now' },
        super: true,
        own: true,
        rateLimit: CHECKS_A_MINUTE,
        response: { 200: InstallationAddress, ...failures },
      },
    )

export type InstallationRoutes = ReturnType<typeof installationRoutes>
