import type { InvoiceMonth, InvoiceTotals } from '../../../src/features/billing/contract'
import { ChartFigure, ChartTable } from '../../shared/chart/ChartFigure'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'

/** Paid, due and overdue totals; the sums are the legend of the chart. */
export function Totals({ totals }: { totals: InvoiceTotals }) {
  const t = useText()
  const { money } = useFormat()
  const { paid, due, overdue, oldestDays, months } = totals
  return (
    <div className="bill-money grid grid-cols-[17rem_minmax(0,1fr)] border-y border-line flex-none max-md:grid-cols-1">
      <dl className="bill-sums grid border-r border-line max-md:border-r-0 max-md:border-b max-md:border-b-line">
        <Sum
          kind="paid"
          look="seg-paid"
          cents={paid.cents}
          hint={t('billing.operator.paidHint', { count: paid.count })}
        />
        <Sum kind="due" look="seg-open" cents={due.cents} hint={t('billing.operator.dueHint', { count: due.count })} />
        <Sum
          kind="overdue"
          look="seg-late"
          cents={overdue.cents}
          hint={
            overdue.count === 0
              ? t('billing.operator.dueHint', { count: 0 })
              : t('billing.operator.overdueHint', { count: overdue.count, days: oldestDays })
          }
        />
      </dl>
      <Months months={months} show={money} />
    </div>
  )
}

type SumProps = { kind: 'paid' | 'due' | 'overdue'; look: string; cents: number; hint: string }

function Sum({ kind, look, cents, hint }: SumProps) {
  const t = useText()
  const { money } = useFormat()
  return (
    <div>
      <dt className="flex items-center gap-1.75 type-sm font-medium text-muted">
        <i className={look} />
        {t(`billing.operator.sum.${kind}`)}
      </dt>
      <dd className={kind === 'overdue' && cents > 0 ? 'value text-error-ink' : 'value'}>{money(cents)}</dd>
      <dd className="bill-hint">{hint}</dd>
    </div>
  )
}

/** Height of the tallest bar, in pixels. */
const TALLEST = 108

function Months({ months, show }: { months: readonly InvoiceMonth[]; show(cents: number): string }) {
  const t = useText()
  const most = Math.max(1, ...months.map(({ paid, due, overdue }) => paid + due + overdue))
  const height = (cents: number) => ({ height: `${Math.max(cents > 0 ? 2 : 0, (TALLEST * cents) / most)}px` })
  const name = (month: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(t.language, { month: style, timeZone: 'UTC' })
      .format(Date.parse(`${month}-15`))
      .replace('.', '')
  const now = months.at(-1)
  return (
    <ChartFigure
      title={t('billing.operator.chart')}
      isEmpty={months.every(({ paid, due, overdue }) => paid + due + overdue === 0)}
      isFree
      finding={
        now
          ? t('billing.operator.finding', {
              month: name(now.month, 'long'),
              paid: show(now.paid),
              due: show(now.due),
              overdue: show(now.overdue),
            })
          : ''
      }
      table={
        <ChartTable
          caption={t('billing.operator.chart')}
          heads={[
            t('billing.operator.month'),
            t('billing.operator.sum.paid'),
            t('billing.operator.sum.due'),
            t('billing.operator.sum.overdue'),
          ]}
          rows={months.map(({ month, paid, due, overdue }) => [month, show(paid), show(due), show(overdue)])}
        />
      }
    >
      <div className="grid grid-flow-col auto-cols-[minmax(1.5rem,1fr)] gap-2 h-38 max-md:auto-cols-fr max-md:gap-1">
        {months.map(({ month, paid, due, overdue }, at) => (
          <span
            key={month}
            className="month-bar flex flex-col justify-end items-center gap-0.5 text-faint tabular-nums text-xs/5 max-md:min-w-0 max-md:text-[0.625rem]"
            data-now={at === months.length - 1 || undefined}
            title={`${month}: ${show(paid + due + overdue)}`}
          >
            {overdue > 0 && (
              <i
                className="seg-late first-of-type:rounded-ss-[3px] first-of-type:rounded-se-[3px]"
                style={height(overdue)}
              />
            )}
            {due > 0 && (
              <i
                className="seg-open first-of-type:rounded-ss-[3px] first-of-type:rounded-se-[3px]"
                style={height(due)}
              />
            )}
            {paid > 0 && (
              <i
                className="seg-paid first-of-type:rounded-ss-[3px] first-of-type:rounded-se-[3px]"
                style={height(paid)}
              />
            )}
            <b className="font-normal">{name(month, 'short')}</b>
          </span>
        ))}
      </div>
    </ChartFigure>
  )
}
