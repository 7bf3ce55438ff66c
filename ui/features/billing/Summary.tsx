import { useAtomValue } from 'jotai/react'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Invoice, Offer, Payer } from '../../../src/features/billing/contract'
import { showDocument } from '../../../src/platform/document'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { overdueAtom } from '../../shared/session/session'
import { type Choice, priceOf } from './choice'
import { Due, monthOf } from './Words'

type Props = {
  offer: Offer
  choice: Choice
  payer: Payer
  /** Once a code exists, or it is paid. */
  invoice: Invoice | undefined
  isPaid: boolean
  children?: ReactNode
}

/** The expected charge beside each step; once a code exists, the server's charge. */
export function Summary({ offer, choice, payer, invoice: asked, isPaid, children }: Props) {
  const t = useText()
  const format = useFormat()
  const isLimited = useAtomValue(overdueAtom)
  const { name, lines, months, total } = asked
    ? priceOf({ ...offer, invoice: asked }, { ...choice, plan: 'keep', recurrence: asked.recurrence })
    : priceOf(offer, choice)
  const invoice = asked ?? offer.invoice
  const credit = asked ? asked.credit : (offer.invoice?.credit ?? 0) + offer.credit
  const full = asked ? Math.round(asked.value * 100) : total
  const used = Math.min(full, Math.round(credit * 100))
  const recurrence = t(`billing.recurrence.${asked?.recurrence ?? choice.recurrence}`)
  const words = {
    plan: () => t('billing.checkout.planLine', { name: name ?? t('billing.checkout.custom'), recurrence }),
    users: (count: number) => t('billing.checkout.extraUsers', { count, least: offer.custom?.users ?? 0 }),
    connections: (count: number) =>
      t('billing.checkout.extraConnections', { count, least: offer.custom?.connections ?? 0 }),
  }
  return (
    <section className="border-l border-line p-6 bg-base-200 min-w-0 overflow-y-auto max-xl:border-l-0 max-xl:border-t max-xl:border-t-line">
      <h2 className="bill-head mb-2">
        {invoice ? t('billing.invoice', { period: monthOf(invoice) }) : t('billing.next.title')}
      </h2>
      <dl className="sums">
        {lines.map(({ what, count, cents }) => (
          <div key={what}>
            <dt>{words[what](count)}</dt>
            <dd>{format.money(cents)}</dd>
          </div>
        ))}
        {months > 1 && (
          <div>
            <dt>×</dt>
            <dd>{t('billing.checkout.months', { count: months })}</dd>
          </div>
        )}
        {used > 0 && (
          <div>
            <dt>{t('billing.checkout.credit')}</dt>
            <dd>− {format.money(used)}</dd>
          </div>
        )}
        <div data-total>
          <dt>{t('billing.checkout.total')}</dt>
          <dd>{format.money(full - used)}</dd>
        </div>
      </dl>
      <dl className="facts pt-5">
        {invoice && (
          <>
            <dt>{t('billing.next.due')}</dt>
            <dd>
              <Due invoice={invoice} />
            </dd>
          </>
        )}
        {asked && (
          <>
            <dt>{t('billing.next.renews')}</dt>
            <dd>{format.date(asked.renewsUntil)}</dd>
          </>
        )}
        <dt>{t('billing.checkout.company')}</dt>
        <dd>{payer.firstName}</dd>
        {payer.document && (
          <>
            <dt>{t('billing.payer.document')}</dt>
            <dd className="nums">{showDocument(payer.document)}</dd>
          </>
        )}
      </dl>
      {asked && !isPaid && (
        <div className="mt-6">
          <Note tone="info" icon={<Info />}>
            {t(isLimited ? 'billing.checkout.noteLimited' : 'billing.checkout.note', { operator: offer.operator })}
          </Note>
        </div>
      )}
      {children}
    </section>
  )
}
