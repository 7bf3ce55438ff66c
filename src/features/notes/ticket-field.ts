import * as v from 'valibot'
import { getColumn } from '../../platform/sql'
import { mayHold } from '../../platform/sqlite'
import { defineTicketField } from '../../tickets/fields'

const anyNotes = mayHold('ticket_notes')
const noNotes: ReadonlyMap<number, boolean> = new Map()

/** Whether the contact has notes that everybody who sees the ticket may read, which excludes notes from other restricted queues. */
export const hasNotes = defineTicketField({
  name: 'hasNotes',
  schema: v.boolean(),
  none: false,
  of(db, ticketIds) {
    if (!anyNotes(db)) return noNotes
    const found = getColumn<number>(
      db,
      `SELECT t.id FROM json_each(?) chosen CROSS JOIN tickets t ON t.id = chosen.value WHERE EXISTS (
       SELECT 1 FROM ticket_notes n CROSS JOIN tickets o ON o.id = n.ticket_id LEFT JOIN queues q ON q.id = o.queue_id
       WHERE n.contact_id = t.contact_id AND (o.id = t.id OR ifnull(q.is_restricted, 0) = 0 OR o.queue_id = t.queue_id))`,
      JSON.stringify(ticketIds),
    )
    return new Map(found.map((id) => [id, true]))
  },
})
