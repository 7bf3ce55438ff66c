import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { ChannelKind } from '../../../src/channels/contract'
import { useText } from '../../shared/i18n/useText'
import { FilterChip } from '../../shared/kit/FilterChip'
import { attention } from './search'
import { useConnectionsView } from './useConnectionsView'

const ALL = 'all'

/** Filters by status, and by messenger if there is more than one. */
export function ConnectionFilters({ list }: { list: readonly ConnectionSummary[] }) {
  const t = useText()
  const { view, change } = useConnectionsView()
  const channels = ChannelKind.options.filter(
    (channel) => channel === view.channel || list.some((one) => one.channel === channel),
  )
  return (
    <>
      {channels.length > 1 && (
        <FilterChip
          label={t('connections.channel')}
          value={view.channel ?? ALL}
          onChange={(channel) => change({ channel: channel === ALL ? undefined : channel })}
          options={[
            { value: ALL, label: t('common.all') },
            ...channels.map((value) => ({ value, label: t(`common.channel.${value}`) })),
          ]}
        />
      )}
      <FilterChip
        label={t('connections.state')}
        value={view.state ?? ALL}
        onChange={(state) => change({ state: state === ALL ? undefined : state })}
        options={[
          { value: ALL, label: t('connections.filter.all') },
          ...attention.map((value) => ({ value, label: t(`connections.filter.${value}`) })),
        ]}
      />
    </>
  )
}
