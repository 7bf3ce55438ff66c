/** Every address of the server with an example of its use, and who may use it. The walks over all routes read it; a route without a line here fails them. */
import { moduleFiles, type RouteExamples } from './module-files'

const lines = moduleFiles.flatMap(({ routeExamples }) => Object.entries(routeExamples))
export const routeTable: RouteExamples = Object.fromEntries(lines)

/** Addresses that two modules have an example of. */
export const toldTwice = lines.map(([key]) => key).filter((key, at, all) => all.indexOf(key) !== at)

export const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
export const methodOf = (key: string) => {
  const method = key.split(' ')[0] ?? 'GET'
  return method === 'ALL' || method === 'WS' ? 'GET' : method
}
