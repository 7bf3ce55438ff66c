/**
 * Stores a message only directly after an expected one of its subject. What has become of it is learned from the servers'
 * answer, or else from the stream itself, and never concluded from silence.
 */
import { JetStreamApiError, type MsgRequest } from '@nats-io/jetstream'
import { errors, type MsgHdrs } from '@nats-io/transport-node'
import type { AppendOutcome } from '../commit-log'
import type { Connection } from './connection'
import { type StreamMessage, toStreamMessage } from './messages'

export type Publication = {
  readonly stream: string
  readonly subject: string
  /** The sequence of the subject's newest message; 0 for none. */
  readonly expected: number
  readonly id: string
  readonly headers: MsgHdrs
  readonly body: Uint8Array
}

const PUBLISH_MS = 3000
/** Without a leader the servers answer at once, and whoever tries again would do nothing else. */
const SHORTEST_UNSURE_MS = 200
/** Together with `PUBLISH_MS` and one read below 10 s, which callers rely on. */
const CONNECTED_MS = 500

const WRONG_LAST_SEQUENCE = 10_071
/** Another message of the subject is being stored, perhaps an earlier try of this one. */
const UNDECIDED: readonly number[] = [10_164, 10_158]

export async function publishFenced(connection: Connection, publication: Publication): Promise<AppendOutcome> {
  const begun = performance.now()
  const answer = await publishOnce(connection, publication)
  if (answer.outcome !== 'unsure') connection.silence.answered()
  const rest = SHORTEST_UNSURE_MS - (performance.now() - begun)
  if (answer.outcome === 'unsure' && rest > 0) await Bun.sleep(rest)
  return answer
}

async function publishOnce(connection: Connection, publication: Publication): Promise<AppendOutcome> {
  // The library keeps what is published without a connection, for as long as there is none.
  if (!(await connection.whenConnected(CONNECTED_MS))) return { outcome: 'unsure', reason: 'no connection' }
  const { stream, subject, expected, id, headers, body } = publication
  connection.silence.asked()
  const publishing = connection.js.publish(subject, body, {
    msgID: id,
    headers,
    timeout: PUBLISH_MS,
    expect: { streamName: stream, lastSubjectSequence: expected },
  })
  const lost = Promise.withResolvers<undefined>()
  const endListening = connection.onLost(() => lost.resolve(undefined))
  try {
    const answer = await Promise.race([publishing, lost.promise])
    if (!answer) return { outcome: 'unsure', reason: 'the connection was lost' }
    // A duplicate has this subject, expectation and content, which the id contains: it is this message.
    return { outcome: 'stored', seq: answer.seq }
  } catch (error) {
    if (error instanceof JetStreamApiError && isAboutSequence(error.code)) return decide(connection, publication)
    return { outcome: 'unsure', reason: reasonOf(error) }
  } finally {
    endListening()
    publishing.catch(() => {})
  }
}

const isAboutSequence = (code: number) => code === WRONG_LAST_SEQUENCE || UNDECIDED.includes(code)

const reasonOf = (error: unknown): string => {
  if (error instanceof errors.TimeoutError) return 'no answer in time'
  if (error instanceof JetStreamApiError) return `${error.message} (${error.code})`
  return error instanceof Error ? error.message : String(error)
}

/**
 * A single server compares the sequence before the id, so an earlier try of the same message is answered as a wrong
 * sequence. The message directly after the expected one tells: it is this one, or another, or not there yet. A leader that
 * has been replaced unnoticed may know too little, but nothing that a majority has not stored.
 */
async function decide(connection: Connection, { stream, subject, expected, id }: Publication): Promise<AppendOutcome> {
  try {
    const next = await findNext(connection, stream, subject, expected)
    if (!next) return { outcome: 'unsure', reason: 'another message is being stored' }
    return next.id === id ? { outcome: 'stored', seq: next.seq } : { outcome: 'refused' }
  } catch (error) {
    return { outcome: 'unsure', reason: reasonOf(error) }
  }
}

/** The subject's first message after `after`, from the stream's leader. */
async function findNext(
  { jsm }: Connection,
  stream: string,
  subject: string,
  after: number,
): Promise<StreamMessage | undefined> {
  const query: MsgRequest & { readonly next_by_subj: string } = { seq: after + 1, next_by_subj: subject }
  const found = await jsm.streams.getMessage(stream, query)
  return found ? toStreamMessage(found.seq, found.header, found.data) : undefined
}

/**
 * The subject's newest message, from the stream's leader: another server may be behind. So may a leader that has been
 * replaced and does not know it yet; whoever writes after its answer is refused by the new one.
 */
export async function findNewest(
  { jsm }: Connection,
  stream: string,
  subject: string,
): Promise<StreamMessage | undefined> {
  const found = await jsm.streams.getMessage(stream, { last_by_subj: subject })
  return found ? toStreamMessage(found.seq, found.header, found.data) : undefined
}
