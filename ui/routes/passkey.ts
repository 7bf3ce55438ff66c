import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root'

/** The public page of a passkey link. */
export const passkeyRoute = createRoute({ getParentRoute: () => rootRoute, path: '/p/$token' }).lazy(() =>
  import('./passkeyPage').then((file) => file.openPasskeyPage()),
)
