import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useNow } from '../../shared/kit/useNow'
import { explain, headline, lookOf } from './status'

/** The status of a connection, and below it the reason or current activity. */
export function StateLines({ connection, children }: { connection: ConnectionSummary; children?: ReactNode }) {
  const t = useText()
  const days = useDays()
  const now = useNow(15_000)
  return (
    <span className="state-two">
      <StatusDot tone={lookOf(connection).tone}>{headline(t, days, connection, now)}</StatusDot>
      {children ? <span className="col-start-2">{children}</span> : <small>{explain(t, connection)}</small>}
    </span>
  )
}
