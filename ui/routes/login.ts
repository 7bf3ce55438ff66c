import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { texts } from '../features/login/texts'
import { isOwnAddress } from '../shared/session/comingBack'
import { endings } from '../shared/session/session'
import { fetchDesk } from './desk'
import { firstPage } from './lazyPage'
import { leaveWhenSignedIn } from './leaveWhenSignedIn'
import { rootRoute } from './root'

const ours = v.custom<string>((href) => typeof href === 'string' && isOwnAddress(href))
/** Prefetched while the user types: on a slow connection the desk's files take much longer than sign-in. */
const fetchAhead = async () => {
  await fetchDesk()
  await import('./pages')
}

const yes = v.fallback(v.optional(v.literal(true)), undefined)

const loginPage = firstPage(() => import('../features/login/LoginPage').then((file) => file.LoginPage), [texts])
/** Prefetched so that signing out works offline. */
export const fetchLogin: () => Promise<unknown> = loginPage

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: v.object({
    /** Why the last session ended. */
    isDisconnect: yes,
    outExpedient: yes,
    ended: v.fallback(v.optional(v.picklist(endings)), undefined),
    /** Where the visitor wanted to go. Only addresses of this site are accepted. */
    to: v.fallback(v.optional(ours), undefined),
  }),
  beforeLoad: ({ search }) => leaveWhenSignedIn({ href: search.to ?? '/' }),
  onEnter: () => addEventListener('input', () => void fetchAhead().catch(() => undefined), { once: true }),
}).lazy(loginPage)
