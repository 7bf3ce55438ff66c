/** Attendants who keep writing across restarts: each request is repeated until it is answered. */
import type { Message } from '../../../src/tickets/messages/contract'
import type { Answer, Client } from './client'
import { until } from './until'

type Conversation = { readonly number: string; readonly ticketId: number }
/** Messages posted in a conversation; `ids` are the server's. */
export type Posted = Conversation & { readonly bodies: string[]; readonly ids: number[] }

/** Posts one message after the other per conversation, in all conversations at once. */
export function postAll(
  client: Client,
  conversations: readonly Conversation[],
  { each, pause }: { each: number; pause(): number },
) {
  const all = conversations.map((one): Posted => ({ ...one, bodies: [], ids: [] }))
  const refusals: string[] = []

  async function write({ number, ticketId, bodies, ids }: Posted) {
    for (let n = 1; n <= each; n++) {
      const body = `resposta ${n} para ${number}`
      await Bun.sleep(pause())
      const { id } = await until(() => attempt(ticketId, body, `${number}-${n}`), { within: 60_000, every: 30 })
      bodies.push(body)
      ids.push(id)
    }
  }

  async function attempt(ticketId: number, body: string, clientId: string): Promise<Message | undefined> {
    const answer = await unlessDown(() => client.post(ticketId, body, clientId))
    if (answer?.error) refusals.push(`${answer.status} ${answer.error}`)
    return answer?.status === 200 ? answer.body : undefined
  }

  const work = Promise.all(all.map(write))
  work.catch(() => {}) // nobody awaits it if the test has already failed
  return {
    all,
    refusals,
    done: (within: number) =>
      Promise.race([work, Bun.sleep(within).then(() => Promise.reject(new Error('not all could be posted')))]),
  }
}

/** Undefined: the server is not running. */
export async function unlessDown<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
