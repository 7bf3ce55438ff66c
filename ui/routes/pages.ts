/**
 * Every page behind sign-in, built from the modules. Loaded after the shell, or for an address other than the desk's,
 * so that the initial bundle does not grow with the number of modules.
 */
import type { AnyRouter, createRouter } from '@tanstack/react-router'
import type { texts as login } from '../features/login/texts'
import type { texts as passwordReset } from '../features/password-reset/texts'
import type { awayTexts } from '../features/shell/texts/away'
import type { texts as signUp } from '../features/sign-up/texts'
import * as modules from '../modules'
import { loadDeskParts } from '../shared/deskParts'
import type { AllOf } from '../shared/i18n/catalogue'
import type { Module } from '../shared/module'
import { modulesAtom } from '../shared/module'
import { whenQuiet } from '../shared/quiet'
import { store } from '../shared/store'
import type { common } from '../shared/texts'
import { loadPageStyles } from '../shared/theme/pageStyles'
import { loadLogKinds } from '../shared/ticketLog'
import { deskRoute, withTicketParts } from './desk'
import { kitRoute } from './kit'
import { loginRoute } from './login'
import { moduleRoute, type RouteOf } from './moduleRoute'
import { passkeyRoute } from './passkey'
import { passwordResetRoute } from './passwordReset'
import { privateRoute } from './private'
import { rootRoute } from './root'
import type { shellTexts } from './shellTexts'
import { signUpRoute } from './signUp'

const { tickets, kanban, ...others } = modules
type Others = typeof others

const routes = Object.fromEntries(
  Object.entries<Module>(others).map(([name, module]) => [name, moduleRoute(module)]),
) as { [Name in keyof Others]: RouteOf<Others[Name]> } // entry by entry
const kanbanRoute = moduleRoute({ ...kanban, page: withTicketParts(kanban.page) }) as RouteOf<typeof kanban> // only its page differs
/** For developers; `DEV` is false in a build, which drops this branch. */
const workshop: object = import.meta.env.DEV ? { kit: kitRoute() } : {}
const tree = rootRoute.addChildren([
  loginRoute,
  passwordResetRoute,
  signUpRoute,
  passkeyRoute,
  privateRoute.addChildren({ ...routes, tickets: deskRoute, kanban: kanbanRoute, ...workshop }),
])

/** Adds the routes to the router's tree. The menu and the hooks of every page follow. */
export function openPages(router: AnyRouter) {
  if (store.get(modulesAtom).length > 0) return
  const all = Object.values<Module>(modules)
  void fetchRest(all)
  router.setRoutes(router.buildRouteTree())
  store.set(modulesAtom, all)
}

/** What modules contribute to every page and to the desk. Nothing waits for it. */
async function fetchRest(all: readonly Module[]) {
  await whenQuiet()
  await loadPageStyles()
  await Promise.allSettled([loadDeskParts(all), loadLogKinds(all), ...all.map(({ watch }) => watch?.())])
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<typeof tree>>
  }
}
declare module '../shared/i18n/catalogue' {
  interface AllTexts
    extends AllOf<
      | typeof common
      | typeof login
      | typeof passwordReset
      | typeof signUp
      | (typeof shellTexts)[number]
      | typeof awayTexts
      | (typeof modules)[keyof typeof modules]['texts'][number]
      | NonNullable<(typeof modules)[keyof typeof modules]['audit' | 'ticketLog' | 'strip']>['texts'][number]
    > {}
}
