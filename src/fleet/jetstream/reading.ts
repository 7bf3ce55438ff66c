/** Reads stored messages of a subject in batches, from whichever server answers first. */
import { createInbox, type Msg } from '@nats-io/transport-node'
import { ANSWER_MS, type Connection } from './connection'
import { type StreamMessage, toStreamMessage } from './messages'
import { retried } from './retried'

export type Subject = { readonly stream: string; readonly subject: string }

const BATCH = 256
/** A batch ends with the message that exceeds it. */
const BATCH_BYTES = 2 * 1024 * 1024
const BEHIND_MS = 50

/** A message is missing between two that exist. */
export class Hole extends Error {
  constructor({ stream, subject }: Subject, before: StreamMessage) {
    super(`${stream}: message ${before.previous} of ${subject} cannot be read, but ${before.seq} after it can`)
    this.name = 'Hole'
  }
}

/**
 * The messages after `after` up to `upTo`, which exists, in order. Any server answers, so one that is behind may know fewer
 * messages, and a damaged one may miss some: then it asks again. Throws when the servers do not have them in time.
 */
export async function* readUpTo(connection: Connection, subject: Subject, after: number, upTo: number) {
  let reached = after
  while (reached < upTo) {
    const from = reached
    const messages = await retried(
      async () => {
        const batch = await fetchBatch(connection, subject, from)
        requireUnbroken(subject, batch)
        return batch.length > 0 ? batch : undefined
      },
      { pause: BEHIND_MS },
    )
    for (const message of messages) {
      if (message.seq > upTo) return
      yield message
      reached = message.seq
    }
  }
}

function requireUnbroken(subject: Subject, messages: readonly StreamMessage[]) {
  // Of several subjects each has its own order.
  if (subject.subject.endsWith('>')) return
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1]
    if (before && message.previous !== undefined && message.previous !== before.seq) throw new Hole(subject, message)
  }
}

/** Up to `BATCH` messages after `after`; fewer, but the first ones, if the server stops in the middle. */
export function fetchBatch(
  { nc, onLost }: Pick<Connection, 'nc' | 'onLost'>,
  { stream, subject }: Subject,
  after: number,
  batch = BATCH,
): Promise<StreamMessage[]> {
  return new Promise((resolve, reject) => {
    const messages: StreamMessage[] = []
    const inbox = createInbox()
    const end = (error?: Error) => {
      clearTimeout(timer)
      endListening()
      subscription.unsubscribe()
      if (error && messages.length === 0) reject(error)
      else resolve(messages)
    }
    const take = (error: Error | null, message: Msg) => {
      if (error) return end(error)
      const { headers } = message
      const code = headers?.code ?? 0
      // 204: end of the batch. 404: no such message.
      if (code === 204 || code === 404) return end()
      if (code !== 0) return end(new Error(headers?.description || `status ${code}`))
      messages.push(toStreamMessage(Number(headers?.get('Nats-Sequence')), headers, message.data))
      clearTimeout(timer)
      timer = setTimeout(end, ANSWER_MS, new Error('no answer in time'))
    }
    // Throws if the connection is closed: nothing may be left behind then.
    const subscription = nc.subscribe(inbox, { callback: take })
    let timer = setTimeout(end, ANSWER_MS, new Error('no answer in time'))
    const endListening = onLost(() => end(new Error('the connection was lost')))
    const query = { seq: after + 1, next_by_subj: subject, batch, max_bytes: BATCH_BYTES }
    nc.publish(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify(query), { reply: inbox })
  })
}
