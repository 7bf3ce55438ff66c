/** Quick messages: reusable texts and files, inserted by their shortcode. */

import * as v from 'valibot'
import { SheetReading } from '../../bulk-import/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, text } from '../../platform/formats'
import { MEDIA_LIMIT } from '../../tickets/messages/contract'
import { can, definePermission } from '../../users/permissions'

/** Create and change messages of the whole company. */
export const manageGeneral = definePermission('quick-messages-page:general', ['admin', 'supervisor'])

export const SHORTCODE_LENGTH = 50
export const QUICK_MESSAGE_LENGTH = 4096
export const QUICK_FILE_LIMIT = MEDIA_LIMIT
export const MOST_QUICK_MESSAGES = 10_000
/** Rows per spreadsheet. */
export const MOST_IMPORTED = 5_000
/** Suggestions in the composer. */
export const MOST_OFFERED = 100

/** Without the leading slash, which only invokes it. */
const Shortcode = v.pipe(
  text(4 * SHORTCODE_LENGTH),
  v.transform((typed) => typed.trim().replace(/^\/+/, '').replace(/\s+/g, ' ').trim()),
  v.minLength(1, 'form.required'),
  v.maxLength(SHORTCODE_LENGTH, 'form.text.long'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)

/** JSON, or the fields of a multipart body with at most one file. */
export const CreateQuickMessage = v.object({
  shortcode: Shortcode,
  /** May be empty with a file. */
  message: v.optional(text(QUICK_MESSAGE_LENGTH)),
  tagId: v.optional(v.nullable(Id)),
  geral: v.optional(v.boolean()),
  /** Only active ones are offered. */
  status: v.optional(v.boolean()),
  /** Sends the file without the text. */
  sendOnlyMedia: v.optional(v.boolean()),
})
export type CreateQuickMessage = v.InferOutput<typeof CreateQuickMessage>
export const UpdateQuickMessage = v.object({
  ...v.partial(CreateQuickMessage).entries,
  /** Removes the file. */
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
  /** The owner of a private message, the author of a general one. */
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  updatedAt: Instant,
})
export type QuickMessage = v.InferOutput<typeof QuickMessage>

export const QuickMessagePage = v.object({ records: v.array(QuickMessage), hasMore: v.boolean(), count: v.number() })
/** Active general and own messages, by shortcode. */
export const OfferedQuickMessages = v.object({ records: v.array(QuickMessage), hasMore: v.boolean() })
export type OfferedQuickMessages = v.InferOutput<typeof OfferedQuickMessages>

/** Body of `POST /messages/sendQuickMessage/{id}?ticketId`. */
export const SendQuickMessage = v.object({
  clientId: v.optional(v.pipe(text(64), v.minLength(8))),
  sign: v.optional(v.boolean()),
})

type Viewer = Parameters<typeof can>[0] & { readonly userId: number }
export type Ownership = { readonly geral: boolean; readonly userId: number | null }

/** Only its author sees a private one; admins do not. */
export const maySee = (who: Viewer, { geral, userId }: Ownership): boolean => geral || userId === who.userId
export const mayChange = (who: Viewer, { geral, userId }: Ownership): boolean =>
  geral ? can(who, manageGeneral) : userId === who.userId

/** Why a spreadsheet row is rejected, or imported without one of its cells. */
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
  /** Line in the file, counting from 1. */
  line: v.number(),
  shortcode: v.string(),
  message: v.string(),
  outcome: v.picklist(['create', 'update', 'problem']),
  /** Rows without outcome `problem` are imported nevertheless. */
  problem: v.nullable(ImportProblem),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

/** Preview of a spreadsheet or, with `store`, the result of its import. Lists only the first rows. */
export const ImportReport = v.object({
  created: v.number(),
  updated: v.number(),
  failed: v.number(),
  /** Created or updated rows that lack one of their cells. */
  incomplete: v.number(),
  rows: v.array(ImportRow),
  /** Rejected and incomplete rows. */
  problems: v.array(ImportRow),
  ...SheetReading.entries,
})
export type ImportReport = v.InferOutput<typeof ImportReport>

const subjectOf = (id: number): Subject => `quickMessage ${id}`
const RecordEvent = v.object({ record: QuickMessage })
const about = ({ record }: v.InferOutput<typeof RecordEvent>) => [subjectOf(record.id)]

export const quickMessageCreated = defineEvent('quickMessage.create', RecordEvent, { about })
export const quickMessageUpdated = defineEvent('quickMessage.update', RecordEvent, { about })
/** Sent also to users who may no longer see it. */
export const quickMessageDeleted = defineEvent('quickMessage.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => subjectOf(id),
})
/** Many changed at once: refetch. */
export const quickMessagesReloaded = defineEvent('quickMessage.reload', v.object({}))
