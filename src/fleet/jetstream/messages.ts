/** Messages as NATS carries them: our headers beside its own. */

import { createHash } from 'node:crypto'
import { type MsgHdrs, headers as natsHeaders } from '@nats-io/transport-node'
import type { LogMessage, StoredMessage } from '../commit-log'

/** Headers of the server and of the fence; a reader does not see them. */
const OF_NATS = /^Nats-/i
const PREVIOUS = 'Nats-Expected-Last-Subject-Sequence'
const ID = 'Nats-Msg-Id'
const SUBJECT = 'Nats-Subject'

export function headersFor(message: LogMessage): MsgHdrs {
  const headers = natsHeaders()
  for (const [name, value] of Object.entries(message.headers)) {
    if (OF_NATS.test(name)) throw new RangeError(`${name} is a header of the log itself`)
    headers.set(name, value)
  }
  return headers
}

/**
 * The id under which the servers know a message. They compare ids within a stream, which companies share, and do not look
 * at the rest: without the company, another company's message with the same number would be taken for this one. And two
 * nodes that both take a company over may number different messages alike, so the content is part of it.
 */
export function idOf(subject: string, expected: number, id: string, { headers, body }: LogMessage): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([subject, expected, id, Object.entries(headers)]))
    .update(body)
  return `${id}.${hash.digest('base64url').slice(0, 22)}`
}

/** A stored message, its subject where the server names it, the sequence of the one before it in its company, and the id the servers know it by. */
export type StreamMessage = StoredMessage & {
  readonly subject: string
  readonly previous: number | undefined
  readonly id: string | undefined
}

export function toStreamMessage(seq: number, headers: MsgHdrs | undefined, body: Uint8Array): StreamMessage {
  const own: Record<string, string> = {}
  for (const name of headers?.keys() ?? []) if (!OF_NATS.test(name)) own[name] = headers?.get(name) ?? ''
  const previous = headers?.get(PREVIOUS)
  return {
    seq,
    subject: headers?.get(SUBJECT) ?? '',
    headers: own,
    body,
    previous: previous ? Number(previous) : undefined,
    id: headers?.get(ID) || undefined,
  }
}

export const withoutNats = ({ seq, headers, body }: StreamMessage): StoredMessage => ({ seq, headers, body })
