import { capabilitiesOf } from '../../../src/channels/capabilities'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useText } from '../../shared/i18n/useText'

/** What the connection's messages of this month cost. */
export function MonthCost({ connection: { channel } }: { connection: ConnectionSummary }) {
  const t = useText()
  return <span className="text-faint">{capabilitiesOf(channel).isCharged ? '—' : t('connections.meta.free')}</span>
}
