import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { restoreSession } from '../shared/session/access'
import { isOwnAddress } from '../shared/session/comingBack'
import { endings, isSignedIn, mayHaveSession } from '../shared/session/session'
import { rootRoute } from './root'

const ours = v.custom<string>((href) => typeof href === 'string' && isOwnAddress(href))
const yes = v.fallback(v.optional(v.literal(true)), undefined)

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: v.object({
    /** Why the last session ended. */
    isDisconnect: yes,
    outExpedient: yes,
    ended: v.fallback(v.optional(v.picklist(endings)), undefined),
    /** Where the visitor wanted to go: an address of this site only. */
    to: v.fallback(v.optional(ours), undefined),
  }),
  beforeLoad: async ({ search }) => {
    if (!isSignedIn() && mayHaveSession()) await restoreSession().catch(() => undefined)
    if (isSignedIn()) throw redirect({ href: search.to ?? '/tickets' })
  },
}).lazy(() => import('./login.lazy').then((file) => file.Route))
