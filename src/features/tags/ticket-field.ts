import { getOrMake } from '../../platform/maps'
import { mayHold, statement } from '../../platform/sqlite'
import { defineTicketField } from '../../tickets/fields'
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
    const found = statement(
      db.$client,
      'SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?)) ORDER BY g.name',
    ).all(JSON.stringify(ticketIds)) as { ticket_id: number; id: number; name: string; color: string }[] // the columns are listed
    const tags = new Map<number, TicketTags>()
    for (const { ticket_id, ...tag } of found) getOrMake(tags, ticket_id, () => []).push(tag)
    return tags
  },
})
