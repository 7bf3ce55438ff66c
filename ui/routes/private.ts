import { createRoute, redirect } from '@tanstack/react-router'
import { restoreSession } from '../shared/session/access'
import { comingBack } from '../shared/session/comingBack'
import { isSignedIn, mayHaveSession } from '../shared/session/session'
import { firstPage } from './lazyPage'
import { rootRoute } from './root'
import { shellTexts } from './shellTexts'

/** The shell with its texts. */
export const shellPage = firstPage(() => import('./PrivateShell').then((file) => file.PrivateShell), shellTexts)

/** Everything behind sign-in: without a session the visitor goes to /login and comes back afterwards. */
export const privateRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  beforeLoad: async ({ location }) => {
    const goodbye = isSignedIn() || !mayHaveSession() ? {} : await restoreSession()
    if (!isSignedIn()) throw redirect({ to: '/login', search: { ...goodbye, ...comingBack(location.href) } })
  },
}).lazy(shellPage)
