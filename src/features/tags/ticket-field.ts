/** Adds tags to ticket summaries, and a tag filter to ticket lists. */
import { getOrMake } from '../../platform/maps'
import { getRows } from '../../platform/sql'
import { mayHold, statement } from '../../platform/sqlite'
import { defineTicketField, type TicketFilter } from '../../tickets/fields'
import { TicketTags } from './contract'

const anyTags = mayHold('ticket_tags')
const noTags: ReadonlyMap<number, TicketTags> = new Map()

/** The tags of each ticket that has any, by name. */
export const ticketTags = defineTicketField({
  name: 'tags',
  schema: TicketTags,
  none: [],
  of(db, ticketIds) {
    if (!anyTags(db)) return noTags
    const found = getRows<{ ticket_id: number; id: number; name: string; color: string }>(
      db,
      'SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?)) ORDER BY g.name',
      JSON.stringify(ticketIds),
    )
    const tags = new Map<number, TicketTags>()
    for (const { ticket_id, ...tag } of found) getOrMake(tags, ticket_id, () => []).push(tag)
    return tags
  },
})

/** Up to this many tagged tickets, finding and sorting them is faster than scanning a whole tab. */
const FEW = 50_000

export const tagFilter: TicketFilter = {
  name: 'tags',
  most: 10,
  has: (tagId) => ({
    sql: 'EXISTS (SELECT 1 FROM ticket_tags tt WHERE tt.ticket_id = t.id AND tt.tag_id = (? + 0))',
    params: [tagId],
  }),
  /** Finds tickets by the rarest of the tags. */
  few(db, tagIds) {
    const rarest = statement(
      db.$client,
      'SELECT id FROM tags WHERE id IN (SELECT value FROM json_each(?)) AND tickets_count <= (? + 0) ORDER BY tickets_count LIMIT 1',
    ).pluck()
    const tagId = rarest.get(JSON.stringify(tagIds), FEW) as number | undefined // an id
    if (tagId === undefined) return null
    return {
      sql: 't.id IN (SELECT ticket_id FROM ticket_tags INDEXED BY ticket_tags_tag WHERE tag_id = (? + 0))',
      params: [tagId],
    }
  },
}
