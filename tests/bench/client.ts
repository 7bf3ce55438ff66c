/** An attendant's client without a browser: signs in, sends requests, and listens on the socket. */
import { preciseClock } from '../../src/platform/time'
import { median, rounded } from './statistics'

export type Client = {
  readonly port: number
  readonly token: string
  readonly company: string
  readonly userId: number
  /** HTTP headers as text, for the load generator. */
  readonly headers: string
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

export async function signIn(port: number, { email, password }: { email: string; password: string }): Promise<Client> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  const { token, user } = (await answer.json()) as {
    token: string
    user: { id: number; company: { uuidCompany: string } }
  } // users/contract.ts
  return clientOf(port, { token, company: user.company.uuidCompany, userId: user.id })
}

/** The client of a user with this access token. */
export function clientOf(
  port: number,
  { token, company, userId }: { readonly token: string; readonly company: string; readonly userId: number },
): Client {
  return {
    port,
    token,
    company: company.replaceAll('-', ''),
    userId,
    headers: `Authorization: Bearer ${token}\r\n`,
    async call<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as T // the caller names the route's type
    },
  }
}

/** Median latency of the path for a single user, in milliseconds. */
export async function medianOf(client: Client, path: string): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 50; n++) {
    const asked = performance.now()
    await client.call('GET', path)
    took.push(performance.now() - asked)
  }
  return rounded(median(took), 2)
}

/** Raw bytes of a socket: one or more frames. */
export type OnBytes = (bytes: Buffer, at: number) => void

/**
 * One WebSocket as a page opens it, on a raw connection: five hundred of them share the server's cores, so reading must be
 * nearly free. `at` is the time of arrival, by the clock of the simulator's release times.
 */
export function listen(client: Client, onBytes: OnBytes): Promise<{ close(): void }> {
  const hello = `GET /ws/${client.company}?userId=${client.userId} HTTP/1.1\r\nHost: localhost:${client.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`
  return new Promise((resolve, reject) => {
    let isReady = false
    void Bun.connect({
      hostname: '127.0.0.1',
      port: client.port,
      socket: {
        open: (socket) => void socket.write(hello),
        data(socket, bytes) {
          if (isReady) return onBytes(bytes, preciseClock())
          if (bytes.includes('101 Switching'))
            socket.write(maskedText({ emit: 'authenticate', data: { token: client.token } }))
          if (!bytes.includes('"event":"ready"')) return
          isReady = true
          resolve({ close: () => socket.end() })
        },
        error: (_socket, error) => reject(error),
      },
    }).catch(reject)
  })
}

/** A text frame with an all-zero mask, up to 65,535 bytes. */
function maskedText(frame: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(frame))
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]), text])
}
