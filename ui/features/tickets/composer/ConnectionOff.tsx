import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { connectionsQuery } from '../../connections/api'

/** The connection is closed: what is written now is sent when it is open again. */
export function ConnectionOff({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const connection = useQuery(connectionsQuery).data?.find(({ id }) => id === ticket.whatsappId)
  if (!connection || connection.status === 'CONNECTED' || connection.status === 'RESTRICTED') return null
  return (
    <p className="composer-hint" role="status">
      <WifiOff className="size-3.5!" />
      {t('messages.connectionOff', { name: connection.name })}
    </p>
  )
}
