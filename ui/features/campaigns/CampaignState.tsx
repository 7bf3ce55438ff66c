import type { CSSProperties } from 'react'
import type { Campaign, CampaignStatus } from '../../../src/features/campaigns/contract'
import type { Wait } from '../../../src/outbound/contract'
import type { Text } from '../../shared/i18n/translate'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'
import { statusTone } from './spec'

export function StatusWord({ status }: { status: CampaignStatus }) {
  const t = useText()
  return <StatusDot tone={statusTone(status)}>{t(`campaigns.status.${status}`)}</StatusDot>
}

/** Its status; for one that is paused, why and until when; for one that was not stopped by a user, why it stopped. */
export function CampaignState({ campaign: { status, wait, reason } }: { campaign: Campaign }) {
  const t = useText()
  const words = useWaitWords()
  const why = wait && wait.why !== 'interval' ? words(wait) : reason && reasonWords(t, reason)
  return (
    <span className="two">
      <StatusWord status={status} />
      {why && (
        <small className="max-w-56 truncate" title={why}>
          {why}
        </small>
      )}
    </span>
  )
}

/** "hoje às 16:40", "segunda-feira, 23 de novembro, às 08:00" */
export function useWhen(): (at: string | number) => string {
  const t = useText()
  const days = useDays()
  return (at) => t('campaigns.at', { day: days.label(at, Date.now()), time: days.time(at) })
}

export function useWaitWords(): (wait: Wait) => string {
  const t = useText()
  const when = useWhen()
  return ({ why, until }) => {
    const words = t(`campaigns.wait.${why}`)
    return until === null ? words : t('campaigns.wait.until', { why: words, when: when(until) })
  }
}

/** A bar and its percentage, for tables. */
export function Progress({ value }: { value: number }) {
  const { share } = useFormat()
  const words = share(Math.floor(value * 100) / 100)
  return (
    <span className="flex items-center gap-2">
      <span className="flex-1 block h-1.5 min-w-10 rounded-full bg-base-300 overflow-hidden" aria-hidden="true">
        <i
          className="block h-full w-[calc(var(--v)*100%)] rounded-full bg-(--chart-1)"
          style={{ '--v': value } as CSSProperties}
        />
      </span>
      <span className="nums">{words}</span>
    </span>
  )
}

/** Why a recipient was skipped or failed: a reason of campaigns, or of messages. */
export const reasonWords = (t: Text, reason: string): string =>
  t.find(`campaigns.reason.${reason}`) ?? t.find(`messages.failure.${reason}`)?.replace(/\.$/, '') ?? reason
