/**
 * A push service with browsers that subscribe: it checks what the real ones check, and decrypts, which they cannot. It can
 * also be unkind.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createBrowserKeys } from './decrypt'
import { faultOfVapid } from './vapid'

/** The largest message that a push service takes. */
const MOST_BYTES = 4096

export type PushMessage = {
  /** Decrypted. */
  readonly text: string
  /** As it came. */
  readonly body: Buffer
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
}

/** `cut`: the connection breaks off. `wait`: milliseconds before the answer. */
export type PushReply = {
  readonly status?: number
  readonly retryAfter?: string
  readonly isCut?: boolean
  readonly wait?: number
}

export type Browser = {
  /** As `PushSubscription.toJSON()` has it. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** Taken, the oldest first. */
  readonly messages: readonly PushMessage[]
  /** Every attempt, also refused ones. */
  readonly attempts: () => number
  /** From now on the service replies like this; undefined: 201. */
  replies(reply: PushReply | ((attempt: number) => PushReply) | undefined): void
  /** The person withdrew the permission: 410 from now on. */
  unsubscribe(): void
}

type Subscription = {
  readonly keys: ReturnType<typeof createBrowserKeys>
  readonly publicKey: string
  readonly messages: PushMessage[]
  attempts: number
  reply: (attempt: number) => PushReply
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

export async function startPushService({ port = 0, now = Date.now }: { port?: number; now?: () => number } = {}) {
  const browsers = new Map<string, Subscription>()
  const refused: string[] = []
  const server = createServer((request, response) => {
    void receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer) // a stream without a text encoding
    const body = Buffer.concat(parts)
    const there = browsers.get(request.url ?? '')
    if (!there) return void response.writeHead(404).end()
    const { status = 201, retryAfter, isCut, wait = 0 } = there.reply(++there.attempts)
    if (wait > 0) await Bun.sleep(wait)
    if (isCut) return void request.socket.destroy()
    const fault = faultOf(request, body, there)
    if (fault) refused.push(fault.why)
    const answer = fault?.status ?? status
    if (answer === 201) there.messages.push(readMessage(request, body, there))
    response.writeHead(answer, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
  }

  function faultOf({ headers }: IncomingMessage, body: Buffer, { keys, publicKey }: Subscription) {
    const why = faultOfVapid(headers.authorization ?? '', { audience: origin, publicKey, now: now() })
    if (why !== undefined) return { status: 403, why }
    if (body.length > MOST_BYTES) return { status: 413, why: 'too long' }
    if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, why: 'not aes128gcm' }
    if (!/^\d+$/.test(headers.ttl as string)) return { status: 400, why: 'no TTL' }
    if (!/^[\w-]{1,32}$/.test(String(headers.topic ?? 'none'))) return { status: 400, why: 'a wrong topic' }
    try {
      keys.decrypt(body)
      return undefined
    } catch (error) {
      return { status: 400, why: `cannot be decrypted: ${String(error)}` }
    }
  }

  const readMessage = ({ headers }: IncomingMessage, body: Buffer, { keys }: Subscription): PushMessage => ({
    text: keys.decrypt(body),
    body,
    ttl: Number(headers.ttl),
    urgency: String(headers.urgency ?? ''),
    topic: String(headers.topic ?? ''),
  })

  return {
    origin,
    /** Why messages were refused. */
    refused: refused as readonly string[],
    /** `publicKey`: the installation's (`applicationServerKey`). */
    subscribe(publicKey: string): Browser {
      const path = `/send/${crypto.randomUUID()}`
      const keys = createBrowserKeys()
      const there: Subscription = { keys, publicKey, messages: [], attempts: 0, reply: () => ({}) }
      browsers.set(path, there)
      return {
        subscription: { endpoint: `${origin}${path}`, keys: keys.keys },
        messages: there.messages,
        attempts: () => there.attempts,
        replies(reply) {
          there.reply = typeof reply === 'function' ? reply : () => reply ?? {}
        },
        unsubscribe() {
          there.reply = () => ({ status: 410 })
        },
      }
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
