import '../../shared/theme/charts.css' // the colour of the usage bars
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Offer } from '../../../src/features/billing/contract'
import { showDocument } from '../../../src/platform/document'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { lazyPart } from '../../shared/lazyPart'
import { useUser } from '../../shared/session/useUser'
import { Due, toPay } from './Words'

const PayerDialog = lazyPart(() => import('./PayerDialog').then((file) => file.PayerDialog))

/** Beside the invoices: the plan with its usage, the next invoice, and the payer. */
export function FinanceSide({ offer }: { offer: Offer }) {
  const t = useText()
  const format = useFormat()
  const [isEditing, setEditing] = useState(false)
  const { plan, usage, payer, storage } = offer
  return (
    <aside className="bill-side">
      <section>
        <h2 className="bill-head">{plan?.name ?? t('billing.plan.none')}</h2>
        <PlanHint offer={offer} />
        {plan &&
          (['users', 'connections', 'queues'] as const).map((name) => (
            <Usage key={name} label={t(`billing.column.${name}`)} used={usage[name]} limit={plan[name]} />
          ))}
        {plan && (
          <Usage
            label={t('billing.column.storage')}
            used={storage.used}
            limit={storage.limit}
            as={format.size}
            near={0.8}
          />
        )}
      </section>
      <section>
        <h2 className="bill-head mb-2.5">{t('billing.next.title')}</h2>
        <NextInvoice offer={offer} />
      </section>
      <section>
        <h2 className="bill-head mb-2.5">{t('billing.payer.title')}</h2>
        <dl className="facts">
          <dt>{t('billing.payer.name')}</dt>
          <dd>{payer.name}</dd>
          <dt>{t('billing.payer.document')}</dt>
          <dd>{showDocument(payer.document) || '–'}</dd>
          <dt>{t('billing.payer.email')}</dt>
          <dd className="wrap-anywhere">{payer.email || '–'}</dd>
          <dt>{t('billing.payer.phone')}</dt>
          <dd>{offer.payer.phone ? format.phone(offer.payer.phone) : '–'}</dd>
        </dl>
        <Button size="sm" className="mt-3" icon={<Pencil />} onClick={() => setEditing(true)}>
          {t('billing.payer.edit')}
        </Button>
        <Suspense>{isEditing && <PayerDialog payer={payer} onClose={() => setEditing(false)} />}</Suspense>
      </section>
    </aside>
  )
}

function PlanHint({ offer: { plan } }: { offer: Offer }) {
  const t = useText()
  const { money } = useFormat()
  const words = plan ? t('billing.plan.monthly', { amount: money(plan.amount) }) : t('billing.plan.all')
  return <p className="bill-hint mb-3">{words}</p>
}

type UsageProps = {
  readonly label: string
  readonly used: number
  readonly limit: number | null
  /** How both are written; as numbers unless it is given. */
  readonly as?: (amount: number) => string
  readonly near?: number
}

/** Amber from `near` on, red when full. */
function Usage({ label, used, limit, as, near = 0.9 }: UsageProps) {
  const t = useText()
  const { number } = useFormat()
  const show = as ?? number
  const words =
    limit === null
      ? t('billing.plan.unlimited', { used: show(used) })
      : t('billing.plan.of', { used: show(used), limit: show(limit) })
  if (limit === null)
    return (
      <div className="usage grid grid-cols-[5.25rem_minmax(0,1fr)_4.5rem] items-center gap-3 h-8 type-sm">
        <span>{label}</span>
        <span className="col-span-2 nums">{words}</span>
      </div>
    )
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  return (
    <div className="usage grid grid-cols-[5.25rem_minmax(0,1fr)_4.5rem] items-center gap-3 h-8 type-sm">
      <span>{label}</span>
      <span
        className="group h-1.5 rounded-full bg-base-300 overflow-hidden"
        role="img"
        aria-label={words}
        data-near={(share >= near && used <= limit) || undefined}
        data-full={used > limit || undefined}
      >
        <i
          className="block h-full rounded-full bg-(--chart-1) group-data-near:bg-warning group-data-full:bg-error"
          style={{ width: `${100 * share}%` }}
        />
      </span>
      <span className="nums">{words}</span>
    </div>
  )
}

function NextInvoice({ offer: { invoice, dueDate, payer, isFree, next, credit } }: { offer: Offer }) {
  const t = useText()
  const format = useFormat()
  const { id } = useUser().company
  if (!invoice)
    return (
      <p className="text-sm text-muted">
        {id === OPERATOR_COMPANY
          ? t('billing.next.never')
          : isFree
            ? t('billing.next.free')
            : t('billing.next.none', { date: format.date(dueDate) })}
        {next && <> {t('billing.next.plan', { plan: next.plan, date: format.date(next.begins) })}</>}
        {credit > 0 && <> {t('billing.next.credit', { amount: format.money(Math.round(credit * 100)) })}</>}
      </p>
    )
  return (
    <dl className="facts">
      <dt>{t('billing.next.value')}</dt>
      <dd>{format.money(Math.round(toPay(invoice) * 100))}</dd>
      <dt>{t('billing.next.due')}</dt>
      <dd>
        <Due invoice={invoice} />
      </dd>
      <dt>{t('billing.next.renews')}</dt>
      <dd>{format.date(invoice.renewsUntil)}</dd>
      <dt>{t('billing.next.mails')}</dt>
      <dd>{t(payer.email ? 'billing.next.mailDays' : 'billing.next.noMail')}</dd>
    </dl>
  )
}
