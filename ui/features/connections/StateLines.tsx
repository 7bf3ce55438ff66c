import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { noticeHeadline, noticeOf, noticeText, toneOf } from './account'
import { explain, headline, lookOf } from './status'

/** The status of a connection, and below it the reason or current activity. */
export function StateLines({ connection, children }: { connection: ConnectionSummary; children?: ReactNode }) {
  const t = useText()
  const days = useDays()
  const now = useNow(15_000)
  const notice = noticeOf(connection, { features: useUser().company.features, now })
  return (
    <span className="state-two">
      <StatusDot tone={notice ? toneOf[notice] : lookOf(connection).tone}>
        {notice ? noticeHeadline(t, notice, connection, now) : headline(t, days, connection, now)}
      </StatusDot>
      {children ? (
        <span className="col-start-2">{children}</span>
      ) : (
        <small>{notice ? noticeText(t, notice, connection) : explain(t, connection)}</small>
      )}
    </span>
  )
}
