import '../../shared/theme/pane.css'
import './integrations.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Blocks, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import {
  changeIntegrations,
  type IntegrationWithSecret,
  type QueueIntegration,
  seeIntegrations,
} from '../../../src/features/integrations/contract'
import { manageWebhooks } from '../../../src/features/webhooks/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { QueueChip } from '../../shared/kit/QueueChip'
import { SearchBox } from '../../shared/kit/SearchBox'
import { StatusDot } from '../../shared/kit/StatusDot'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { type Rows, useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView, type View } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { queuesQuery } from '../directory/api'
import { webhooks } from '../webhooks/api'
import { SecretDialog } from '../webhooks/SecretDialog'
import { Webhooks } from '../webhooks/Webhooks'
import { integrations } from './api'
import { CallBars } from './CallBars'
import { IntegrationForm } from './IntegrationForm'
import { IntegrationPane } from './IntegrationPane'
import { failuresIn, shownIntegrations, stateOf, tones } from './spec'
import { TypeIcon } from './types'
import { IntegrationsView, tabs } from './view'

/** Users without permission see that they have none. */
export function IntegrationsPage() {
  return useMay()(seeIntegrations) ? <Integrations /> : <RefusedPage needs={seeIntegrations} />
}

/** What answers in queues, and what other systems are told. */
function Integrations() {
  const t = useText()
  const may = useMay()
  const view = useView(IntegrationsView)
  const rows = useRows(integrations)
  const isAdmin = may(manageWebhooks)
  const tab = isAdmin ? (view.now.tab ?? 'bots') : 'bots'
  usePageTitle(t('integrations.title'))
  const search = view.now.search ?? ''
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('integrations.title')}</h1>
        <span className="page-count">
          {rows.all && (isAdmin ? <Totals count={rows.all.length} /> : rows.all.length)}
        </span>
        <SearchBox
          label={t('integrations.search')}
          value={search}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
        {may(changeIntegrations) && (
          <Button
            tone="primary"
            icon={<Plus />}
            className="ml-1 max-md:ml-auto"
            onClick={() => view.change({ new: true })}
          >
            {t(tab === 'bots' ? 'integrations.new' : 'webhooks.new')}
          </Button>
        )}
      </div>
      {isAdmin ? (
        <>
          <Tabs
            id="integrations"
            label={t('integrations.title')}
            tabs={tabs.map((id) => ({
              id,
              label: t(`integrations.tab.${id}`),
              count: id === 'bots' ? rows.all?.length : undefined,
            }))}
            value={tab}
            onChange={(id) =>
              view.change({
                tab: id === 'bots' ? undefined : id,
                pane: undefined,
                webhook: undefined,
                search: undefined,
              })
            }
          />
          <TabPanel id="integrations" value={tab} className="flex min-h-0 flex-1 flex-col">
            {tab === 'bots' ? <Bots rows={rows} view={view} /> : <Webhooks />}
          </TabPanel>
        </>
      ) : (
        <Bots rows={rows} view={view} />
      )}
      {tab === 'bots' && <Dialogs rows={rows} view={view} />}
    </main>
  )
}

function Totals({ count }: { count: number }) {
  const t = useText()
  const all = useRows(webhooks).all
  const words = [t('integrations.totals', { count }), all && t('integrations.webhookTotals', { count: all.length })]
  return words.filter(Boolean).join(', ')
}

type Parts = { rows: Rows<QueueIntegration>; view: View<IntegrationsView> }

function Bots({ rows, view }: Parts) {
  const t = useText()
  const mayChange = useMay()(changeIntegrations)
  const show = (id: number | undefined) => view.change({ pane: id })
  return (
    <DataTable
      rows={rows}
      shown={shownIntegrations(rows.all ?? [], view.now)}
      columns={useColumns(show)}
      view={view}
      isTall
      tone={(one) => (one.id === view.now.pane ? 'info' : undefined)}
      flash={({ name, urlIntegration, queueIds }) => `${name} ${urlIntegration} ${queueIds}`}
      empty={
        <EmptyState
          heading="h2"
          icon={<Blocks />}
          title={t('integrations.empty.title')}
          actions={
            mayChange && (
              <Button size="sm" icon={<Plus />} onClick={() => view.change({ new: true })}>
                {t('integrations.new')}
              </Button>
            )
          }
        >
          {t('integrations.empty.text')}
        </EmptyState>
      }
      noMatch={
        <EmptyState
          heading="h2"
          icon={<SearchX />}
          title={t('kit.noMatch', { text: view.now.search ?? '' })}
          actions={
            <Button size="sm" onClick={view.clear}>
              {t('kit.clearFilters')}
            </Button>
          }
        />
      }
    />
  )
}

