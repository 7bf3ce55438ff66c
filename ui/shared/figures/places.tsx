/** The queues and connections by which figures are filtered. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ConnectionRoutes } from '../../../src/channels/connections/routes'
import type { ChannelKind } from '../../../src/channels/contract'
import type { QueueRoutes } from '../../../src/queues/routes'
import { client, unwrap } from '../client'
import { useText } from '../i18n/useText'
import { ChoiceFilter } from '../table/ChoiceFilter'

const { queue } = client<QueueRoutes>()
const { whatsapp } = client<ConnectionRoutes>()

const queuesQuery = queryOptions({
  queryKey: ['figure-queues'],
  queryFn: ({ signal }) => unwrap(queue.get({ query: {}, fetch: { signal } })),
  staleTime: 60_000,
})
const none: readonly never[] = []

/** All queues, in their order. */
export const useQueues = () => useQuery(queuesQuery).data ?? none

const connectionsQuery = queryOptions({
  queryKey: ['figure-connections'],
  queryFn: ({ signal }) => unwrap(whatsapp.get({ query: {}, fetch: { signal } })),
  staleTime: 60_000,
})

/** All connections. */
export const useConnections = () => useQuery(connectionsQuery).data ?? none

export type PlaceView = {
  readonly queue?: number | undefined
  readonly connection?: number | undefined
  readonly channel?: ChannelKind | undefined
}

const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))
const textOf = (value: number | undefined) => (value === undefined ? undefined : String(value))

type Props = { readonly now: PlaceView; change(next: PlaceView): void }

export function PlaceFilters(props: Props) {
  return (
    <>
      <QueueFilter {...props} />
      <ConnectionFilter {...props} />
      <ChannelFilter channel={props.now.channel} onChange={(channel) => props.change({ channel })} />
    </>
  )
}

/** 0 stands for "no queue". */
export function QueueFilter({ now, change }: Props) {
  const t = useText()
  const queues = useQueues()
  return (
    <ChoiceFilter
      label={t('figures.queue')}
      all={t('common.allFeminine')}
      value={textOf(now.queue)}
      onChange={(queue) => change({ queue: numberOf(queue) })}
      options={[
        ...queues.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: '0', label: t('common.noQueue') },
      ]}
    />
  )
}

function ConnectionFilter({ now, change }: Props) {
  const t = useText()
  const connections = useConnections()
  return (
    <ChoiceFilter
      label={t('figures.connection')}
      all={t('common.allFeminine')}
      value={textOf(now.connection)}
      onChange={(connection) => change({ connection: numberOf(connection) })}
      options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}

type ChannelProps = { channel: ChannelKind | undefined; onChange(channel: ChannelKind | undefined): void }

/** Only where the company has several channels. */
export function ChannelFilter({ channel, onChange }: ChannelProps) {
  const t = useText()
  const channels = [...new Set(useConnections().map((connection) => connection.channel))]
  if (channels.length < 2 && channel === undefined) return null
  return (
    <ChoiceFilter
      label={t('figures.channel')}
      value={channel}
      onChange={onChange}
      options={channels.map((value) => ({ value, label: t(`common.channel.${value}`) }))}
    />
  )
}
