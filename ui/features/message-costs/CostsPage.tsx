import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Coins } from 'lucide-react'
import { locales } from '../../shared/i18n/languages'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { monthAfter } from '../../shared/i18n/when'
import { localDay } from '../../shared/i18n/zoned'
import { BackLink } from '../../shared/kit/BackLink'
import { EmptyState } from '../../shared/kit/EmptyState'
import { IconButton } from '../../shared/kit/IconButton'
import { Rich } from '../../shared/kit/Rich'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay, useUser } from '../../shared/session/useUser'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { connectionsQuery } from '../directory/api'
import { CostCard } from './CostCard'
import { shownAmount } from './money'
import { useMonthCosts } from './useMonthCosts'
import { CostsView } from './view'

export const CostsPage = () =>
  useMay()('drawer-admin-items:view') ? <Costs /> : <RefusedPage needs="drawer-admin-items:view" />

/** What the messages of each connection cost in a month, by category. */
function Costs() {
  const t = useText()
  const format = useFormat()
  usePageTitle(t('messageCosts.title'))
  const view = useView(CostsView)
  const now = localDay(Date.now(), useUser().company.timeZone).slice(0, 7)
  const month = view.now.month ?? now
  const costs = useMonthCosts(month)
  const names = useQuery(connectionsQuery).data ?? []
  const monthName = new Intl.DateTimeFormat(locales[t.language], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))
  const turn = (by: number) => view.change({ month: monthAfter(month, by) })
  const total = (costs ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const from = costs?.[0]?.pricesFrom
  return (
    <main className="main page">
      <div className="page-head">
        <BackLink to="/connections" search={{}} label={t('messageCosts.back')} />
        <h1 className="page-title mr-auto">{t('messageCosts.title')}</h1>
        <div className="flex items-center gap-2">
          <IconButton label={t('messageCosts.earlier')} onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <b className="min-w-32 text-center first-letter:uppercase" aria-live="polite">
            {monthName}
          </b>
          <IconButton label={t('messageCosts.later')} disabled={month >= now} onClick={() => turn(1)}>
            <ChevronRight />
          </IconButton>
        </div>
      </div>
      <div className="page-body grid content-start gap-4 p-6 max-md:p-4">
        {costs?.length === 0 && (
          <EmptyState icon={<Coins />} title={t('messageCosts.noConnection')}>
            {t('messageCosts.noConnectionText')}
          </EmptyState>
        )}
        {costs?.map((cost) => (
          <CostCard
            key={`${cost.whatsappId} ${cost.month}`}
            cost={cost}
            name={names.find(({ id }) => id === cost.whatsappId)?.name ?? ''}
            isNow={month === now}
          />
        ))}
        {costs && costs.length > 0 && (
          <p className="flex flex-wrap justify-between gap-3 text-sm text-muted">
            <span>{from ? t('messageCosts.invoiceFrom', { date: format.day(from) }) : t('messageCosts.invoice')}</span>
            <span className="nums">
              <Rich text={t('messageCosts.total', { month: monthName, amount: shownAmount(format, total) })} />
            </span>
          </p>
        )}
      </div>
    </main>
  )
}
