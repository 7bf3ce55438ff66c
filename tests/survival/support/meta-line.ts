/**
 * The line between a server and the stand-in of Meta, on which a test can kill the server at the moments that are too short
 * to be met by chance. It is slow, and repeats some webhooks that were answered, as Meta does.
 */
import type { MetaStandIn } from '../../../src/simulator/meta/stand-in'
import { afterThisTest } from './cleanups'
import type { RepeatableRandom } from './random'

/**
 * `noted`: the server asks Meta to send, which Meta does not hear. `accepted`: Meta has sent, and the server is about to
 * hear it. `answered`: the server has just heard it. `stored`: the server has answered a webhook, which Meta does not hear.
 * `confirmed`: Meta has just heard it, and the server applies it.
 */
export const lineMoments = ['noted', 'accepted', 'answered', 'stored', 'confirmed'] as const
export type LineMoment = (typeof lineMoments)[number]

const REQUEST_MS = 30
const JUST_AFTER_MS = 12
/** One webhook in so many comes again. */
const REPEATS = 4
const REPEATED_WITHIN_MS = 1_500

export type MetaLine = ReturnType<typeof openMetaLine>

export function openMetaLine(standIn: MetaStandIn, random: RepeatableRandom) {
  let server = ''
  let wanted: { readonly moment: LineMoment; act(): void } | undefined

  /** Whether it was waited for. The act has begun then. */
  function isMet(moment: LineMoment): boolean {
    if (wanted?.moment !== moment) return false
    const { act } = wanted
    wanted = undefined
    act()
    return true
  }
  const soon = (moment: LineMoment) => void setTimeout(isMet, random.between(0, JUST_AFTER_MS), moment)
  const pause = () => Bun.sleep(random.between(0, REQUEST_MS))

  async function toMeta(request: Request): Promise<Response> {
    const { copy, isMessage } = await copied(request, standIn.url)
    if (!isMessage) return passed(copy)
    await pause()
    if (isMet('noted')) return NO_ANSWER()
    const answer = await passed(copy)
    await pause()
    if (!isMet('accepted')) soon('answered')
    return answer
  }

  async function toServer(request: Request): Promise<Response> {
    const { copy } = await copied(request, server)
    if (request.method !== 'POST') return passed(copy)
    const again = copy.clone()
    const answer = await passed(copy)
    if (answer.status !== 200) return answer
    if (isMet('stored')) return NO_ANSWER()
    soon('confirmed')
    if (random.between(0, REPEATS) === 0) setTimeout(() => passed(again), random.between(0, REPEATED_WITHIN_MS))
    return answer
  }

  const [graph, door] = [toMeta, toServer].map((fetch) =>
    Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch }),
  ) as [Bun.Server<undefined>, Bun.Server<undefined>] // of two, two
  afterThisTest(() => Promise.all([graph.stop(true), door.stop(true)]))
  const graphUrl = `http://127.0.0.1:${graph.port}`
  standIn.world.url = graphUrl

  return {
    graphUrl,
    /** Where Meta finds the server. */
    publicUrl: `http://127.0.0.1:${door.port}`,
    leadTo(origin: string) {
      server = origin
    },
    /** Calls `act` at the next such moment, instead of any that was waited for. */
    at(moment: LineMoment, act: () => void) {
      wanted = { moment, act }
    },
    forget() {
      wanted = undefined
    },
  }
}

const NO_ANSWER = () => new Response('', { status: 503 })

const passed = (request: Request): Promise<Response> => fetch(request).catch(NO_ANSWER)

async function copied(request: Request, origin: string) {
  const { pathname, search } = new URL(request.url)
  const { method, headers } = request
  const body = method === 'GET' ? null : await request.arrayBuffer()
  const copy = new Request(origin + pathname + search, { method, headers, body })
  return { copy, isMessage: body !== null && pathname.endsWith('/messages') && carriesMessage(body) }
}

/** Not the sign of typing, nor a read mark. */
function carriesMessage(body: ArrayBuffer): boolean {
  const content = JSON.parse(Buffer.from(body).toString()) as object // of our server
  return !('sender_action' in content) && !('status' in content)
}
