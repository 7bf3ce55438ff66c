/** The stand-in over HTTP, for programs in another process: `POST /__control/<what>` with JSON. */
import { faultOf, type MetaFault } from './faults'
import { isRecord } from './graph'
import type { MetaStandIn } from './stand-in'

export async function answerControl(meta: MetaStandIn, request: Request): Promise<Response> {
  const what = new URL(request.url).pathname.split('/')[2] ?? ''
  const body: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : {}
  const command = commands[what]
  if (!command || !isRecord(body)) return Response.json({ error: 'unknown command' }, { status: 404 })
  try {
    return Response.json((await command(meta, body)) ?? { done: true })
  } catch (error) {
    return Response.json({ error: error instanceof Error ? error.message : String(error) }, { status: 400 })
  }
}

type Command = (meta: MetaStandIn, body: Readonly<Record<string, unknown>>) => unknown

const commands: Readonly<Record<string, Command>> = {
  seen: (meta) => meta.seen,
  deliveries: (meta) => meta.deliveries,
  fail(meta, { next }) {
    const faults = (Array.isArray(next) ? next : [next]).map(faultOf)
    if (!faults.every((one): one is MetaFault => one !== undefined)) throw new Error('unknown fault')
    meta.fail(...faults)
  },
  recover: (meta) => meta.recover(),
  hold: (meta) => meta.hold(),
  flush: (meta, { together, isReversed }) =>
    meta.flush({ together: together !== false, isReversed: isReversed === true }),
  habits: (meta, body) => Object.assign(meta.habits, body),
}
