/** The report of a move from another product, shared by server, command line and screens. */
import * as v from 'valibot'

/** Why rows are merged, left out, or come with something missing. The words are in `texts.ts`. */
export const reasons = [
  'ninthDigit',
  'lid',
  'alreadyHere',
  'sameName',
  'repeated',
  'quotedCopy',
  'noCounterpart',
  'noCompany',
  'noContact',
  'noConnection',
  'noTicket',
  'noUser',
  'noParent',
  'noNumber',
  'emailTaken',
  'invalidEmail',
  'noHash',
  'defaultPassword',
  'channelUnknown',
  'empty',
  'cut',
  'unreadable',
  'fileMissing',
  'pathClimbs',
  'oneOpenTicket',
  'lunchBreak',
  'closesAfter',
  'repeats',
  'past',
  'draft',
  'keysTypedAnew',
  'scanAgain',
  'overPlan',
  'unknownColumn',
  'leftOut',
] as const
export const Reason = v.picklist(reasons)
export type Reason = v.InferOutput<typeof Reason>

export const MovedCount = v.object({ what: v.string(), count: v.number(), reason: Reason })

/** `imported`: by kind of row. Imported, merged and skipped add up to the rows of the source. */
export const CompanyReport = v.object({
  name: v.string(),
  imported: v.record(v.string(), v.number()),
  merged: v.array(MovedCount),
  skipped: v.array(MovedCount),
  /** Came, but not whole. */
  noted: v.array(MovedCount),
})
export type CompanyReport = v.InferOutput<typeof CompanyReport>

export const ImportReport = v.object({
  family: v.string(),
  version: v.nullable(v.string()),
  companies: v.array(CompanyReport),
})
export type ImportReport = v.InferOutput<typeof ImportReport>
