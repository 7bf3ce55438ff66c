/** The rules by which the messages of a company follow one another. */
import * as v from 'valibot'
import type { StoredMessage } from './commit-log'
import { BadRecord, hashOf, idOf, NO_HASH, type RecordHead, readHead } from './records'

/** A message and where it stands. */
export type Link = RecordHead & {
  readonly seq: number
  readonly hash: string
  /** Sequence of the first part of its record. */
  readonly firstSeq: number
}

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A link as followers store it. */
export const LinkText = v.strictObject({
  kind: v.picklist(['epoch', 'frames', 'snapshot', 'bye']),
  epoch: Whole,
  n: Whole,
  part: Whole,
  parts: Whole,
  previous: v.string(),
  seq: Whole,
  firstSeq: Whole,
  hash: v.string(),
})

/** The log holds what no owner wrote, or lacks something. Nothing after it may be applied. */
export class BrokenChain extends Error {
  readonly seq: number
  constructor(company: string, seq: number, why: string) {
    super(`the log of ${company} is broken at ${seq}: ${why}`)
    this.name = 'BrokenChain'
    this.seq = seq
  }
}

/** Records between the last one and this one are not in the log: purged after a snapshot, or lost. */
export class RecordsMissing extends BrokenChain {}

export const isComplete = (link: Link): boolean => link.part === link.parts

/** The first message that is left of a log. What stood before it was purged. */
export function anchor(company: string, message: StoredMessage): Link {
  const head = headOf(company, message)
  if (head.part !== 1) throw new BrokenChain(company, message.seq, `it begins with part ${head.part} of a record`)
  const isFirst = head.previous === NO_HASH
  if (isFirst !== (head.n === 1))
    throw new BrokenChain(company, message.seq, `${idOf(head)} cannot be the first record`)
  return linkOf(company, message, head, message.seq)
}

/** Throws `BrokenChain` if the message does not follow `last`. */
export function follow(company: string, last: Link, message: StoredMessage): Link {
  const head = headOf(company, message)
  if (head.n > last.n + 1) throw new RecordsMissing(company, message.seq, `${idOf(head)} follows ${idOf(last)}`)
  const why = faultAfter(last, head)
  if (why !== undefined) throw new BrokenChain(company, message.seq, why)
  if (message.seq <= last.seq) throw new BrokenChain(company, message.seq, `it follows sequence ${last.seq}`)
  return linkOf(company, message, head, head.part === 1 ? message.seq : last.firstSeq)
}

function faultAfter(last: Link, head: RecordHead): string | undefined {
  const [id, before] = [idOf(head), idOf(last)]
  if (head.previous !== last.hash) return `${id} names another record before it than ${before}`
  if (head.epoch < last.epoch) return `${id} follows ${before}, of a later epoch`
  if (head.part > 1) {
    const isNext = head.part === last.part + 1 && head.parts === last.parts
    const isSame = head.n === last.n && head.epoch === last.epoch && head.kind === last.kind
    return isNext && isSame ? undefined : `${id} follows ${before}, which is not the part before it`
  }
  if (head.n !== last.n + 1) return `${id} follows ${before}, so its number is wrong`
  if (head.kind === 'epoch') return head.epoch > last.epoch ? undefined : `${id} claims an epoch that has begun`
  if (head.epoch !== last.epoch) return `${id} is of an epoch that nobody claimed`
  // An owner that cannot read the rest of a record goes on with a snapshot.
  if (!isComplete(last) && head.kind !== 'snapshot') return `${id} follows ${before}, a record without its last part`
  if (last.kind === 'bye') return `${id} follows the end of its epoch`
  return undefined
}

const linkOf = (company: string, message: StoredMessage, head: RecordHead, firstSeq: number): Link => ({
  ...head,
  seq: message.seq,
  hash: hashOf(company, head, message.body),
  firstSeq,
})

function headOf(company: string, message: StoredMessage): RecordHead {
  try {
    return readHead(message)
  } catch (error) {
    if (error instanceof BadRecord) throw new BrokenChain(company, message.seq, error.message)
    throw error
  }
}

/** The newest message alone, as an owner reads it: what stands before it is checked by whoever reads the whole log. */
export const lastLink = (company: string, message: StoredMessage): Link => {
  const head = headOf(company, message)
  return linkOf(company, message, head, message.seq)
}
