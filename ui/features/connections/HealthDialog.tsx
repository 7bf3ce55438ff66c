import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { can } from '../../../src/channels/acts'
import {
  type ConnectionAccount,
  type ConnectionSummary,
  connectionUpdated,
} from '../../../src/channels/connections/contract'
import { ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import { messageAcked, messageCreated } from '../../../src/tickets/messages/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { Button } from '../../shared/kit/Button'
import { ChannelIcon } from '../../shared/kit/ChannelIcon'
import { Dialog } from '../../shared/kit/Dialog'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Note } from '../../shared/kit/Note'
import { Skeleton } from '../../shared/kit/Skeleton'
import { useEvent } from '../../shared/live/useEvent'
import { throttleTrailing } from '../../shared/throttle'
import { limitText } from './account'
import { healthQuery } from './api'
import { StateLines } from './StateLines'

/** The outbox drains without events. */
const AGAIN = 15_000

type Props = { connection: ConnectionSummary; onClose(): void; onDisconnect(): void }

/** Health of a connection: uptime, last error, and throughput. Live. */
export function HealthDialog({ connection, onClose, onDisconnect }: Props) {
  const t = useText()
  const format = useFormat()
  const health = useQuery({ ...healthQuery(connection.id), refetchInterval: AGAIN })
  useAskAgain(connection.id)
  const { data } = health
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('connections.health.title', connection)}
      lead={<ChannelIcon channel={connection.channel} />}
    >
      <div className="dialog-body grid gap-4">
        <StateLines connection={connection} />
        {connection.status === 'RESTRICTED' && can(connection.channel, 'phone') && (
          <Note
            icon={<Lightbulb />}
            action={
              <Button size="sm" tone="quiet" onClick={onDisconnect}>
                {t('connections.action.disconnect')}
              </Button>
            }
          >
            {t('connections.health.restricted')}
          </Note>
        )}
        {data ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 text-sm">
            <Fact name={t('connections.health.since')}>
              <Ago at={data.since} />
            </Fact>
            {connection.account && <AccountFacts account={connection.account} />}
            {data.until && <Fact name={t('connections.health.until')}>{format.dateTime(data.until)}</Fact>}
            <Fact name={t('connections.health.lastError')}>
              {data.lastError ? (
                <>
                  {t.find(`connections.reason.${data.lastError.reason}`) ?? data.lastError.reason}{' '}
                  <Ago at={data.lastError.at} className="text-muted" />
                </>
              ) : (
                t('connections.health.noError')
              )}
            </Fact>
            <Fact name={t('connections.health.tickets')}>
              {t('connections.health.ticketsNow', {
                open: format.number(data.tickets.open),
                pending: format.number(data.tickets.pending),
              })}
            </Fact>
            <Fact name={t('connections.health.today')}>
              {t('connections.health.todayNow', {
                received: format.number(data.today.received),
                sent: format.number(data.today.sent),
              })}
              {data.today.isMore && ` ${t('connections.health.atLeast')}`}
            </Fact>
            <Fact name={t('connections.health.outbox')}>
              {data.outbox.waiting === 0
                ? t('connections.health.outboxEmpty')
                : t('connections.outbox', { count: data.outbox.waiting })}{' '}
              {data.outbox.oldestAt && <Ago at={data.outbox.oldestAt} className="text-muted" />}
            </Fact>
          </dl>
        ) : health.error ? (
          <ErrorState error={health.error} onRetry={() => void health.refetch()} />
        ) : (
          <Loading className="grid">
            <Skeleton className="h-48" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

/** What Meta says about the account. */
function AccountFacts({ account }: { account: ConnectionAccount }) {
  const t = useText()
  const format = useFormat()
  const { displayName, username, quality, isCoexistent, tokenEndsAt, subscribedAt } = account
  const name = [displayName, username && `@${username}`].filter(Boolean).join(', ')
  const limit = limitText(t, account)
  const isRated = quality === 'GREEN' || quality === 'YELLOW' || quality === 'RED'
  return (
    <>
      {name && <Fact name={t('connections.meta.account')}>{name}</Fact>}
      {isRated && <Fact name={t('connections.meta.ofQuality')}>{t(`connections.meta.qualityText.${quality}`)}</Fact>}
      {limit && <Fact name={t('connections.meta.newPeople')}>{limit}</Fact>}
      {isCoexistent && <Fact name={t('connections.meta.phoneApp')}>{t('connections.meta.coexistent')}</Fact>}
      <Fact name={t('connections.meta.access')}>
        {tokenEndsAt ? t('connections.meta.until', { day: format.date(tokenEndsAt) }) : t('connections.meta.endless')}
      </Fact>
      <Fact name={t('connections.meta.events')}>
        {subscribedAt ? <Ago at={subscribedAt} /> : t('connections.meta.never')}
      </Fact>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="nums">{children}</dd>
  </>
)

/** At most once per second, however much happens. */
function useAskAgain(id: number) {
  const client = useQueryClient()
  const { queryKey } = healthQuery(id)
  const [asking] = useState(() => throttleTrailing(() => void client.invalidateQueries({ queryKey }), 1_000))
  useEffect(() => () => asking.cancel(), [asking])
  useEvent(connectionUpdated, ({ whatsapp }) => {
    if (whatsapp.id === id) asking.ask()
  })
  useEvent(ticketUpdated, () => asking.ask())
  useEvent(ticketDeleted, () => asking.ask())
  useEvent(messageCreated, () => asking.ask())
  useEvent(messageAcked, () => asking.ask())
}
