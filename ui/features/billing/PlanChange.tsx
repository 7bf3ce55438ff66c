import type { Preview } from '../../../src/features/billing/contract'
import type { Starts } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import type { Choice } from './choice'

type Props = { preview: Preview; choice: Choice; onChange(choice: Choice): void }

/** What another plan does to the time already paid, with dates and sums, before it is confirmed. */
export function PlanChange({ preview, choice, onChange }: Props) {
  const t = useText()
  const { date, money, number } = useFormat()
  const { change, plan, monthly, dueDate } = preview
  if (!change) return null
  const cents = (reais: number) => money(Math.round(reais * 100))
  const { from, until, days, daysThen, later } = change
  const starts: Starts = later ? choice.starts : 'now'
  const option = (value: Starts, title: string, ...lines: readonly string[]) => (
    <label className="plan-choice">
      <input
        type="radio"
        name="starts"
        className="radio p-0.75 size-4.5"
        checked={starts === value}
        onChange={() => onChange({ ...choice, starts: value })}
      />
      <b>{title}</b>
      {lines.map((line) => (
        <small className="col-2 text-xs text-muted" key={line}>
          {line}
        </small>
      ))}
    </label>
  )
  return (
    <fieldset className="grid gap-3">
      <legend className="bill-head mb-2">
        {from
          ? t('billing.change.title', {
              from: `${from.plan} (${cents(from.monthly)})`,
              to: `${plan} (${cents(monthly)})`,
            })
          : t('billing.change.first', { to: `${plan} (${cents(monthly)})` })}
      </legend>
      {days > 0 && (
        <p className="text-sm text-muted">{t('billing.change.ahead', { count: days, date: date(until) })}</p>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(13rem,30%),1fr))] gap-3">
        {option(
          'now',
          t('billing.change.now'),
          ...(days > 0 ? [t('billing.change.converted', { days: number(days), daysThen: number(daysThen) })] : []),
          t('billing.change.dueThen', { date: date(dueDate) }),
        )}
        {later &&
          option(
            'due',
            t('billing.change.later', { date: date(later.begins) }),
            t('billing.change.keeps'),
            t('billing.change.dueThen', { date: date(later.dueDate) }),
          )}
      </div>
    </fieldset>
  )
}
