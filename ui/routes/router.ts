/**
 * The router. It knows sign-in and the desk from the start, and all other pages after the shell has loaded or when one
 * is requested.
 */
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { mayHaveSession } from '../shared/session/session'
import { BrokenPage } from './BrokenPage'
import { deskRoute, fetchDesk } from './desk'
import { loginRoute } from './login'
import { passkeyRoute } from './passkey'
import { passwordResetRoute } from './passwordReset'
import { privateRoute } from './private'
import { rootRoute } from './root'
import { signUpRoute } from './signUp'

const pagesFile = () => import('./pages')
const isDesk = (path: string) => /^\/tickets(\/|$)/.test(path)

export function createAppRouter() {
  // Prefetched while the session is restored.
  if (mayHaveSession()) void (isDesk(location.pathname) ? fetchDesk() : pagesFile()).catch(() => undefined)
  /** Placeholder for other pages until their routes are loaded. */
  const unknownYet = (path: string) =>
    createRoute({
      getParentRoute: () => privateRoute,
      path,
      beforeLoad: async ({ location }) => {
        const { openPages } = await pagesFile()
        openPages(router)
        throw redirect({ href: location.href, replace: true })
      },
    })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      loginRoute,
      passwordResetRoute,
      signUpRoute,
      passkeyRoute,
      privateRoute.addChildren([unknownYet('/'), deskRoute, unknownYet('$')]),
    ]),
    defaultPreload: 'intent',
    scrollRestoration: false,
    // Replaces only the page that could not open; the shell around it stays.
    defaultErrorComponent: BrokenPage,
  })
  return router
}
