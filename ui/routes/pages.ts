/** Every page behind sign-in, made of the chapters. Loaded apart from the sign-in page, which knows none of them. */
import {
  type AnyRoute,
  type AnyRouter,
  createRoute,
  type createRouter,
  type ResolveFullPath,
  type ResolveId,
  type Route,
  redirect,
} from '@tanstack/react-router'
import * as chapters from '../chapters'
import type { texts as login } from '../features/login/texts'
import type { Chapter } from '../shared/chapter'
import { loadDeskParts } from '../shared/deskParts'
import type { AllOf } from '../shared/i18n/catalogue'
import { kitRoute } from './kit'
import { lazyPage } from './lazyPage'
import { loginRoute } from './login'
import { privateRoute, shellPage } from './private'
import { rootRoute } from './root'
import type { shellTexts } from './shellTexts'

const routeOf = ({ path, search, page, texts }: Chapter): AnyRoute =>
  createRoute({
    getParentRoute: () => privateRoute,
    path,
    ...(search && { validateSearch: search }),
  }).lazy(lazyPage(page, texts))

/** What the compiler is told of it: by this, links and searches know their chapter. */
type RouteOf<C> =
  C extends Chapter<infer Path, infer Search>
    ? Route<
        unknown,
        typeof privateRoute,
        Path,
        ResolveFullPath<typeof privateRoute, Path>,
        string,
        ResolveId<typeof privateRoute, string, Path>,
        Search
      >
    : never
type Routes = { [Name in keyof typeof chapters]: RouteOf<(typeof chapters)[Name]> }

/** The dashboard's address; until it exists, the desk. */
const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets/{-$ticketId}' })
  },
})

const routes = Object.fromEntries(Object.entries(chapters).map(([name, chapter]) => [name, routeOf(chapter)])) as Routes
/** For those who build screens; `DEV` is false in a build, where nothing of this is left. */
const workshop: object = import.meta.env.DEV ? { kit: kitRoute() } : {}
const tree = rootRoute.addChildren([loginRoute, privateRoute.addChildren({ ...routes, home: homeRoute, ...workshop })])

/** The router's tree has these routes now: it takes them up. */
export function openPages(router: AnyRouter) {
  // With the shell, which runs them: no event is to find them missing.
  for (const { watch } of Object.values<Chapter>(chapters)) void watch?.().catch(() => undefined)
  void loadDeskParts(Object.values<Chapter>(chapters)).catch(() => undefined)
  router.setRoutes(router.buildRouteTree())
}

/** The desk and its texts, ahead of need. */
export const fetchDesk = () =>
  Promise.allSettled([shellPage(), lazyPage(chapters.tickets.page, chapters.tickets.texts)()])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<typeof tree>>
  }
}
declare module '../shared/i18n/catalogue' {
  interface AllTexts
    extends AllOf<
      typeof login | (typeof shellTexts)[number] | (typeof chapters)[keyof typeof chapters]['texts'][number]
    > {}
}
