import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { texts } from '../features/login/texts'
import { restoreSession } from '../shared/session/access'
import { isOwnAddress } from '../shared/session/comingBack'
import { endings, isSignedIn, mayHaveSession } from '../shared/session/session'
import { fetchDesk } from './desk'
import { lazyPage } from './lazyPage'
import { rootRoute } from './root'

const ours = v.custom<string>((href) => typeof href === 'string' && isOwnAddress(href))
/** While somebody types: on a slow line the desk's files take much longer than the sign-in. */
const fetchAhead = async () => {
  await fetchDesk()
  await import('./pages')
}

const yes = v.fallback(v.optional(v.literal(true)), undefined)

const loginPage = lazyPage(() => import('../features/login/LoginPage').then((file) => file.LoginPage), [texts])
/** Fetched ahead, so that the page is available after a sign-out while offline. */
export const fetchLogin: () => Promise<unknown> = loginPage

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
  onEnter: () => addEventListener('input', () => void fetchAhead().catch(() => undefined), { once: true }),
}).lazy(loginPage)
