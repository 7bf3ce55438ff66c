/** The report of a move from another product, shared by server, command line and screens. */
import * as v from 'valibot'

/** Why rows are merged, left out, or come with something missing. The words are in `texts.ts`. */
export const reasons = [
  'ninthDigit',
  'lid',
  'alreadyHere',
  'changedThere',
  'changedHere',
  'sameName',
  'sameNumber',
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
  'noAdmin',
  'invalidEmail',
  'noHash',
  'defaultPassword',
  'notOperator',
  'channelUnknown',
  'empty',
  'cut',
  'unreadable',
  'fileMissing',
  'pathClimbs',
  'oneOpenTicket',
  'countsOnce',
  'lunchBreak',
  'oddDay',
  'closesAfter',
  'tooDeep',
  'tooMany',
  'renamed',
  'repeats',
  'past',
  'draft',
  'keysTypedAnew',
  'weakToken',
  'otherApi',
  'scanAgain',
  'overPlan',
  'unknownColumn',
  'leftOut',
  'emojiLost',
  'endUnmarked',
] as const
export const Reason = v.picklist(reasons)
export type Reason = v.InferOutput<typeof Reason>

/** The kinds of rows (`Kind` in source.ts), in the order of the report. */
export const kinds = [
  'users',
  'userQueues',
  'queues',
  'queueOptions',
  'connections',
  'connectionQueues',
  'contacts',
  'contactFields',
  'lidMaps',
  'tags',
  'ticketTags',
  'contactTags',
  'tickets',
  'trackings',
  'ticketLogs',
  'messages',
  'formerTexts',
  'ratings',
  'notes',
  'quickMessages',
  'schedules',
  'campaigns',
  'campaignDeliveries',
  'campaignSettings',
  'contactLists',
  'contactListItems',
  'chats',
  'chatMembers',
  'chatMessages',
  'announcements',
  'invoices',
  'apiAccesses',
  'settings',
] as const

/** Files of rows: those that messages, pictures, queues and templates name. */
export const FILES = 'files'
/** What a report counts, in its order. */
export const reportOrder: readonly string[] = kinds.flatMap((kind) => (kind === 'messages' ? [kind, FILES] : [kind]))

export const MovedCount = v.object({ what: v.string(), count: v.number(), reason: Reason })
export type MovedCount = v.InferOutput<typeof MovedCount>

const counts = {
  imported: v.record(v.string(), v.number()),
  merged: v.array(MovedCount),
  skipped: v.array(MovedCount),
  /** Came, but not whole. */
  noted: v.array(MovedCount),
}

/**
 * A linked device that was to be taken over. `attempt`: no phone was linked there. `browser`: kept in a browser's
 * profile, which only that browser reads. `linkedHere`: ours has a session already, which stays. `inUse`: another
 * connection has the number.
 */
export const TakenSession = v.object({
  name: v.string(),
  number: v.nullable(v.string()),
  outcome: v.picklist(['taken', 'none', 'attempt', 'unreadable', 'browser', 'linkedHere', 'inUse']),
})
export type TakenSession = v.InferOutput<typeof TakenSession>

/** `imported`: by kind of row. Imported, merged and skipped add up to the rows of the source. */
export const CompanyReport = v.object({
  name: v.string(),
  /** Their id of it. */
  theirs: v.string(),
  /** Our number of it; null in a dry run, and for one that was left out. */
  id: v.nullable(v.number()),
  /** It was here before, and got what is new. */
  isAgain: v.boolean(),
  /** It moved in before; false for the operator’s company on its first move into company 1. Absent in old reports. */
  movedBefore: v.optional(v.boolean()),
  ...counts,
  /** Empty unless linked devices were to be taken over. */
  sessions: v.array(TakenSession),
  /** Lines about single rows: which e-mail is taken, which file is missing. The first thousand of a reason. */
  details: v.array(v.object({ what: v.string(), reason: Reason, lines: v.array(v.string()) })),
})
export type CompanyReport = v.InferOutput<typeof CompanyReport>

export const ImportReport = v.object({
  family: v.string(),
  version: v.nullable(v.string()),
  companies: v.array(CompanyReport),
  /** Rows of the whole installation, such as plans and help videos. */
  installation: v.object(counts),
  /** Rows of no company, and tables without a counterpart here. */
  left: v.array(MovedCount),
  /** Columns of a fork that nobody reads: `Tickets.kanbanOld`. */
  unknownColumns: v.array(v.string()),
  isDryRun: v.boolean(),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

/** The report without the lines about single rows. */
export const ImportSummary = v.object({
  ...ImportReport.entries,
  companies: v.array(v.omit(CompanyReport, ['details'])),
})
export type ImportSummary = v.InferOutput<typeof ImportSummary>
export type CompanySummary = ImportSummary['companies'][number]

/** What keeps a move from going on. */
export const MovingRefusal = v.object({
  code: v.string(),
  /** What the sentence names. */
  facts: v.record(v.string(), v.union([v.string(), v.number()])),
})
export type MovingRefusal = v.InferOutput<typeof MovingRefusal>
