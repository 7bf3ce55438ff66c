import { createRoute } from '@tanstack/react-router'
import { texts as login } from '../features/login/texts'
import { texts } from '../features/password-reset/texts'
import { lazyPage } from './lazyPage'
import { leaveWhenSignedIn } from './leaveWhenSignedIn'
import { rootRoute } from './root'

export const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgetpsw',
  beforeLoad: () => leaveWhenSignedIn(),
}).lazy(
  lazyPage(
    () => import('../features/password-reset/PasswordResetPage').then((file) => file.PasswordResetPage),
    [login, texts],
  ),
)
