import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import type { ChannelKind } from '../../../../src/channels/contract'
import { referralKinds } from '../../../../src/features/referrals/contract'
import { seesQueue } from '../../../../src/users/permissions'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Toggle } from '../../../shared/kit/Toggle'
import { useMay, useUser } from '../../../shared/session/useUser'
import { connectionsQuery, queuesQuery } from '../../directory/api'
import {
  clearFiltersAtom,
  connectionFilterAtom,
  extraFiltersAtom,
  filterCountAtom,
  queueFilterAtom,
  unreadFilterAtom,
} from '../listState'
import { NO_QUEUE } from '../rules/lists'
import { FilterAttendant, FilterChoices, FilterDays } from './FilterFields'

const adKinds = referralKinds.map(({ id }) => id)

/** Filters: queues and connections are stored in this browser, others are not. */
export function FilterPanel() {
  const t = useText()
  const user = useUser()
  const count = useAtomValue(filterCountAtom)
  const [queueIds, setQueues] = useAtom(queueFilterAtom)
  const [connectionIds, setConnections] = useAtom(connectionFilterAtom)
  const queues = (useQuery(queuesQuery).data ?? []).filter((queue) => seesQueue(user, queue))
  const connections = useQuery(connectionsQuery).data ?? []
  const [unreadOnly, setUnreadOnly] = useAtom(unreadFilterAtom)
  const [extras, setExtras] = useAtom(extraFiltersAtom)
  const parts = useAtomValue(deskPartsAtom)
  const clear = useSetAtom(clearFiltersAtom)
  const may = useMay()
  return (
    <>
      <label htmlFor="unread-only" className="menu-row m-2 mb-0 justify-between hover:bg-hover">
        {t('tickets.filter.unread')} <Toggle id="unread-only" checked={unreadOnly} onChange={setUnreadOnly} />
      </label>
      <label htmlFor="ads-only" className="menu-row mx-2 justify-between hover:bg-hover">
        {t('tickets.filter.ads')}{' '}
        <Toggle
          id="ads-only"
          checked={(extras.referrals ?? []).length > 0}
          onChange={(isOn) => setExtras({ ...extras, referrals: isOn ? adKinds : [] })}
        />
      </label>
      <FilterDays />
      {may('tickets-manager:filterUsers') && <FilterAttendant />}
      {parts.map(
        ({ name, Filter }) =>
          Filter && (
            <Filter key={name} ids={extras[name] ?? []} onIds={(ids) => setExtras({ ...extras, [name]: ids })} />
          ),
      )}
      <FilterChoices
        legend={t('common.field.queues')}
        options={[...queues, { id: NO_QUEUE, name: t('tickets.filter.noQueue') }]}
        chosen={queueIds}
        onChange={setQueues}
      />
      <ChannelChips connections={connections} chosen={connectionIds} onChange={setConnections} />
      {connections.length > 1 && (
        <FilterChoices
          legend={t('tickets.filter.connections')}
          options={connections}
          chosen={connectionIds}
          onChange={setConnections}
        />
      )}
      {count > 0 && (
        <div className="border-t border-line p-2">
          <Button size="sm" tone="ghost" className="w-full" onClick={() => clear()}>
            {t('tickets.filter.clear')}
          </Button>
        </div>
      )}
    </>
  )
}

type ChipsProps = {
  connections: readonly { readonly id: number; readonly channel: ChannelKind }[]
  chosen: readonly number[] | null
  onChange(ids: number[] | null): void
}

/** Chooses all connections of a channel at once; again: all of every channel. */
function ChannelChips({ connections, chosen, onChange }: ChipsProps) {
  const t = useText()
  const channels = [...new Set(connections.map(({ channel }) => channel))]
  if (channels.length < 2) return null
  return (
    <div className="flex flex-wrap gap-1 px-4 pt-2">
      {channels.map((channel) => {
        const ids = connections.filter((one) => one.channel === channel).map(({ id }) => id)
        const isChosen = chosen !== null && chosen.length === ids.length && ids.every((id) => chosen.includes(id))
        return (
          <Button key={channel} size="xs" aria-pressed={isChosen} onClick={() => onChange(isChosen ? null : ids)}>
            <ChannelIcon channel={channel} />
            {t(`common.channel.${channel}`)}
          </Button>
        )
      })}
    </div>
  )
}
