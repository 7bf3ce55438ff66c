import '../../shared/figures/figures.css'
import './reports.css'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { groupings } from '../../../src/features/reports/contract'
import { tabs } from '../../../src/features/reports/pages/contract'
import { ChannelFilter, useConnections, useQueues } from '../../shared/figures/places'
import { useSheet } from '../../shared/figures/sheet'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { localDay } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Segment } from '../../shared/kit/Segment'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { Toggle } from '../../shared/kit/Toggle'
import { RefusedPage } from '../../shared/RefusedPage'
import { download } from '../../shared/saveFile'
import { useMay, useUser } from '../../shared/session/useUser'
import { ChoicesFilter } from '../../shared/table/ChoicesFilter'
import { DateRangeFilter } from '../../shared/table/DateRangeFilter'
import { useView, type View } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { peopleQuery } from '../directory/api'
import { type ReportChoice, reportQuery, sheetAddress, summarySheetAddress, tagNamesQuery } from './api'
import { ContactFilter } from './ContactFilter'
import { HeatMap } from './HeatMap'
import { SavedViews } from './SavedViews'
import { TicketsView } from './TicketsView'
import { RatingsView, SummaryView } from './Views'
import { ReportsView } from './view'

const TICKETS = 'tickets'

/** Conversations by any filter, ready-made views of them, and both as spreadsheets. */
export function ReportsPage() {
  return useMay()('dashboard:view') ? <Reports /> : <RefusedPage needs="dashboard:view" />
}

function Reports() {
  const t = useText()
  usePageTitle(t('reports.title'))
  const view = useView(ReportsView)
  const chosen = useChosen(view.now)
  const { tab } = view.now
  // The spreadsheet of attendants has their ratings.
  const by = tab === 'ratings' ? 'attendants' : groupings.find((one) => one === tab)
  const { isFetching, fetchSheet } = useSheet()
  const fileName = (of: string) => t('reports.fileName', { view: of, from: chosen.from, to: chosen.to })
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('reports.title')}</h1>
        <span className="page-count">{tab === undefined && <Count chosen={chosen} />}</span>
        {tab === undefined && (
          <SearchBox
            label={t('reports.search')}
            value={view.now.search ?? ''}
            onSearch={(words) => view.change({ search: words || undefined, page: undefined })}
          />
        )}
        <SavedViews view={view} />
        {tab === undefined && (
          <Button title={t('reports.excelHint')} onClick={() => download(sheetAddress(chosen))}>
            <FileSpreadsheet />
            {t('reports.excel')}
          </Button>
        )}
        {by && (
          <Button
            busy={isFetching}
            onClick={() =>
              void fetchSheet(summarySheetAddress(chosen, by), `${fileName(t(`reports.tab.${tab ?? by}`))}.xlsx`)
            }
          >
            <FileSpreadsheet />
            {t('reports.excel')}
          </Button>
        )}
      </div>
      <Tabs
        id="reports"
        label={t('reports.tabs')}
        value={tab ?? TICKETS}
        onChange={(id) => view.change({ tab: tabs.find((one) => one === id), page: undefined })}
        tabs={([TICKETS, ...tabs] as const).map((id) => ({ id, label: t(`reports.tab.${id}`) }))}
      />
      <Filters view={view} chosen={chosen} />
      <TabPanel id="reports" value={tab ?? TICKETS} className="flex flex-col flex-1 min-h-0">
        {tab === undefined && <TicketsView view={view} chosen={chosen} />}
        {tab !== undefined && (
          <div className="page-body">
            {tab === 'hours' && (
              <div className="p-6 max-sm:p-4">
                <HeatMap chosen={chosen} />
              </div>
            )}
            {tab === 'ratings' && <RatingsView view={view} chosen={chosen} />}
            {tab !== 'hours' && tab !== 'ratings' && <SummaryView view={view} chosen={chosen} by={tab} />}
          </div>
        )}
      </TabPanel>
    </main>
  )
}

/** By default from the first of the month until today. */
function useChosen(now: ReportsView): ReportChoice {
  const today = localDay(Date.now(), useUser().company.timeZone)
  const to = now.to ?? today
  return { ...now, from: now.from ?? (now.to ? now.to : `${today.slice(0, 8)}01`), to }
}

