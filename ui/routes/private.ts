import { createRoute, redirect } from '@tanstack/react-router'
import { loadTexts } from '../shared/i18n/language'
import { restoreSession } from '../shared/session/access'
import { comingBack } from '../shared/session/comingBack'
import { isSignedIn, mayHaveSession } from '../shared/session/session'
import { privateFile } from './deskFiles'
import { rootRoute } from './root'

/** Everything behind sign-in: without a session the visitor goes to /login and comes back afterwards. */
export const privateRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  beforeLoad: async ({ location }) => {
    const goodbye = isSignedIn() || !mayHaveSession() ? {} : await restoreSession()
    if (!isSignedIn()) throw redirect({ to: '/login', search: { ...goodbye, ...comingBack(location.href) } })
  },
  loader: () => loadTexts('rest'),
}).lazy(() => privateFile().then((file) => file.Route))
