import { createRoute } from '@tanstack/react-router'
import { texts as login } from '../features/login/texts'
import { texts } from '../features/sign-up/texts'
import { lazyPage } from './lazyPage'
import { leaveWhenSignedIn } from './leaveWhenSignedIn'
import { rootRoute } from './root'

export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  beforeLoad: () => leaveWhenSignedIn(),
}).lazy(lazyPage(() => import('../features/sign-up/SignUpPage').then((file) => file.SignUpPage), [login, texts]))
