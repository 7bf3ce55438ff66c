/** An attendant's API client that works like the browser, across restarts of the server. */

import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { TicketPage, TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import type { SignedIn } from '../../../src/users/contract'
import { EMAIL, PASSWORD, type ServerProcess } from './server-process'
import { COMPANY, type Testbed } from './testbed'
import { until } from './until'

export type Answer<T> = { readonly status: number; readonly body: T; readonly error: string | undefined }
export type Client = ReturnType<typeof openClient>

export function openClient() {
  let server: ServerProcess | undefined
  let signedIn: SignedIn | undefined

  async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server?.origin}/api${path}`, {
      method,
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(signedIn ? { authorization: `Bearer ${signedIn.token}` } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(5_000),
    })
    const parsed = (await answer.json()) as T & { error?: string } // typed by the caller
    return { status: answer.status, body: parsed, error: answer.ok ? undefined : parsed.error }
  }

  async function demand<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await ask<T>(method, path, body)
    if (answer.error) throw new Error(`${method} ${path}: ${answer.status} ${answer.error}`)
    return answer.body
  }

  const connection = async (id: number) => demand<ConnectionSummary>('GET', `/whatsapp/${id}`)

  return {
    ask,
    demand,
    token: () => signedIn?.token ?? '',
    user: () => signedIn?.user,
    /** Reconnects after a restart. Sessions are in the database, so the sign-in is still valid. */
    moveTo(next: ServerProcess) {
      server = next
    },
    async signIn() {
      signedIn = await demand<SignedIn>('POST', '/auth/login', { email: EMAIL, password: PASSWORD })
    },
    connection,
    async link(testbed: Testbed): Promise<number> {
      const { id } = await demand<ConnectionSummary>('POST', '/whatsapp', { name: 'Loja' })
      await demand('POST', `/whatsappsession/${id}`, {})
      const qr = await until(async () => (await connection(id)).qrcode)
      await testbed.run({ do: 'scan', phone: COMPANY, qr })
      await until(async () => (await connection(id)).status === 'CONNECTED')
      return id
    },
    async pendingTickets(): Promise<TicketSummary[]> {
      const found: TicketSummary[] = []
      for (let page = 1; ; page++) {
        const { tickets, hasMore } = await demand<TicketPage>(
          'GET',
          `/tickets?status=pending&isGroup=false&pageNumber=${page}`,
        )
        found.push(...tickets)
        if (!hasMore) return found
      }
    },
    accept: (ticketId: number) => demand<TicketSummary>('PUT', `/tickets/${ticketId}`, { status: 'open' }),
    post: (ticketId: number, body: string, clientId: string) =>
      ask<Message>('POST', `/messages/${ticketId}`, { body, clientId }),
  }
}
