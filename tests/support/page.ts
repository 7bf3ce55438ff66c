/** A signed-in user's page without a browser: API client and received events. */
import { treaty } from '@elysiajs/eden/treaty2'
import type { Actor } from '../../src/actor'
import type { App } from '../../src/app'
import { type LiveEvent, wireName } from '../../src/platform/events'
import type { Listener } from '../../src/platform/listeners'
import { newToken } from '../../src/platform/secret'
import type { Server } from '../../src/server/server'
import { findCompanyOrFail } from '../../src/tenancy/companies'
import type { Company } from '../../src/tenancy/tables'
import { setUserQueues } from '../../src/users/people'
import { openSession } from '../../src/users/sessions'
import type { User } from '../../src/users/tables'
import type { Tokens } from '../../src/users/tokens'

export type Frame = { readonly event: string; readonly data: Record<string, unknown>; readonly seq: number }

/** Replaces the runtime's publish: sends a frame to all subscribers of a topic. */
export type Topics = ReturnType<typeof createTopics>
export function createTopics() {
  const topics = new Map<string, Set<Listener>>()
  return {
    subscribe: (topic: string, listener: Listener) =>
      void topics.set(topic, (topics.get(topic) ?? new Set()).add(listener)),
    unsubscribe: (topic: string, listener: Listener) => void topics.get(topic)?.delete(listener),
    publish(topic: string, frame: string) {
      for (const listener of topics.get(topic) ?? []) listener.send(frame)
    },
  }
}

type Parts = {
  readonly server: Server
  handle(request: Request): Promise<Response>
  readonly topics: Topics
  readonly tokens: Tokens
  readonly company: Company
  now(): number
}

/** A suspended company may have been resumed since it was created. */
const generationOf = ({ databases }: Server, { id }: Company) =>
  findCompanyOrFail(databases.control, id).sessionGeneration

export function openPage({ server, handle, topics, tokens, company, now }: Parts, user: User) {
  const { session } = openSession(server.cxOf(company.uuid), {
    userId: user.id,
    generation: generationOf(server, company),
    refreshToken: newToken(),
  })
  /** Signed once per instant; signing for each request would take as long as many requests do. */
  let issued: { readonly at: number; readonly token: Promise<string> } | undefined
  const token = () => {
    const at = now()
    if (issued?.at !== at)
      issued = { at, token: tokens.issue({ sessionId: session.id, companyId: company.id, userId: user.id }) }
    return issued.token
  }
  const frames: Frame[] = []
  const closed: number[] = []

  const currentActor = (): Actor => {
    const actor = server.auth.recheck({ tenantId: company.id, userId: user.id, sessionId: session.id } as Actor) // it reads only these three
    if (!actor) throw new Error(`${user.name} is not signed in`)
    return actor
  }
  const listener: Listener = {
    actor: currentActor(),
    send(frame) {
      frames.push(JSON.parse(frame) as Frame) // written by our hub
      return true
    },
    subscribe: (topic) => topics.subscribe(topic, listener),
    backlog: () => 0,
    unsubscribe: (topic) => topics.unsubscribe(topic, listener),
    close: (code) => void closed.push(code),
  }
  server.hub.join(listener, null)
  frames.length = 0

  /** Sends any request as this user. */
  const request = async (path: string, init: RequestInit = {}) =>
    handle(
      new Request(`http://localhost${path}`, {
        ...init,
        headers: { authorization: `Bearer ${await token()}`, ...(init.headers as Record<string, string>) }, // tests pass plain objects
      }),
    )

  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    sessionId: session.id,
    listener,
    frames,
    /** Close codes of the page's socket. */
    closed,
    token,
    request,
    actor: currentActor,
    json: (path: string, method: string, body: unknown) =>
      request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    /** The API as the screens use it. */
    api: treaty<App>('http://localhost', {
      parseDate: false,
      // Eden needs a fetch; this one calls the app directly.
      fetcher: ((url: string, init?: RequestInit) => {
        const { pathname, search } = new URL(url)
        return request(`${pathname}${search}`, { ...init, headers: Object.fromEntries(new Headers(init?.headers)) })
      }) as typeof fetch,
    }).api,
    /** Payloads of received events of one kind. */
    heard<P>(definition: { (payload: P): LiveEvent; readonly eventName: string }): P[] {
      const { event, action, part } = wireName(definition.eventName, company.id)
      return frames
        .filter((frame) => frame.event === event && frame.data.action === action && frame.data.part === part)
        .map(({ data: { action: _, part: __, ...payload } }) => payload as P) // checked against the schema when emitted
    },
    forget: () => void frames.splice(0),
    setQueues: (queueIds: readonly number[]) => setUserQueues(server.cxOf(company.uuid).db, user.id, queueIds),
  }
}
