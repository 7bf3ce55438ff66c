/**
 * Every route with an example and its permissions, for the walks over all routes. A route without an entry fails them.
 */
import { moduleFiles, type RouteExamples } from './module-files'

const lines = moduleFiles.flatMap(({ routeExamples }) => Object.entries(routeExamples))
export const routeTable: RouteExamples = Object.fromEntries(lines)

/** Routes with examples in two modules. */
export const listedTwice = lines.map(([key]) => key).filter((key, at, all) => all.indexOf(key) !== at)

export const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
export const methodOf = (key: string) => {
  const method = key.split(' ')[0] ?? 'GET'
  return method === 'ALL' || method === 'WS' ? 'GET' : method
}

/** No route breaks: what it lacks, such as a mail server, is a 503 of the catalogue. */
export const isPlanned = (status: number): boolean => status < 500 || status === 503
