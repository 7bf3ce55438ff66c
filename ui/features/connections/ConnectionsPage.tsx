import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity, LayoutTemplate, LifeBuoy, Pencil, RotateCw, Smartphone, Trash2 } from 'lucide-react'
import { isMeta } from '../../../src/channels/acts'
import { capabilitiesOf } from '../../../src/channels/capabilities'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { ChannelKind } from '../../../src/channels/contract'
import { hasFeature } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { installationQuery } from '../../shared/installation'
import { Ago } from '../../shared/kit/Ago'
import { buttonClass } from '../../shared/kit/Button'
import { ChannelIcon } from '../../shared/kit/ChannelIcon'
import { IconButton } from '../../shared/kit/IconButton'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay, useUser } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useReturn } from '../../shared/table/useReturn'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { connections, queuesQuery } from '../directory/api'
import { MonthCost } from '../message-costs/MonthCost'
import { handleOf } from './account'
import { ConnectionDialogs, type DialogName, type Dialogs } from './ConnectionDialogs'
import { ImportProgress } from './ImportProgress'
import { SessionAction } from './SessionAction'
import { StateLines } from './StateLines'
import { isBotSilent, shownConnections } from './spec'
import { attention, ConnectionsView } from './view'

/** Users without permission see that they have none. */
export function ConnectionsPage() {
  return useMay()('drawer-admin-items:view') ? <Connections /> : <RefusedPage needs="drawer-admin-items:view" />
}

/** All connections with their status, its reason, and actions. */
function Connections() {
  const t = useText()
  const may = useMay()
  const rows = useRows(connections)
  const view = useView(ConnectionsView)
  const { features } = useUser().company
  const hasChannel = ChannelKind.options.some((channel) => hasFeature(features, capabilitiesOf(channel).plan))
  const mayAdd = may('connections-page:addConnection') && hasChannel
  const dialogs: Dialogs = useRowDialog<ConnectionSummary, DialogName>(
    rows.all,
    view.now.new && mayAdd ? 'kinds' : null,
  )
  const leave = useReturn(view, dialogs.close)
  const { open } = dialogs
  const all = rows.all ?? []
  const { channel, state } = view.now
  const channels = ChannelKind.options.filter((one) => one === channel || all.some((row) => row.channel === one))
  const supportUrl = useQuery(installationQuery).data?.supportUrl
  return (
    <ListPage
      title={t('connections.title')}
      rows={rows}
      shown={shownConnections(all, view.now)}
      columns={useColumns(
        dialogs,
        all.some(({ channel }) => capabilitiesOf(channel).isCharged),
      )}
      isTall
      view={view}
      search={t('common.searchNameOrNumber')}
      filters={
        <>
          {channels.length > 1 && (
            <ChoiceFilter
              label={t('connections.channel')}
              value={channel}
              onChange={(channel) => view.change({ channel })}
              options={channels.map((value) => ({ value, label: t(`common.channel.${value}`) }))}
            />
          )}
          <ChoiceFilter
            label={t('common.field.status')}
            value={state}
            onChange={(state) => view.change({ state })}
            all={t('common.allFeminine')}
            options={attention.map((value) => ({ value, label: t(`connections.filter.${value}`) }))}
          />
        </>
      }
      tools={
        <>
          {all.some(({ channel }) => capabilitiesOf(channel).templates) && (
            <Link to="/templates" className={buttonClass('plain', 'md')}>
              <LayoutTemplate />
              {t('connections.templates')}
            </Link>
          )}
          {may('connections-page:actionButtons') && (
            <IconButton label={t('connections.restart')} size="md" onClick={() => open('restart')}>
              <RotateCw />
            </IconButton>
          )}
          {supportUrl && (
            <a className={buttonClass('plain', 'md')} href={supportUrl} target="_blank" rel="noopener noreferrer">
              <LifeBuoy />
              {t('connections.support')}
            </a>
          )}
        </>
      }
      action={mayAdd && { label: t('connections.new'), onSelect: () => open('kinds') }}
      actions={
        may('connections-page:editOrDeleteConnection') &&
        ((connection) => [
          {
            label: t('common.row.edit', connection),
            icon: <Pencil />,
            isMain: true,
            onSelect: () => open('edit', connection),
          },
          { label: t('common.row.delete', connection), icon: <Trash2 />, onSelect: () => open('delete', connection) },
        ])
      }
      flash={({ status, name }) => `${status} ${name}`}
      empty={{
        icon: <Smartphone />,
        title: t('connections.empty.title'),
        text: mayAdd
          ? t('connections.empty.text')
          : t(hasChannel ? 'connections.empty.readOnly' : 'connections.noChannel'),
      }}
      noMatch={t('connections.noMatch.text')}
    >
      <ConnectionDialogs {...dialogs} count={all.length} onLeave={leave} />
    </ListPage>
  )
}

