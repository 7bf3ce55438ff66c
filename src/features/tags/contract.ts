/** Tags. Some of them are also lanes of the kanban board. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Color, Id, list, text } from '../../platform/formats'
import { definePermission } from '../../users/permissions'

/** Change and delete tags, and create lanes. Everybody may create tags and put them on tickets. */
export const changeTags = definePermission('tags-page:change', ['admin', 'supervisor'])

export const Tag = v.object({
  id: Id,
  name: v.string(),
  color: Color,
  /** When to use it; may be empty. */
  description: v.string(),
  /** 1: a lane of the board. */
  kanban: v.picklist([0, 1]),
  /** Position among the lanes. */
  position: v.number(),
  /** The author. */
  userId: v.nullable(Id),
  ticketsCount: v.number(),
})
export type Tag = v.InferOutput<typeof Tag>

/** A ticket's tags, in its summary. */
export const TicketTags = v.array(v.object({ id: Id, name: v.string(), color: v.string() }))
export type TicketTags = v.InferOutput<typeof TicketTags>
declare module '../../tickets/contract' {
  interface TicketExtras {
    tags: TicketTags
  }
}

/** `count` covers all pages. */
export const TagPage = v.object({ tags: v.array(Tag), hasMore: v.boolean(), count: v.number() })
/** Answer of `GET /tags/kanban`: the lanes in order. */
export const TagLanes = v.object({ lista: v.array(Tag) })

/** Per company. */
export const MOST_TAGS = 1000
export const MOST_TAGS_OF_TICKET = 20

export const TAG_DESCRIPTION_LENGTH = 200

export const TagName = v.pipe(
  text(200, 'form.name.long'),
  v.trim(),
  v.nonEmpty('form.required'),
  v.minLength(3, 'form.text.short'),
  v.maxLength(50, 'form.name.long'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)

export const CreateTag = v.object({
  name: TagName,
  color: Color,
  description: v.optional(v.pipe(text(TAG_DESCRIPTION_LENGTH), v.trim())),
  kanban: v.optional(v.union([v.boolean(), v.picklist([0, 1])], 'form.invalid')),
})
export type CreateTag = v.InferOutput<typeof CreateTag>
export const UpdateTag = v.partial(CreateTag)
export type UpdateTag = v.InferOutput<typeof UpdateTag>

/** Body of `POST /tags/order`: lane ids in their new order. */
export const TagOrder = v.object({ tagOrder: list(Id, { most: MOST_TAGS }) })

export const MOST_TICKETS_AT_ONCE = 100
/** Body of `PUT /ticket-tags`: adds the tag to these tickets or removes it. */
export const TagTickets = v.object({
  ticketIds: list(Id, { least: 1, most: MOST_TICKETS_AT_ONCE }),
  tagId: Id,
  tagged: v.boolean('form.invalid'),
})
export type TagTickets = v.InferOutput<typeof TagTickets>

export const tagCreated = defineEvent('tag.create', v.object({ tag: Tag }))
/** The tag or its number of tickets changed. Ticket events report the tickets themselves. */
export const tagUpdated = defineEvent('tag.update', v.object({ tag: Tag }))
/** Its tickets no longer have it. */
export const tagDeleted = defineEvent('tag.delete', v.object({ tagId: Id }))
