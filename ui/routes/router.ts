/** The router: at first it knows the sign-in page alone, and learns all others when somebody is signed in. */
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { mayHaveSession } from '../shared/session/session'
import { BrokenPage } from './BrokenPage'
import { loginRoute } from './login'
import { privateRoute } from './private'
import { rootRoute } from './root'

const pagesFile = () => import('./pages')

export function createAppRouter() {
  // Wanted in a moment: fetched while the session is restored.
  if (mayHaveSession()) void pagesFile().catch(() => undefined)
  /** Stands for all pages until they are known. */
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
    routeTree: rootRoute.addChildren([loginRoute, privateRoute.addChildren([anyPage])]),
    defaultPreload: 'intent',
    scrollRestoration: false,
    // Replaces only the page that could not open; the shell around it stays.
    defaultErrorComponent: BrokenPage,
  })
  return router
}
