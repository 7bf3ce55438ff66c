/** The tags of a ticket, on the desk. */
import { type TicketTags, tagDeleted, tagUpdated } from '../../../src/features/tags/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { Tag } from '../../shared/kit/Tag'
import { TagDot } from '../../shared/kit/TagDot'
import { on } from '../../shared/live/bus'
import type { TicketPart } from '../../shared/ticketParts'

export const tagsOnTickets: TicketPart = {
  name: 'tags',
  handlers: [
    on(tagUpdated, ({ tag: { id, name, color } }) => ({ each: (row) => withTagAs(row, id, { id, name, color }) })),
    on(tagDeleted, ({ tagId }) => ({ each: (row) => withTagAs(row, tagId, null) })),
  ],
  Chips: ({ ticket: { tags } }) =>
    tags.length > 0 && (
      <span className="tag-dots">
        {tags.map((tag) => (
          <TagDot key={tag.id} tag={tag} />
        ))}
      </span>
    ),
  Facts: ({ ticket: { tags } }) =>
    tags.length > 0 && (
      <div className="flex flex-wrap gap-1.5 px-4 pb-4">
        {tags.map((tag) => (
          <Tag key={tag.id} tag={tag} />
        ))}
      </div>
    ),
  stateOf: ({ tags }) => tags.map(({ id }) => id).join(),
  filter: {
    has: ({ tags }, id) => tags.some((tag) => tag.id === id),
    gone: on(tagDeleted, ({ tagId }) => tagId),
  },
}

/** Each ticket carries its tags' names and colours, sorted by name; null: the tag was deleted. */
export function withTagAs(ticket: TicketSummary, id: number, now: TicketTags[number] | null): TicketSummary {
  const had = ticket.tags.find((tag) => tag.id === id)
  if (!had || (had.name === now?.name && had.color === now.color)) return ticket
  const others = ticket.tags.filter((tag) => tag.id !== id)
  return { ...ticket, tags: now ? [...others, now].sort((a, b) => (a.name < b.name ? -1 : 1)) : others }
}
