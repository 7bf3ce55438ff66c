/** The router: at first it knows sign-in and the desk, and learns all other pages after the shell, or when one is asked for. */
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { mayHaveSession } from '../shared/session/session'
import { BrokenPage } from './BrokenPage'
import { deskRoute, fetchDesk, homeRoute } from './desk'
import { loginRoute } from './login'
import { passkeyRoute } from './passkey'
import { privateRoute } from './private'
import { rootRoute } from './root'

const pagesFile = () => import('./pages')
const isDesk = (path: string) => path === '/' || /^\/tickets(\/|$)/.test(path)

export function createAppRouter() {
  // Wanted in a moment: fetched while the session is restored.
  if (mayHaveSession()) void (isDesk(location.pathname) ? fetchDesk() : pagesFile()).catch(() => undefined)
  /** Stands for all other pages until they are known. */
  const anyPage = createRoute({
    getParentRoute: () => privateRoute,
    path: '$',
    beforeLoad: async ({ location }) => {
      const { openPages } = await pagesFile()
      openPages(router)
      throw redirect({ href: location.href, replace: true })
    },
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      loginRoute,
      passkeyRoute,
      privateRoute.addChildren([homeRoute, deskRoute, anyPage]),
    ]),
    defaultPreload: 'intent',
    scrollRestoration: false,
    // Replaces only the page that could not open; the shell around it stays.
    defaultErrorComponent: BrokenPage,
  })
  return router
}
