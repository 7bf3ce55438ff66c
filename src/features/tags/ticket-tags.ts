/** Adds tags to tickets and removes them. Everybody who sees a ticket may tag it. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { announceTicket } from '../../tickets/announce'
import { findVisibleTicket } from '../../tickets/queries'
import type { Ticket } from '../../tickets/tables'
import { announceTag } from './actions'
import { MOST_TAGS_OF_TICKET, type TagTickets } from './contract'
import { tagErrors } from './errors'
import { findTag, findTagOrFail, listTagsOf, putOn, takeOff } from './queries'
import type { Tag } from './tables'

/** A lane replaces the ticket's previous lane. */
export const tagTicket = (cx: Cx, actor: Actor, ticketId: number, tagId: number) =>
  tagTickets(cx, actor, { ticketIds: [ticketId], tagId, tagged: true })

export const untagTicket = (cx: Cx, actor: Actor, ticketId: number, tagId: number) =>
  tagTickets(cx, actor, { ticketIds: [ticketId], tagId, tagged: false })

/** Takes the ticket out of its lane. */
export function clearLane(cx: Cx, actor: Actor, ticketId: number) {
  changeTags(cx, actor, [ticketId], (before) => before.filter(({ kanban }) => !kanban))
}

/** All or nothing. */
export function tagTickets(cx: Cx, actor: Actor, { ticketIds, tagId, tagged }: TagTickets) {
  const tag = findTagOrFail(cx.db, tagId)
  changeTags(cx, actor, ticketIds, (before) => {
    const others = before.filter(({ id, kanban }) => id !== tagId && !(tagged && tag.kanban && kanban))
    return tagged ? [...others, tag] : others
  })
}

/** `tagsFor` maps a ticket's current tags to its new ones. */
function changeTags(cx: Cx, actor: Actor, ticketIds: readonly number[], tagsFor: (before: Tag[]) => Tag[]) {
  cx.transaction((cx) =>
    changeTagsOf(
      cx,
      [...new Set(ticketIds)].map((id) => findVisibleTicket(cx.db, actor, id)),
      tagsFor,
    ),
  )
}

/** Adds and removes tags without a person. Returns the ids that it left out: of no tag, or beyond what a ticket may have. */
export function tagAutomatically(cx: Cx, ticket: Ticket, { add, remove }: AutomaticTags): number[] {
  const known = add.flatMap((id) => findTag(cx.db, id) ?? [])
  const left = new Set([...add, ...remove].filter((id) => !findTag(cx.db, id)))
  changeTagsOf(cx, [ticket], (before) => {
    let after = before.filter(({ id }) => !remove.includes(id))
    for (const tag of known) {
      const others = after.filter(({ id, kanban }) => id !== tag.id && !(tag.kanban && kanban))
      if (others.length < MOST_TAGS_OF_TICKET) after = [...others, tag]
      else left.add(tag.id)
    }
    return after
  })
  return [...left]
}
type AutomaticTags = { readonly add: readonly number[]; readonly remove: readonly number[] }

/** In the caller's transaction. */
function changeTagsOf(cx: Cx, tickets: readonly Ticket[], tagsFor: (before: Tag[]) => Tag[]) {
  const changed = new Set<number>()
  for (const ticket of tickets) {
    const before = listTagsOf(cx.db, ticket.id)
    const after = tagsFor(before)
    const has = (tags: readonly Tag[], { id }: Tag) => tags.some((one) => one.id === id)
    const [lost, won] = [before.filter((tag) => !has(after, tag)), after.filter((tag) => !has(before, tag))]
    if (won.length > 0 && after.length > MOST_TAGS_OF_TICKET)
      fail(tagErrors.ERR_TICKET_TAG_LIMIT, { most: MOST_TAGS_OF_TICKET })
    for (const { id } of lost) takeOff(cx.db, ticket.id, id)
    for (const { id } of won) putOn(cx.db, ticket.id, id)
    for (const { id } of [...lost, ...won]) changed.add(id)
    if (lost.length + won.length > 0) announceTicket(cx, null, ticket)
  }
  for (const id of changed) announceTag(cx, findTagOrFail(cx.db, id))
}
