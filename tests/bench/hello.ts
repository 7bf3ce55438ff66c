/** Hello: `GET /api/version` over sixteen connections, the least that a request costs on this machine. Other figures are judged beside it. */
import { median } from './figures'
import { get, type Load, load } from './http'

export const hello = (port: number, seconds: number): Promise<Load> =>
  load({ port, connections: 16, seconds, request: () => get('/api/version') })

/** Requests a second of a server that has nothing else to do: the median of three, once the runtime has compiled what is asked. */
export async function measureHello(port: number): Promise<number> {
  await hello(port, 0.5)
  const found: number[] = []
  for (let n = 0; n < 3; n++) found.push((await hello(port, 0.5)).rps)
  return median(found)
}
