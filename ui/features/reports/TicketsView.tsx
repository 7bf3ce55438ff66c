import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, FileSearch, Star } from 'lucide-react'
import type { Report, ReportTicket } from '../../../src/features/reports/contract'
import { pageSizes, USUAL_SIZE } from '../../../src/features/reports/pages/contract'
import { ticketTab } from '../../../src/tickets/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { Face } from '../../shared/kit/Face'
import { IconButton } from '../../shared/kit/IconButton'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Segment } from '../../shared/kit/Segment'
import { StaleNote } from '../../shared/kit/StaleNote'
import { StatusDot } from '../../shared/kit/StatusDot'
import type { View } from '../../shared/table/useView'
import { type ReportChoice, reportQuery } from './api'
import { HeatMap } from './HeatMap'
import { canChart, rangeOf } from './rules'
import { Loaded, Means, ShareChart } from './Views'
import type { ReportsView } from './view'

type Props = { view: View<ReportsView>; chosen: ReportChoice }

/** The filtered tickets, below charts of hours and queues. */
export function TicketsView({ view, chosen }: Props) {
  const query = useQuery(reportQuery(chosen))
  return (
    <>
      <div className="page-body">
        {query.error && query.data && <StaleNote onRetry={() => void query.refetch()} />}
        <Loaded query={query}>
          {(report) => (
            <>
              {canChart(chosen) && (
                <div className="figure-charts">
                  <HeatMap chosen={chosen} />
                  <div className="grid gap-4">
                    <ShareChart chosen={chosen} by="queues" />
                    <Means chosen={chosen} by="queues" />
                  </div>
                </div>
              )}
              {report.tickets.length === 0 ? <Nothing view={view} /> : <Table report={report} />}
            </>
          )}
        </Loaded>
      </div>
      {query.data && <Pager view={view} report={query.data} />}
    </>
  )
}

function Nothing({ view }: Pick<Props, 'view'>) {
  const t = useText()
  return (
    <EmptyState
      heading="h2"
      icon={<FileSearch />}
      title={t('reports.empty')}
      actions={
        view.isNarrowed && (
          <Button size="sm" onClick={view.clear}>
            {t('kit.clearFilters')}
          </Button>
        )
      }
    >
      {t('reports.emptyText')}
    </EmptyState>
  )
}

const columns = ['ticket', 'attendant', 'queue', 'state', 'opened', 'closed', 'wait', 'support', 'score'] as const
const numeric: ReadonlySet<(typeof columns)[number]> = new Set(['wait', 'support', 'score'])

function Table({ report }: { report: Report }) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('reports.tab.tickets')}>
      <table className="grid-table grid-table-tall">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={numeric.has(column) ? 'num' : undefined}>
                {t(`reports.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.tickets.map((ticket) => (
            <Row key={ticket.id} ticket={ticket} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const tones = { pending: 'wait', bot: 'off', open: 'ok', closed: 'off' } as const

function Row({ ticket }: { ticket: ReportTicket }) {
  const t = useText()
  const { shortDateTime, span, number } = useFormat()
  const time = (seconds: number | null) => (seconds === null ? '–' : span(seconds))
  const { contact, user, queue, rating } = ticket
  const tab = ticketTab(ticket)
  return (
    <tr>
      <td className="lead">
        <span className="person">
          <Face name={contact.name} src={contact.profilePicUrl} size={2} />
          <span className="grid">
            <Link to="/tickets/{-$ticketId}" params={{ ticketId: ticket.uuid }} search={{}} className="hover:underline">
              {contact.name}
            </Link>
            <small className="text-xs font-normal whitespace-nowrap text-faint">
              #{ticket.code} · {ticket.whatsappName}
            </small>
          </span>
        </span>
      </td>
      <td className="who min-w-32 whitespace-normal">
        {user?.name ?? <span className="text-faint">{t('reports.nobody')}</span>}
      </td>
      <td>
        <QueueChip queue={queue} />
      </td>
      <td>
        <StatusDot tone={tones[tab]}>{t(`reports.states.${tab}`)}</StatusDot>
      </td>
      <td className="max-[1440px]:max-w-22 max-[1440px]:whitespace-normal">{shortDateTime(ticket.createdAt)}</td>
      <td className="max-[1440px]:max-w-22 max-[1440px]:whitespace-normal">
        {ticket.closedAt ? shortDateTime(ticket.closedAt) : '–'}
      </td>
      <td className="num">{time(ticket.waitTime)}</td>
      <td className="num">{time(ticket.supportTime)}</td>
      <td className="num">
        {rating === null ? (
          '–'
        ) : (
          <span className="stars" title={rating.label ?? undefined}>
            <Star />
            {number(rating.value)}
          </span>
        )}
      </td>
    </tr>
  )
}

function Pager({ view, report: { page, pages, totalTickets } }: Pick<Props, 'view'> & { report: Report }) {
  const t = useText()
  const { number } = useFormat()
  const size = view.now.size ?? USUAL_SIZE
  const { from, to } = rangeOf(page, size, totalTickets.total)
  const go = (next: number) => view.change({ page: next === 1 ? undefined : next })
  return (
    <nav className="pager" aria-label={t('reports.pageOf', { page: number(page), pages: number(pages) })}>
      <span className="mr-auto nums">
        {t('reports.range', { from: number(from), to: number(to), total: number(totalTickets.total) })}
      </span>
      <span className="max-sm:hidden">{t('reports.perPage')}</span>
      <Segment
        label={t('reports.perPage')}
        value={String(size)}
        onChange={(chosen) =>
          view.change({
            size: pageSizes.find((one) => String(one) === chosen && one !== USUAL_SIZE),
            page: undefined,
          })
        }
        items={pageSizes.map((one) => ({ id: String(one), label: number(one) }))}
      />
      <IconButton label={t('reports.previous')} disabled={page <= 1} onClick={() => go(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <span className="nums">{t('reports.pageOf', { page: number(page), pages: number(pages) })}</span>
      <IconButton label={t('reports.next')} disabled={page >= pages} onClick={() => go(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
