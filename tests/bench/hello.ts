/** Hello: `GET /api/version`, the cheapest route. */
import { get, type Load, load } from './http'

export const VERSION = '/api/version'

export const hello = (port: number, seconds: number): Promise<Load> =>
  load({ port, connections: 16, seconds, request: () => get(VERSION) })