function Count({ chosen }: { chosen: ReportChoice }) {
  const t = useText()
  const { number, day } = useFormat()
  const total = useQuery(reportQuery(chosen)).data?.totalTickets.total
  if (total === undefined) return null
  const words = { n: number(total), count: total }
  if (chosen.anytime) return t('reports.countEver', words)
  return t('reports.count', { ...words, from: day(chosen.from).slice(0, 5), to: day(chosen.to) })
}

const textsOf = (ids: readonly number[] | undefined) => ids?.map(String)
const numbersOf = (values: readonly string[] | undefined) => values?.map(Number)
const optionsOf = (rows: readonly { readonly id: number; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }))

function Filters({ view, chosen }: { view: View<ReportsView>; chosen: ReportChoice }) {
  const t = useText()
  const people = useQuery(peopleQuery).data ?? []
  const tags = useQuery(tagNamesQuery).data ?? []
  const { tab, anytime, by, status, queue, user, connection, channel, tag, contact, rated } = view.now
  const isList = tab === undefined
  const queues = useQueues()
  const connections = useConnections()
  const change = (next: Partial<ReportsView>) => view.change({ ...next, page: undefined })
  return (
    <div className="flex flex-wrap items-center gap-2 py-2.5 px-6 border-b border-line flex-none max-sm:px-4 max-sm:flex-nowrap max-sm:overflow-x-auto">
      <DateRangeFilter
        label={t(by === 'closed' && isList ? 'reports.period.closed' : 'reports.period.created')}
        value={anytime && isList ? {} : chosen}
        onChange={({ from, to }) =>
          change({ from, to, anytime: from === undefined && to === undefined && isList ? true : undefined })
        }
      >
        {isList && (
          <Segment
            label={t('reports.dayOf')}
            value={by ?? 'created'}
            onChange={(chosen) => change({ by: chosen === 'closed' ? chosen : undefined })}
            items={[
              { id: 'created', label: t('reports.byCreated') },
              { id: 'closed', label: t('reports.byClosed') },
            ]}
          />
        )}
      </DateRangeFilter>
      {isList && (
        <ChoicesFilter
          label={t('reports.state')}
          values={status}
          onChange={(status) => change({ status })}
          options={(['pending', 'bot', 'open', 'closed'] as const).map((value) => ({
            value,
            label: t(`reports.states.${value}`),
          }))}
        />
      )}
      <ChoicesFilter
        label={t('figures.queue')}
        all={t('common.allFeminine')}
        values={textsOf(queue)}
        onChange={(queue) => change({ queue: numbersOf(queue) })}
        options={[...optionsOf(queues), { value: '0', label: t('common.noQueue') }]}
      />
      <ChoicesFilter
        label={t('figures.attendant')}
        values={textsOf(user)}
        onChange={(user) => change({ user: numbersOf(user) })}
        options={[...optionsOf(people), { value: '0', label: t('figures.nobody') }]}
      />
      <ChoicesFilter
        label={t('figures.connection')}
        all={t('common.allFeminine')}
        values={textsOf(connection)}
        onChange={(connection) => change({ connection: numbersOf(connection) })}
        options={optionsOf(connections)}
      />
      <ChannelFilter channel={channel} onChange={(channel) => change({ channel })} />
      {isList && (
        <>
          <ChoicesFilter
            label={t('reports.tag')}
            all={t('common.allFeminine')}
            values={textsOf(tag)}
            onChange={(tag) => change({ tag: numbersOf(tag) })}
            options={optionsOf(tags)}
          />
          <ContactFilter contactId={contact} onChange={(contact) => change({ contact })} />
          <label className="flex items-center gap-2 px-1 text-sm" htmlFor="reports-rated">
            <Toggle id="reports-rated" checked={rated === true} onChange={(on) => change({ rated: on || undefined })} />
            {t('reports.rated')}
          </label>
        </>
      )}
      {view.isNarrowed && (
        <Button size="sm" tone="ghost" className="ml-auto" onClick={view.clear}>
          {t('reports.clear')}
        </Button>
      )}
    </div>
  )
}