function Dialogs({ rows, view }: Parts) {
  const navigate = useNavigate()
  const { what, row, open, close } = useRowDialog<QueueIntegration, 'edit' | 'delete'>(rows.all)
  const [made, setMade] = useState<IntegrationWithSecret | null>(null)
  const chosen = rows.all?.find(({ id }) => id === view.now.pane)
  return (
    <>
      {chosen && (
        <IntegrationPane
          key={chosen.id}
          integration={chosen}
          onEdit={() => open('edit', chosen)}
          onDelete={() => open('delete', chosen)}
          onSecret={setMade}
          onClose={() => view.change({ pane: undefined })}
        />
      )}
      {view.now.new && (
        <IntegrationForm
          onMade={(result) => {
            if (result.type === 'flowbuilder')
              return void navigate({ to: '/flows/$integrationId', params: { integrationId: String(result.id) } })
            if (result.secret !== null) setMade(result)
            view.change({ new: undefined, pane: result.id, search: undefined })
          }}
          onClose={() => view.change({ new: undefined })}
        />
      )}
      {what === 'edit' && row && <IntegrationForm edited={row} onClose={close} />}
      {what === 'delete' && row && <DeleteIntegration integration={row} onClose={close} />}
      {made?.secret && <SecretDialog name={made.name} secret={made.secret} onClose={() => setMade(null)} />}
    </>
  )
}

function useColumns(onShow: (id: number) => void): Column<QueueIntegration>[] {
  const t = useText()
  const days = useDays()
  const queues = useQuery(queuesQuery).data ?? []
  return [
    {
      id: 'name',
      head: t('integrations.column.name'),
      sort: 'name',
      phone: 'lead',
      cell: ({ id, type, name }) => (
        <button
          type="button"
          className="person integration-name max-w-full text-left cursor-pointer"
          onClick={() => onShow(id)}
        >
          <TypeIcon type={type} />
          <span className="two min-w-0">
            <span className="truncate">{name}</span>
            <small className="truncate">{t(`integrationTypes.${type}`)}</small>
          </span>
        </button>
      ),
    },
    {
      id: 'queue',
      head: t('integrations.column.queue'),
      width: '11rem',
      cell: ({ queueIds }) => {
        const chosen = queues.filter(({ id }) => queueIds.includes(id))
        if (chosen.length === 0) return <span className="none text-faint">–</span>
        return (
          <span className="flex flex-wrap gap-1">
            {chosen.map((queue) => (
              <QueueChip key={queue.id} queue={queue} />
            ))}
          </span>
        )
      },
    },
    {
      id: 'state',
      head: t('integrations.column.state'),
      width: '12.5rem',
      phone: 'end',
      cell: (one) => <State integration={one} />,
    },
    {
      id: 'calls',
      head: t('integrations.column.calls'),
      width: '14rem',
      phone: 'line',
      cell: (one) => <CallBars integration={one} />,
    },
    {
      id: 'last',
      head: t('integrations.column.last'),
      sort: 'last',
      width: '7rem',
      yields: 'second',
      cell: ({ lastAt }) =>
        lastAt ? <time dateTime={lastAt}>{days.rowTime(lastAt, Date.now())}</time> : <span className="none">–</span>,
    },
  ]
}

function State({ integration }: { integration: QueueIntegration }) {
  const t = useText()
  const state = stateOf(integration)
  const failed = failuresIn(integration)
  return (
    <span className="two">
      <StatusDot tone={tones[state]}>{t(`integrations.state.${state}`)}</StatusDot>
      {(state === 'failing' || state === 'shaky') && (
        <small className="pl-4">{t('integrations.failed', { failed, count: integration.recent.length })}</small>
      )}
      {state === 'unused' && <small className="pl-4">{t('integrations.noQueue')}</small>}
    </span>
  )
}

function DeleteIntegration({
  integration: { id, name, queueIds },
  onClose,
}: {
  integration: QueueIntegration
  onClose(): void
}) {
  const t = useText()
  const { remove } = useCrud(integrations)
  return (
    <DeleteDialog
      title={t('integrations.delete.title', { name })}
      confirm={t('integrations.delete.confirm')}
      done={t('integrations.delete.done', { name })}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => (
        <p>
          {t(queueIds.length > 0 ? 'integrations.delete.queues' : 'integrations.delete.text', {
            count: queueIds.length,
          })}
        </p>
      )}
    </DeleteDialog>
  )
}