/** The messenger's mark, at the corner of the account's picture if it has one. */
function Face({ channel, picture }: { channel: ChannelKind; picture: string | null | undefined }) {
  if (!picture) return <ChannelIcon channel={channel} size="lg" />
  return (
    <span className="relative flex-none">
      <img src={picture} alt="" className="size-7 rounded-full object-cover" />
      <span className="absolute -right-1 -bottom-1 flex">
        <ChannelIcon channel={channel} />
      </span>
    </span>
  )
}

function useColumns(dialogs: Dialogs, hasCosts: boolean): Column<ConnectionSummary>[] {
  const t = useText()
  const format = useFormat()
  const may = useMay()
  return [
    {
      id: 'name',
      head: t('common.field.connection'),
      sort: 'name',
      cell: ({ name, channel, number, isDefault, account }) => (
        <span className="person">
          <Face channel={channel} picture={account?.picture} />
          <span className="two">
            <span>
              {name} {isDefault && <span className="default-mark">{t('connections.default')}</span>}
            </span>
            <small>
              {number
                ? format.phone(number)
                : (handleOf({ account }) ?? t(isMeta(channel) ? 'connections.meta.unlinked' : 'connections.unlinked'))}
            </small>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('common.field.status'),
      sort: 'state',
      width: 'clamp(11rem, 18vw, 20rem)',
      phone: 'line',
      cell: (connection) => (
        <StateLines connection={connection}>
          {connection.status === 'CONNECTED' && connection.statusImportMessages && (
            <ImportProgress connection={connection} />
          )}
        </StateLines>
      ),
    },
    {
      id: 'session',
      head: t('connections.column.session'),
      isHeadHidden: true,
      width: 'clamp(9.5rem, 12vw, 12rem)',
      phone: 'bare',
      cell: (connection) =>
        may('connections-page:actionButtons') && (
          <span className="flex items-center gap-1">
            <SessionAction connection={connection} onOpen={(what) => dialogs.open(what, connection)} />
            <IconButton
              label={t('connections.health.of', connection)}
              onClick={() => dialogs.open('health', connection)}
            >
              <Activity />
            </IconButton>
          </span>
        ),
    },
    {
      id: 'chatbot',
      head: t('connections.column.chatbot'),
      width: '4.5rem',
      phone: 'labelled',
      cell: (connection) => <ChatbotSwitch connection={connection} />,
    },
    {
      id: 'queues',
      head: t('common.field.queues'),
      width: hasCosts ? 'clamp(8rem, 11vw, 13rem)' : 'clamp(8rem, 14vw, 13rem)',
      phone: 'line',
      cell: (connection) => <Queues connection={connection} />,
    },
    hasCosts ? costColumn(t('connections.meta.cost')) : updatedColumn(t('connections.column.updated')),
  ]
}

const updatedColumn = (head: string): Column<ConnectionSummary> => ({
  id: 'updated',
  head,
  sort: 'updated',
  width: 'clamp(6.5rem, 8.5vw, 9.5rem)',
  // The status itself says since when, if it matters.
  yields: 'first',
  phone: 'end',
  cell: ({ updatedAt }) => <Ago at={updatedAt} />,
})

const costColumn = (head: string): Column<ConnectionSummary> => ({
  id: 'cost',
  head,
  width: 'clamp(7rem, 8.75vw, 11rem)',
  phone: 'labelled',
  cell: ({ id }) => (
    <span className="whitespace-normal">
      <MonthCost connectionId={id} />
    </span>
  ),
})

/** Queues it offers; amber when the bot is on without any. */
function Queues({ connection }: { connection: ConnectionSummary }) {
  const t = useText()
  const { data: queues = [] } = useQuery(queuesQuery)
  if (isBotSilent(connection))
    return <span className="text-sm text-warning-ink whitespace-normal">{t('connections.botSilent')}</span>
  const used = queues.filter(({ id }) => connection.queueIds.includes(id))
  if (used.length === 0) return <span className="text-muted">{t('connections.noQueue')}</span>
  return (
    <span className="flex flex-wrap gap-1">
      {used.map((queue) => (
        <QueueChip key={queue.id} queue={queue} />
      ))}
    </span>
  )
}

/** Whether the bot offers queues to customers who start a ticket. */
function ChatbotSwitch({ connection: { id, name, enableQueueChatbot } }: { connection: ConnectionSummary }) {
  const t = useText()
  const may = useMay()
  const { update } = useCrud(connections)
  const change = (on: boolean) =>
    void update(id, { enableQueueChatbot: on }, { enableQueueChatbot: on }).catch(toast.failure)
  return (
    <Toggle
      aria-label={t('connections.chatbotOf', { name })}
      checked={enableQueueChatbot}
      disabled={!may('connections-page:editOrDeleteConnection')}
      onChange={change}
    />
  )
}
