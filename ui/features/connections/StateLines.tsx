import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { ShareBar } from '../../shared/kit/ShareBar'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { noticeHeadline, noticeOf, noticeText, toneOf, usedShare } from './account'
import { explain, headline, lookOf } from './status'

/** From this share on the bar is amber. */
const NEARLY_FULL = 0.9

/** The status of a connection, and below it the reason or current activity. */
export function StateLines({ connection, children }: { connection: ConnectionSummary; children?: ReactNode }) {
  const t = useText()
  const days = useDays()
  const now = useNow(15_000)
  const used = usedShare(connection.account)
  const notice = noticeOf(connection, { features: useUser().company.features, now })
  return (
    <span className="state-two">
      <StatusDot tone={notice ? toneOf[notice] : lookOf(connection).tone}>
        {notice ? noticeHeadline(t, notice, connection, now) : headline(t, days, connection, now)}
      </StatusDot>
      {children ? (
        <span className="col-start-2">{children}</span>
      ) : (
        <small className="flex items-center gap-2">
          {used !== null && <ShareBar share={used} isNear={used >= NEARLY_FULL} className="w-10 flex-none" />}
          <span>{notice ? noticeText(t, notice, connection) : explain(t, connection)}</span>
        </small>
      )}
    </span>
  )
}
