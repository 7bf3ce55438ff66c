import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { type ConnectionSendLimits, sendLimitsUpdated, YOUNG_LINK_DAYS } from '../../../src/outbound/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { release, SEND_LIMITS, sendLimitsQuery } from './api'

/** How each connection stands today; one that stopped by itself goes on when somebody lets it. */
export function SendLimits() {
  const t = useText()
  const client = useQueryClient()
  const rows = useQuery(sendLimitsQuery).data ?? []
  const put = (limits: ConnectionSendLimits) =>
    client.setQueryData(sendLimitsQuery.queryKey, (all) =>
      all?.map((one) => (one.whatsappId === limits.whatsappId ? limits : one)),
    )
  useEvent(sendLimitsUpdated, ({ standing }) => put(standing))
  if (rows.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('outbound.standing.title')}</h2>
      <ul className="grid gap-3">
        {rows.map((one) => (
          <SendLimitsCard
            key={one.whatsappId}
            limits={one}
            onReleased={(limits) => {
              put(limits)
              void client.invalidateQueries({ queryKey: SEND_LIMITS })
            }}
          />
        ))}
      </ul>
    </section>
  )
}

type CardProps = { limits: ConnectionSendLimits; onReleased(limits: ConnectionSendLimits): void }

function SendLimitsCard({ limits, onReleased }: CardProps) {
  const t = useText()
  const { number } = useFormat()
  const days = useDays()
  const [isBusy, setBusy] = useState(false)
  const { whatsappId, name, sentToday, mayToday, coldToday, coldMayToday, linkedDays, factor, wait } = limits
  const letGo = async () => {
    setBusy(true)
    try {
      onReleased(await release(whatsappId))
      toast.success(t('outbound.standing.released', { name }))
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  const isStopped = wait?.why === 'stopped'
  const stands = wait && wait.why !== 'interval' && wait.why !== 'longPause' ? wait : null
  const until =
    stands?.until &&
    t('outbound.standing.until', { when: `${days.label(stands.until, Date.now())} ${days.time(stands.until)}` })
  return (
    <li className="grid gap-1 rounded-field border border-line p-3 text-sm">
      <div className="flex items-center gap-2">
        <b className="mr-auto truncate font-semibold">{name}</b>
        <StatusDot tone={isStopped ? 'bad' : stands ? 'wait' : 'ok'}>
          {stands ? t(`outbound.standing.${stands.why}`) : t('outbound.standing.goes')}
        </StatusDot>
      </div>
      <p className="text-muted">
        {t('outbound.standing.sent', { sent: number(sentToday), may: number(mayToday) })}{' '}
        {t('outbound.standing.cold', { sent: number(coldToday), may: number(coldMayToday) })}
      </p>
      {linkedDays !== null && (
        <p className="text-muted">
          {t('outbound.standing.linked', { count: linkedDays })}
          {linkedDays < YOUNG_LINK_DAYS && ` ${t('outbound.standing.young')}`}
        </p>
      )}
      {until && <p className="text-muted">{until}</p>}
      {factor > 1 && !isStopped && (
        <p className="text-warning-ink">{t('outbound.standing.slower', { times: number(factor) })}</p>
      )}
      {isStopped && (
        <>
          <p className="text-error-ink">{t('outbound.standing.why')}</p>
          <div>
            <Button size="sm" icon={<CirclePlay />} busy={isBusy} onClick={() => void letGo()}>
              {t('outbound.standing.release')}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
