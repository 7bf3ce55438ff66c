/** Attendants who write on, whatever happens to the server: the same request again until it is answered. */
import type { Desk } from './desk'
import { until } from './until'

type Conversation = { readonly number: string; readonly ticketId: number }

/** One message after the other in each conversation, all conversations at once. */
export function postAll(
  desk: Desk,
  conversations: readonly Conversation[],
  { each, pause }: { each: number; pause(): number },
) {
  const all = conversations.map(({ number }) => ({ number, bodies: [] as string[] }))
  const refusals: string[] = []

  async function write({ number, ticketId }: Conversation, bodies: string[]) {
    for (let n = 1; n <= each; n++) {
      const body = `resposta ${n} para ${number}`
      bodies.push(body)
      await Bun.sleep(pause())
      await until(() => attempt(ticketId, body, `${number}-${n}`), { within: 60_000, every: 30 })
    }
  }

  async function attempt(ticketId: number, body: string, clientId: string): Promise<boolean> {
    try {
      const { status, error } = await desk.post(ticketId, body, clientId)
      if (error) refusals.push(`${status} ${error}`)
      return status === 200
    } catch {
      return false // nobody there: the server is dead just now
    }
  }

  const work = Promise.all(conversations.map((one, index) => write(one, all[index]?.bodies ?? [])))
  work.catch(() => {}) // a test that has failed by then has nobody who hears it
  return {
    all,
    refusals,
    done: (within: number) =>
      Promise.race([work, Bun.sleep(within).then(() => Promise.reject(new Error('not all could be posted')))]),
  }
}
