/** The commit log on NATS JetStream. */
import { type CommitLog, type LogMessage, MOST_BODY, type StoredMessage } from '../commit-log'
import type { Connection } from './connection'
import { findNewest, publishFenced } from './fenced'
import { createFollower, type Follower, type FollowOptions } from './following'
import { headersFor, idOf, type StreamMessage, withoutNats } from './messages'
import { addressOf } from './names'
import { type ObjectOptions, objectStore } from './objects'
import { readUpTo } from './reading'
import { retried } from './retried'

export type LogOptions = FollowOptions & ObjectOptions

export function jetStreamLog(
  connection: Connection,
  options: LogOptions = {},
): CommitLog & Pick<Follower, 'stop' | 'waitingBytes'> {
  const follower = createFollower(connection, options)
  const newest = async (company: string): Promise<StreamMessage | undefined> => {
    const { stream, subject } = addressOf(company)
    const { found } = await retried(async () => ({ found: await findNewest(connection, stream, subject) }))
    return found
  }
  return {
    append(company, expected, id, message) {
      requireBody(message)
      const { stream, subject } = addressOf(company)
      const { body } = message
      const headers = headersFor(message)
      return publishFenced(connection, {
        stream,
        subject,
        expected,
        id: idOf(subject, expected, id, message),
        headers,
        body,
      })
    },

    async last(company) {
      const found = await newest(company)
      return found && withoutNats(found)
    },

    async *read(company, after): AsyncIterable<StoredMessage> {
      const end = await newest(company)
      if (!end) return
      for await (const message of readUpTo(connection, addressOf(company), after, end.seq)) yield withoutNats(message)
    },

    async purgeBelow(company, seq) {
      const { stream, subject } = addressOf(company)
      const end = await newest(company)
      if (!end) return
      // Without any message of the company, a writer that expects none would be let in.
      const below = Math.min(seq, end.seq)
      await retried(() => connection.jsm.streams.purge(stream, { filter: subject, seq: below }))
    },

    follow: follower.follow,
    objects: objectStore(connection, options),
    waitingBytes: follower.waitingBytes,
    stop: follower.stop,
  }
}

function requireBody({ body }: LogMessage) {
  if (body.length > MOST_BODY) throw new RangeError(`A message of ${body.length} bytes is above ${MOST_BODY}`)
}
