import { Link } from '@tanstack/react-router'
import { Check, CheckCheck, CircleAlert, CircleSlash, Clock, MessageCircleQuestion, UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import { identityOf } from '../../../../src/contacts/contract'
import { type Campaign, type Delivery, type DeliveryState, STATUS } from '../../../../src/features/campaigns/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { Face } from '../../../shared/kit/Face'
import { SearchBox } from '../../../shared/kit/SearchBox'
import { Segment } from '../../../shared/kit/Segment'
import { useRows } from '../../../shared/live/useCrud'
import type { Column } from '../../../shared/table/columns'
import { DataTable } from '../../../shared/table/DataTable'
import { deliveries } from '../api'
import { reasonWords, useWaitWords } from '../CampaignState'
import { countOf } from '../spec'
import { filters, type ReportView } from '../view'

type Props = { campaign: Campaign; view: ReportView; onView(next: Partial<ReportView>): void }

/** Every recipient and the outcome of the delivery. */
export function Deliveries({ campaign, view, onView }: Props) {
  const t = useText()
  const { id, figures } = campaign
  const { state: filter = 'all', search } = view
  const rows = useRows(
    deliveries,
    useMemo(() => ({ id, filter, search }), [id, filter, search]),
  )
  const isNarrowed = filter !== 'all' || Boolean(search)
  // The counters come with the campaign, the rows a moment later: then they are loading, not missing.
  const hasNone = !isNarrowed && rows.all?.length === 0 && figures.total > 0
  return (
    <section className="run-rows" aria-label={t('campaigns.rows.title')}>
      <div className="table-bar flex flex-wrap items-center gap-2 min-h-13 py-2 px-6 max-md:px-4">
        <Segment
          label={t('common.field.status')}
          items={filters.map((one) => ({
            id: one,
            label: t(`campaigns.filter.${one}`),
            count: countOf(figures, one),
          }))}
          value={filter}
          onChange={(next) => onView({ state: next === 'all' ? undefined : next })}
        />
        <SearchBox
          className="ml-auto w-64!"
          size="sm"
          label={t('common.searchNameOrNumber')}
          value={search ?? ''}
          onSearch={(words) => onView({ search: words || undefined })}
        />
      </div>
      <DataTable
        rows={hasNone ? { ...rows, all: undefined } : rows}
        columns={useColumns(campaign)}
        view={{ sort: '', desc: false, sortBy: () => undefined, isNarrowed }}
        flash={({ state }) => state}
        empty={
          <EmptyState
            icon={<UsersRound />}
            // Rows follow within seconds.
            title={t(campaign.status === STATUS.running ? 'campaigns.rows.filling' : 'campaigns.rows.empty')}
          />
        }
        noMatch={<EmptyState icon={<UsersRound />} title={t('campaigns.rows.noMatch')} />}
      />
    </section>
  )
}

function useColumns(campaign: Campaign): Column<Delivery>[] {
  const t = useText()
  const { phone } = useFormat()
  const identity = (one: Delivery) => identityOf(one, phone) ?? t('contact.hidden')
  const days = useDays()
  const waits = useWaitWords()
  const why = ({ state, reason, answer }: Delivery) => {
    if (reason) return reasonWords(t, reason)
    if (answer) return t('campaigns.rows.said', { text: answer })
    return state === 'cold' && campaign.wait ? waits(campaign.wait) : ''
  }
  const moment = (at: string) => {
    const day = days.dateBefore(at, Date.now())
    return day === undefined ? days.time(at) : `${day} ${days.time(at)}`
  }
  return [
    {
      id: 'contact',
      head: t('common.field.contact'),
      cell: (one) => (
        <span className="person">
          <Face name={one.name || identity(one)} size={1.75} />
          <span className="truncate">{one.name || identity(one)}</span>
        </span>
      ),
    },
    {
      id: 'number',
      head: t('common.field.number'),
      width: '11rem',
      phone: 'line',
      cell: identity,
    },
    {
      id: 'text',
      head: t('campaigns.rows.text'),
      width: '4rem',
      yields: 'first',
      numeric: true,
      phone: 'none',
      cell: ({ text }) => text ?? '',
    },
    {
      id: 'state',
      head: t('common.field.status'),
      width: '9.5rem',
      phone: 'bare',
      cell: ({ state }) => <StateWord state={state} />,
    },
    {
      id: 'when',
      head: t('common.field.when'),
      width: '7.5rem',
      phone: 'end',
      cell: ({ state, at }) =>
        state === 'waiting' || state === 'cold' ? '' : <span className="nums">{moment(at)}</span>,
    },
    {
      id: 'why',
      head: t('campaigns.rows.why'),
      width: 'max(13rem, 22%)',
      phone: 'line',
      cell: (one) => {
        const words = why(one)
        return (
          <span className="block truncate" title={words}>
            {words}
          </span>
        )
      },
    },
    {
      id: 'ticket',
      head: t('campaigns.rows.ticket'),
      width: '6rem',
      phone: 'bare',
      cell: ({ ticket }) =>
        ticket && (
          <Link className="link nums text-primary-ink" to="/tickets/{-$ticketId}" params={{ ticketId: ticket.uuid }}>
            #{ticket.id}
          </Link>
        ),
    },
  ]
}

const icons: Record<DeliveryState, { icon: typeof Check; tick?: string; ink?: string }> = {
  waiting: { icon: Clock },
  cold: { icon: Clock, ink: 'text-warning-ink' },
  asked: { icon: MessageCircleQuestion },
  sending: { icon: Clock },
  sent: { icon: Check },
  delivered: { icon: CheckCheck },
  read: { icon: CheckCheck, tick: 'tick-read' },
  answered: { icon: CheckCheck, tick: 'tick-read' },
  optedOut: { icon: CheckCheck, tick: 'tick-read' },
  failed: { icon: CircleAlert, tick: 'tick-failed', ink: 'text-error-ink' },
  skipped: { icon: CircleSlash, ink: 'text-faint' },
}

function StateWord({ state }: { state: DeliveryState }) {
  const t = useText()
  const { icon: Icon, tick = '', ink = '' } = icons[state]
  return (
    <span className={`inline-flex items-center gap-1.5 ${ink}`}>
      <Icon className={`tick ${tick}`} />
      {t(`campaigns.state.${state}`)}
    </span>
  )
}
