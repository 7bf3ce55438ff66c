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
  return {
    port,
    token,
    company: user.company.uuidCompany.replaceAll('-', ''),
    userId: user.id,
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

/** One socket as a page opens it; `hear` gets each frame as text, with the moment of its arrival (epoch ms, fractions kept). */
export function listen(desk: Desk, hear: (frame: string, at: number) => void): Promise<{ close(): void }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${desk.port}/ws/${desk.company}?userId=${desk.userId}`)
    socket.onerror = () => reject(new Error('socket refused'))
    socket.onopen = () => socket.send(JSON.stringify({ emit: 'authenticate', data: { token: desk.token } }))
    socket.onmessage = ({ data }) => {
      const at = performance.timeOrigin + performance.now()
      const frame = String(data)
      if (frame.startsWith('{"event":"ready"')) resolve({ close: () => socket.close() })
      else hear(frame, at)
    }
  })
}
