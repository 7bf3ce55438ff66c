/** What an attendant's browser does, without the browser: signs in, asks, listens. */
export type Desk = {
  readonly port: number
  readonly token: string
  readonly company: string
  readonly userId: number
  /** Head lines of a request, for the load generator. */
  readonly headers: string
  call<T>(method: string, path: string, body?: unknown): Promise<T>
}

export async function signIn(port: number, { email, password }: { email: string; password: string }): Promise<Desk> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  const { token, user } = (await answer.json()) as {
    token: string
    user: { id: number; company: { uuidCompany: string } }
  } // access/contract.ts
  return deskOf(port, { token, company: user.company.uuidCompany, userId: user.id })
}

/** The desk of somebody who holds an access token. */
export function deskOf(
  port: number,
  { token, company, userId }: { readonly token: string; readonly company: string; readonly userId: number },
): Desk {
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
      return (await response.json()) as T // the caller names what the route answers
    },
  }
}

/** What arrives on a socket, as it comes from the network: one or more frames of the server. */
export type Hear = (bytes: Buffer, at: number) => void

/**
 * One socket as a page opens it, on a raw connection: five hundred of them share the server's own cores, so reading must
 * cost next to nothing. `at` is the moment of arrival, in whole epoch ms like the
 * simulator's own clock: the difference of the two has no bias.
 */
export function listen(desk: Desk, hear: Hear): Promise<{ close(): void }> {
  const hello = `GET /ws/${desk.company}?userId=${desk.userId} HTTP/1.1\r\nHost: localhost:${desk.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`
  return new Promise((resolve, reject) => {
    let isReady = false
    void Bun.connect({
      hostname: '127.0.0.1',
      port: desk.port,
      socket: {
        open: (socket) => void socket.write(hello),
        data(socket, bytes) {
          if (isReady) return hear(bytes, Date.now())
          if (bytes.includes('101 Switching'))
            socket.write(maskedText({ emit: 'authenticate', data: { token: desk.token } }))
          if (!bytes.includes('"event":"ready"')) return
          isReady = true
          resolve({ close: () => socket.end() })
        },
        error: (_socket, error) => reject(error),
      },
    }).catch(reject)
  })
}

/** A text frame as a browser sends it; a mask of zeros is a mask. Up to 65,535 bytes. */
function maskedText(frame: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(frame))
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]), text])
}
