/**
 * The rules of the tags list: its order, what events mean for it, which rows a view shows, and tags on tickets. Pure.
 */
import { type Tag, tagCreated, tagDeleted, tagUpdated } from '../../../src/features/tags/contract'
import { type TicketSummary, ticketDeleted } from '../../../src/tickets/contract'
import { suggestColor } from '../../shared/form/colors'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf, plain } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { LanesView, TagsView } from './view'

const byName = (a: Tag, b: Tag) => plain(a.name).localeCompare(plain(b.name)) || a.id - b.id

export const tagsSpec: CrudSpec<Tag> = {
  key: ['tags'],
  compare: byName,
  events: [
    on(tagCreated, ({ tag }) => ({ put: tag })),
    on(tagUpdated, ({ tag }) => ({ put: tag })),
    on(tagDeleted, ({ tagId }) => ({ drop: tagId })),
  ],
  // A deleted ticket lowers the counters.
  refetchOn: [on(ticketDeleted, ({ isGone }) => isGone)],
}

export const matchingTags = (list: readonly Tag[], text: string): Tag[] =>
  list.filter(({ name }) => fits(needleOf(text), name))

/** The rows of a view, in its order. */
export function shownTags(list: readonly Tag[], view: TagsView): Tag[] {
  const found = matchingTags(list, view.search ?? '').filter(
    ({ kanban }) => view.kanban === undefined || kanban === (view.kanban === 'yes' ? 1 : 0),
  )
  const columns = {
    name: byName,
    id: (a: Tag, b: Tag) => a.id - b.id,
    tickets: (a: Tag, b: Tag) => a.ticketsCount - b.ticketsCount || byName(a, b),
    kanban: (a: Tag, b: Tag) => a.kanban - b.kanban || a.position - b.position || byName(a, b),
  }
  return sortRows(found, view, columns, 'name')
}

/** The lanes of the board, in their order. */
export const lanesIn = (list: readonly Tag[]): Tag[] =>
  list.filter(({ kanban }) => kanban === 1).sort((a, b) => a.position - b.position || a.id - b.id)

/** The lanes that a view shows. */
export const shownLanes = (list: readonly Tag[], view: LanesView): Tag[] =>
  sortRows(
    matchingTags(lanesIn(list), view.search ?? ''),
    view,
    {
      place: (a, b) => a.position - b.position || a.id - b.id,
      name: byName,
      tickets: (a, b) => a.ticketsCount - b.ticketsCount || byName(a, b),
    },
    'place',
  )

export const valuesOf = (tag: Tag) => ({ ...tag, kanban: tag.kanban === 1 })

/** In a colour unlike the others. */
export const newValues = (others: readonly Tag[], name = '') => ({
  name,
  color: suggestColor(others.map(({ color }) => color)),
  kanban: false,
})

/** Whether a text can become a tag: long enough, and no tag has that name. */
export const isNew = (list: readonly Tag[], text: string): boolean =>
  text.trim().length >= 3 && !list.some(({ name }) => plain(name) === plain(text))

/** How many of the tickets have the tag. */
export function shareOf(tickets: readonly TicketSummary[], { id }: Tag): 'all' | 'some' | 'none' {
  const count = tickets.filter(({ tags }) => tags.some((tag) => tag.id === id)).length
  return count === 0 ? 'none' : count === tickets.length ? 'all' : 'some'
}

/** The ticket with or without the tag. */
export function withTag(ticket: TicketSummary, { id, name, color }: Tag, tagged: boolean): TicketSummary {
  const others = ticket.tags.filter((tag) => tag.id !== id)
  return { ...ticket, tags: tagged ? [...others, { id, name, color }] : others }
}

/** The ticket in this lane of the board and no other. */
export function withLane(ticket: TicketSummary, to: Tag | null, lanes: readonly Tag[]): TicketSummary {
  const others = ticket.tags.filter(({ id }) => !lanes.some((lane) => lane.id === id))
  return to ? withTag({ ...ticket, tags: others }, to, true) : { ...ticket, tags: others }
}
