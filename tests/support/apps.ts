/**
 * The app of a world. Assembling its 300 routes takes longer than most tests, so a request is handled by an app with the
 * modules that own its address only, until a test asks for the whole one. That one has counters of its own, so a test of
 * rate limits that listens does so first.
 */
import { type App, type AppOptions, createApp } from '../../src/app'
import { type Route, routesAmong } from '../../src/platform/every-request'
import { getOrMake } from '../../src/platform/maps'
import { servedBy } from '../../src/server/served-by'
import type { Server } from '../../src/server/server'
import { asCompany, asInstallation } from './control-guard'

/** Names of the modules with routes at `/api/<segment>` or at `/v1`. Read once per process from a whole app. */
let owners: ReadonlyMap<string, ReadonlySet<string>> | undefined
const segmentOf = (path: string) => /^\/(api\/[^/]+|v1)(?=\/|$)/.exec(path)?.[1] ?? ''

function ownersIn(app: App): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, hooks } of app.routes) {
    const names: readonly string[] = hooks.detail?.tags ?? []
    if (names.length > 0) found.set(segmentOf(path), (found.get(segmentOf(path)) ?? new Set()).union(new Set(names)))
  }
  return found
}

export function createApps(server: Server, options: AppOptions) {
  const parts = new Map<ReadonlySet<string>, App>()
  const routesOf = new WeakMap<App, ReturnType<typeof routesAmong<Route>>>()
  let assembled: App | undefined
  const whole = (): App => {
    assembled ??= createApp(server, options)
    owners ??= ownersIn(assembled)
    return assembled
  }
  const partFor = (names: ReadonlySet<string>): App => {
    const part =
      parts.get(names) ??
      createApp({ ...server, modules: server.modules.filter(({ name }) => names.has(name)) }, options)
    parts.set(names, part)
    return part
  }
  return {
    whole,
    handle(request: Request): Promise<Response> {
      const names = owners?.get(segmentOf(new URL(request.url).pathname))
      const app = names && !assembled ? partFor(names) : whole()
      const route = getOrMake(routesOf, app, () => routesAmong<Route>(app.routes))(request)?.route
      const handle = () => app.handle(request)
      return route === undefined || servedBy(route) === 'installation'
        ? asInstallation(handle)
        : asCompany(`${route.method} ${route.path}`, handle)
    },
    /** The real server, if the test has started one. */
    listening: () => assembled?.server,
  }
}
