import { createRoute } from '@tanstack/react-router'
import { kit } from '../shared/kit/texts'
import { lazyPage } from './lazyPage'
import { privateRoute } from './private'

/** The parts of the kit in their states. A function, so that nothing of it is left in a build that does not call it. */
export const kitRoute = () =>
  createRoute({
    getParentRoute: () => privateRoute,
    path: '/kit',
  }).lazy(lazyPage(() => import('../features/kit/KitPage').then((file) => file.KitPage), [kit]))
