import { getRows } from '../../platform/sql'
import { mayHold } from '../../platform/sqlite'
import { defineTicketField } from '../../tickets/fields'
import { TicketCampaign } from './contract'

const anyCampaigns = mayHold('campaigns')
const noCampaigns: ReadonlyMap<number, TicketCampaign> = new Map()

/** The campaign whose answer opened the ticket. */
export const ticketCampaign = defineTicketField({
  name: 'campaign',
  schema: TicketCampaign,
  none: null,
  of(db, ticketIds) {
    if (!anyCampaigns(db)) return noCampaigns
    const found = getRows<{ ticket_id: number; id: number; name: string }>(
      db,
      `SELECT d.ticket_id, c.id, c.name FROM json_each(?) chosen CROSS JOIN campaign_deliveries d ON d.ticket_id = chosen.value
       CROSS JOIN campaigns c ON c.id = d.campaign_id ORDER BY d.id`,
      JSON.stringify(ticketIds),
    )
    return new Map(found.map(({ ticket_id, ...campaign }) => [ticket_id, campaign]))
  },
})
