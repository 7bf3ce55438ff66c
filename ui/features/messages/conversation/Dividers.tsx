import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Rich } from '../../../shared/kit/Rich'
import { useNow } from '../../../shared/kit/useNow'
import type { Seam } from '../rules/conversation'

/** Where a ticket ended, or the next one began. */
export function SeamLine({ kind, seam }: { kind: 'started' | 'ended'; seam: Seam }) {
  return (
    <div className="seam">
      <span>{kind === 'ended' ? <Ended seam={seam} /> : <Started seam={seam} />}</span>
    </div>
  )
}

function Ended({ seam }: { seam: Seam }) {
  const t = useText()
  const when = useWhen(seam.closedAt ?? seam.createdAt)
  return (
    <Rich
      text={
        seam.userName ? t('messages.seam.endedBy', { name: seam.userName, when }) : t('messages.seam.ended', { when })
      }
    />
  )
}

function Started({ seam }: { seam: Seam }) {
  const t = useText()
  const when = useWhen(seam.createdAt)
  const parts = [
    t('messages.seam.started', { id: `#${seam.id}`, when }),
    seam.queueName,
    seam.userName && t('messages.seam.by', { name: seam.userName }),
  ]
  return <Rich text={parts.filter(Boolean).join(' · ')} />
}

function useWhen(at: string): string {
  const t = useText()
  const days = useDays()
  const date = days.dateBefore(at, useNow(60_000))
  const time = days.time(at)
  return date === undefined ? t('messages.seam.today', { time }) : t('messages.seam.before', { date, time })
}

export function DayLabel({ at }: { at: string }) {
  const days = useDays()
  return <div className="day">{days.label(at, useNow(60_000))}</div>
}

/** Where one left off reading. */
export function UnreadLine({ count }: { count: number }) {
  const t = useText()
  return (
    <div className="seam seam-unread">
      <span>{t('tickets.unread', { count })}</span>
    </div>
  )
}
