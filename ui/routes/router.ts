/** Every address of the screens. */
import { createRouter } from '@tanstack/react-router'
import { BrokenPage } from './BrokenPage'
import { connectionsRoute } from './connections'
import { homeRoute } from './home'
import { kitRoute } from './kit'
import { loginRoute } from './login'
import { privateRoute } from './private'
import { queuesRoute } from './queues'
import { rootRoute } from './root'
import { settingsRoute } from './settings'
import { simulatorRoute } from './simulator'
import { ticketsRoute } from './tickets'

const pages = [homeRoute, ticketsRoute, connectionsRoute, queuesRoute, settingsRoute, simulatorRoute] as const
/** For those who build screens; `DEV` is false in a build, where nothing of this is left. */
const workshop = import.meta.env.DEV ? ([kitRoute()] as const) : ([] as const)

const tree = rootRoute.addChildren([loginRoute, privateRoute.addChildren([...pages, ...workshop])])

export const createAppRouter = () =>
  createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    scrollRestoration: false,
    // Replaces only the page that could not open; the shell around it stays.
    defaultErrorComponent: BrokenPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
