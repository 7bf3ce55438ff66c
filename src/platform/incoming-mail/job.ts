/** Reads a mail from outside. Its files become side files, which the caller adopts or removes. */
import * as v from 'valibot'
import { defineParseJob } from '../parsing/job'
import { SECOND } from '../time'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Person = v.object({ name: v.string(), address: v.string() })
export type Person = v.InferOutput<typeof Person>

/** What a delivery report says of one recipient. `action`: failed, delayed, delivered, relayed, expanded. */
const Report = v.object({
  /** As the mail server knows the recipient, and as the mail named them, if it says so. */
  recipient: v.string(),
  original: v.string(),
  action: v.string(),
  /** Such as 5.1.1. */
  status: v.string(),
  /** The refusing server's own words. */
  words: v.string(),
})
export type Report = v.InferOutput<typeof Report>

export const readMailJob = defineParseJob({
  name: 'read-mail',
  args: v.object({
    path: v.string(),
    /** Where files go; names are chosen here. */
    folder: v.string(),
    mostFiles: Count,
    /** Characters of the text. */
    mostText: Count,
  }),
  answer: v.object({
    from: v.nullable(Person),
    replyTo: v.string(),
    subject: v.string(),
    /** Null without one that can be read. */
    sentAt: v.nullable(v.number()),
    messageId: v.string(),
    references: v.array(v.string()),
    text: v.string(),
    isCut: v.boolean(),
    /** Written by a machine: out of office, confirmations, lists. */
    isAutomatic: v.boolean(),
    files: v.array(v.object({ path: v.string(), name: v.string(), declared: v.string(), size: Count })),
    /** Files that are too many. */
    leftOut: Count,
    /** Undefined: it is no delivery report. */
    reports: v.optional(v.array(Report)),
    /** Message-ID of the mail that a delivery report is about; empty if it does not say. */
    reportedId: v.string(),
    /** The address that it was sent to. */
    reportedTo: v.string(),
  }),
  ms: 15 * SECOND,
  cpuMs: 8 * SECOND,
  megabytes: 512,
})
export type ReadMail = v.InferOutput<(typeof readMailJob)['answer']>
