import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { useText } from '../../../shared/i18n/useText'

/** The name, marked when the connection cannot send now. */
export function useConnectionName() {
  const t = useText()
  return (connection: ConnectionSummary): string =>
    canSend(connection) ? connection.name : `${connection.name} · ${t(`connections.status.${connection.status}`)}`
}

const canSend = ({ status }: Pick<ConnectionSummary, 'status'>): boolean =>
  status === 'CONNECTED' || status === 'RESTRICTED'

/** For a conversation that does not exist yet. */
export const canBegin = ({ status }: Pick<ConnectionSummary, 'status'>): boolean => status === 'CONNECTED'
