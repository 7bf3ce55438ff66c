import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root'

/** The page behind a forwarded passkey link. Whoever opens it is not signed in. */
export const passkeyRoute = createRoute({ getParentRoute: () => rootRoute, path: '/p/$token' }).lazy(() =>
  import('./passkeyPage').then((file) => file.openPasskeyPage()),
)
