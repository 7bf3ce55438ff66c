/** What the installation's own address changes for pages: challenges, the way to https, and that browsers keep to it. */
import type { Certificates } from '../operator/certificates/certificates'
import { CHALLENGES } from '../operator/certificates/checks'
import { addressOf } from '../platform/address'
import type { Screens } from '../platform/assets'
import type { Visitor } from '../platform/visitor'

type BunServer = Parameters<Visitor['hostsOf']>[1]
type Deps = {
  readonly certificates: Pick<Certificates, 'answerOf' | 'redirectTo' | 'strictTransport'>
  readonly visitor: Visitor
  readonly screens: Screens
  /** A page that the monitor embeds. */
  frame(): string
}

export function screensAt({ certificates, visitor, screens, frame }: Deps) {
  const show = (request: Request, server: BunServer) => screens(request, visitor.hostsOf(request, server), frame())
  return (request: Request, server: BunServer): Response | Promise<Response> => {
    const { pathname, search } = addressOf(request)
    // A proxy that has port 80 may pass them on.
    const answer = pathname.startsWith(CHALLENGES)
      ? certificates.answerOf(pathname.slice(CHALLENGES.length))
      : undefined
    if (answer !== undefined) return challengeAnswer(answer)
    if (request.url.startsWith('https:'))
      return withStrictTransport(show(request, server), certificates.strictTransport())
    const url = isReading(request) && !visitor.isBehindProxy(request, server) ? certificates.redirectTo() : null
    return url === null ? show(request, server) : toHttps(url, pathname, search)
  }
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

async function withStrictTransport(showing: Response | Promise<Response>, policy: string | null): Promise<Response> {
  const response = await showing
  if (policy !== null) response.headers.set('strict-transport-security', policy)
  return response
}

/** The host is ours, whatever the request has asked for. */
export const toHttps = (url: string, pathname: string, search: string): Response =>
  new Response(null, { status: 308, headers: { location: `${url}${pathname}${search}` } })

export const challengeAnswer = (answer: string): Response =>
  new Response(answer, { headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' } })
