/** Quick messages, as the browser knows them: texts and files that are sent again and again, each called by its shortcode. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'
import { MEDIA_LIMIT } from '../../tickets/messages/contract'
import { can, definePermission } from '../../users/permissions'

/** Making and changing what the whole company uses. */
export const manageGeneral = definePermission('quick-messages-page:general', ['admin', 'supervisor'])

export const SHORTCODE_LENGTH = 50
export const QUICK_MESSAGE_LENGTH = 4096
export const QUICK_FILE_LIMIT = MEDIA_LIMIT
export const MOST_QUICK_MESSAGES = 10_000
/** Of a spreadsheet. */
export const MOST_IMPORTED = 5_000
/** What the composer is offered at once. */
export const MOST_OFFERED = 100

/** Without the slash before it: that is how it is called, not its name. */
const Shortcode = v.pipe(
  text(4 * SHORTCODE_LENGTH),
  v.transform((typed) => typed.trim().replace(/^\/+/, '').replace(/\s+/g, ' ').trim()),
  v.minLength(1, 'form.required'),
  v.maxLength(SHORTCODE_LENGTH, 'form.text.long'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)

/** As JSON, or as the fields of a multipart body, which may carry one file. */
export const CreateQuickMessage = v.object({
  shortcode: Shortcode,
  /** May be empty where there is a file. */
  message: v.optional(text(QUICK_MESSAGE_LENGTH)),
  tagId: v.optional(v.nullable(Id)),
  geral: v.optional(v.boolean()),
  /** Active: offered. */
  status: v.optional(v.boolean()),
  /** The file is sent without the text. */
  sendOnlyMedia: v.optional(v.boolean()),
})
export type CreateQuickMessage = v.InferOutput<typeof CreateQuickMessage>
export const UpdateQuickMessage = v.object({
  ...v.partial(CreateQuickMessage).entries,
  /** Takes the file away. */
  removeMedia: v.optional(v.boolean()),
})
export type UpdateQuickMessage = v.InferOutput<typeof UpdateQuickMessage>

export const QuickMessage = v.object({
  id: Id,
  shortcode: v.string(),
  message: v.string(),
  geral: v.boolean(),
  status: v.boolean(),
  sendOnlyMedia: v.boolean(),
  tagId: v.nullable(Id),
  tag: v.nullable(v.object({ id: Id, name: v.string(), color: v.string() })),
  isMedia: v.boolean(),
  /** Address of the file under /api. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  /** Whose it is, unless it is general; then who made it. */
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  updatedAt: Instant,
})
export type QuickMessage = v.InferOutput<typeof QuickMessage>

export const QuickMessagePage = v.object({ records: v.array(QuickMessage), hasMore: v.boolean(), count: v.number() })
/** What a person can send: general ones and their own, active, by shortcode. */
export const OfferedQuickMessages = v.object({ records: v.array(QuickMessage), hasMore: v.boolean() })
export type OfferedQuickMessages = v.InferOutput<typeof OfferedQuickMessages>

/** Body of `POST /messages/sendQuickMessage/{id}?ticketId`. */
export const SendQuickMessage = v.object({
  clientId: v.optional(v.pipe(text(64), v.minLength(8))),
  sign: v.optional(v.boolean()),
})

type Viewer = Parameters<typeof can>[0] & { readonly userId: number }
export type Owned = { readonly geral: boolean; readonly userId: number | null }

/** A private one is its author's alone, also for admins. */
export const maySee = (who: Viewer, { geral, userId }: Owned): boolean => geral || userId === who.userId
export const mayChange = (who: Viewer, { geral, userId }: Owned): boolean =>
  geral ? can(who, manageGeneral) : userId === who.userId

/** What is wrong with a row of a spreadsheet. */
export const ImportProblem = v.picklist([
  'noShortcode',
  'longShortcode',
  'taken',
  'repeated',
  'noMessage',
  'longMessage',
  'unknownTag',
  'noYesOrNo',
  'mayNot',
  'tooMany',
])
export type ImportProblem = v.InferOutput<typeof ImportProblem>

export const ImportRow = v.object({
  /** In the file, beginning with 1. */
  line: v.number(),
  shortcode: v.string(),
  message: v.string(),
  outcome: v.picklist(['create', 'update', 'problem']),
  problem: v.nullable(ImportProblem),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

/** What a spreadsheet holds, or with `store` what became of it; of the rows the first ones. */
export const ImportReport = v.object({
  created: v.number(),
  updated: v.number(),
  failed: v.number(),
  rows: v.array(ImportRow),
  problems: v.array(ImportRow),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

const subjectOf = (id: number): Subject => `quickMessage ${id}`
const RecordEvent = v.object({ record: QuickMessage })
const about = ({ record }: v.InferOutput<typeof RecordEvent>) => [subjectOf(record.id)]

export const quickMessageCreated = defineEvent('quickMessage.create', RecordEvent, { about })
export const quickMessageUpdated = defineEvent('quickMessage.update', RecordEvent, { about })
/** Also for those who may see it no longer. */
export const quickMessageDeleted = defineEvent('quickMessage.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => subjectOf(id),
})
/** Many have changed at once. */
export const quickMessagesReloaded = defineEvent('quickMessage.reload', v.object({}))
