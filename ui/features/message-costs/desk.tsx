/** In the contact's pane: what this month's messages to the contact cost. */
import { useQuery } from '@tanstack/react-query'
import { capabilitiesOf } from '../../../src/channels/capabilities'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { connectionsQuery } from '../directory/api'
import { contactCostQuery } from './api'
import { shownAmount } from './money'

function Pane({ ticket: { contactId, isGroup } }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const isCharged = useQuery(connectionsQuery).data?.some(({ channel }) => capabilitiesOf(channel).isCharged) === true
  const { data } = useQuery({ ...contactCostQuery(contactId), enabled: isCharged && !isGroup })
  if (!data || data.billed + data.free === 0) return null
  return (
    <div className="fold">
      <div className="fold-head">{t('messageCosts.contact')}</div>
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <b className="nums font-semibold">{shownAmount(format, data.amount)}</b>
        <span className="text-xs text-faint">
          {t('messageCosts.charged', { count: data.billed })}
          {data.free > 0 && `, ${t('messageCosts.unpaid', { count: data.free })}`}
        </span>
      </p>
    </div>
  )
}

export const deskParts: DeskParts = { Pane }
