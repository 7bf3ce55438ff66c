/** Texts of an invoice, shared by both lists. */
import { CircleAlert, Clock } from 'lucide-react'
import type { Invoice } from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'

/** Companies and invoices turn amber this many days before the due date. */
const SOON = 5

export const isToPay = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'open' || status === 'overdue'

/** Also if the money went back later. */
export const isPaid = ({ paidAt }: Pick<Invoice, 'paidAt'>): boolean => paidAt !== null

/** In reais. */
export const toPay = ({ value, credit }: Pick<Invoice, 'value' | 'credit'>): number => value - credit

/** Red when due today or past, amber when soon. */
export const toneOf = (invoice: Invoice): 'error' | 'warning' | 'off' | undefined => {
  if (invoice.status === 'cancelled') return 'off'
  if (!isToPay(invoice) || invoice.daysLeft > SOON) return undefined
  return invoice.daysLeft <= 0 ? 'error' : 'warning'
}

export const monthOf = ({ period }: Pick<Invoice, 'period'>): string => period.slice(0, 7)

export function useDueWords() {
  const t = useText()
  return (daysLeft: number): string => {
    if (daysLeft === 0) return t('billing.due.today')
    return daysLeft > 0 ? t('billing.due.in', { count: daysLeft }) : t('billing.due.ago', { count: -daysLeft })
  }
}

/** The due date, with the days left or overdue while the invoice is open. */
export function Due({ invoice }: { invoice: Invoice }) {
  const format = useFormat()
  const words = useDueWords()
  const tone = toneOf(invoice)
  const date = <span className="nums">{format.date(invoice.dueDate)}</span>
  if (tone !== 'error' && tone !== 'warning') return date
  return (
    <span className="two">
      {date}
      <span className={tone === 'error' ? 'due due-late' : 'due due-soon'}>
        {tone === 'error' ? <CircleAlert /> : <Clock />}
        {words(invoice.daysLeft)}
      </span>
    </span>
  )
}

const tones = {
  open: 'wait',
  overdue: 'bad',
  paid: 'ok',
  cancelled: 'off',
  refunded: 'bad',
  partlyRefunded: 'bad',
  disputed: 'bad',
} as const

export function State({ invoice }: { invoice: Invoice }) {
  const t = useText()
  return <StatusDot tone={tones[invoice.status]}>{t(`billing.state.${invoice.status}`)}</StatusDot>
}

export function usePaidWords() {
  const t = useText()
  const format = useFormat()
  return ({ paidAt, paidBy }: Invoice): string =>
    paidAt === null
      ? ''
      : t('billing.paidOn', {
          date: format.date(paidAt),
          by: t.find(`billing.by.${paidBy ?? 'hand'}`) ?? paidBy ?? '',
        })
}

/** Below an invoice: what went back, and payments that did not fit. */
export function PaymentNotes({ invoice: { payments, credit } }: { invoice: Invoice }) {
  const t = useText()
  const format = useFormat()
  const money = (reais: number) => format.money(Math.round(reais * 100))
  const shown = payments.filter(({ settled }) => settled !== 'obsolete')
  return (
    <>
      {credit > 0 && <small>{t('billing.odd.credit', { amount: money(credit) })}</small>}
      {shown.map(({ id, kind, value, at, settled }) => (
        <small key={id}>
          {t(`billing.odd.${kind}`, { amount: money(value), date: format.date(at) })}
          {': '}
          {settled === null ? t('billing.odd.waits') : (t.find(`billing.odd.settled.${settled}`) ?? settled)}
        </small>
      ))}
    </>
  )
}
