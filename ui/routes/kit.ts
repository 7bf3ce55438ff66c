import { createRoute } from '@tanstack/react-router'
import { kit } from '../shared/kit/texts'
import { lazyPage } from './lazyPage'
import { privateRoute } from './private'

/** The component gallery. A function, so that a build that does not call it drops it. */
export const kitRoute = () =>
  createRoute({
    getParentRoute: () => privateRoute,
    path: '/kit',
  }).lazy(lazyPage(() => import('../features/kit/KitPage').then((file) => file.KitPage), [kit]))
