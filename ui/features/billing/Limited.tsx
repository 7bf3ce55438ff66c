import './billing.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarX, Check, CirclePause, LifeBuoy, Lock, QrCode } from 'lucide-react'
import type { Offer, Standing } from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { usePageTitle } from '../../shared/usePageTitle'
import { standingQuery } from './api'
import { monthOf, toPay } from './Words'

/** The debt of an overdue company, above everything else. */
export function Owed({ offer: { invoice, canPay } }: { offer: Offer }) {
  const t = useText()
  const format = useFormat()
  if (!invoice)
    return (
      <section className="owe">
        <p className="text-sm">{t('billing.limited.nothing')}</p>
        {canPay && (
          <Link className={buttonClass('primary')} to="/checkout" search={{ step: 'plan' }}>
            {t('billing.limited.choose')}
          </Link>
        )}
      </section>
    )
  const about = { period: monthOf(invoice), plan: invoice.detail, date: format.date(invoice.renewsUntil) }
  return (
    <section className="owe">
      <div>
        <p className="text-muted text-sm">{t('billing.limited.owe')}</p>
        <p className="font-semibold tracking-[-0.02em] tabular-nums my-0.5 text-2xl/8.5">
          {format.money(Math.round(toPay(invoice) * 100))}
        </p>
        <p className="bill-hint">{t('billing.limited.about', about)}</p>
      </div>
      {canPay && (
        <Link className={buttonClass('primary')} to="/checkout" search={{ invoice: invoice.id }}>
          <QrCode />
          {t('billing.payWithPix')}
        </Link>
      )}
    </section>
  )
}

export function LimitedSide({ offer }: { offer: Offer }) {
  const t = useText()
  return (
    <aside className="bill-side">
      <section>
        <h2 className="bill-head mb-2.5">{t('billing.limited.meanwhile')}</h2>
        <Meanwhile waiting={offer.waiting} />
      </section>
      <section>
        <h2 className="bill-head mb-2">{t('billing.limited.after')}</h2>
        <p className="text-sm text-muted leading-5">{t('billing.limited.afterText')}</p>
      </section>
      <section>
        <h2 className="bill-head mb-2">{t('billing.limited.paid')}</h2>
        <p className="text-sm text-muted leading-5">{t('billing.limited.paidText', { operator: offer.operator })}</p>
        <Support {...offer} />
      </section>
    </aside>
  )
}

function Support({ supportUrl }: Pick<Standing, 'supportUrl'>) {
  const t = useText()
  if (supportUrl === null) return null
  return (
    <a className={`${buttonClass('plain', 'sm')} mt-3`} href={supportUrl} target="_blank" rel="noreferrer">
      <LifeBuoy />
      {t('billing.limited.support')}
    </a>
  )
}

function Meanwhile({ waiting }: { waiting: number }) {
  const t = useText()
  return (
    <ul className="bill-reasons grid gap-2 text-sm">
      <li data-good>
        <Check />
        <span>
          {t('billing.limited.comingIn')} {waiting > 0 && <b>{t('billing.limited.waiting', { count: waiting })}</b>}
        </span>
      </li>
      <li data-good>
        <Check />
        <span>{t('billing.limited.kept')}</span>
      </li>
      <li data-bad>
        <CirclePause />
        <span>{t('billing.limited.paused')}</span>
      </li>
      <li data-bad>
        <Lock />
        <span>{t('billing.limited.nobody')}</span>
      </li>
    </ul>
  )
}

/** For users who may not pay. */
export function LimitedToOthers() {
  const t = useText()
  const standing = useQuery(standingQuery).data
  usePageTitle(t('billing.limited.why'))
  return (
    <main className="main page">
      <div className="flex-1 min-h-0 grid grid-cols-[minmax(0,1fr)_clamp(19rem,28%,22rem)] border-t border-line max-xl:block max-xl:overflow-y-auto">
        <section className="grid place-content-center justify-items-center gap-3 p-6 text-center">
          <CalendarX className="size-8! text-faint" />
          <h1 className="page-title">{t('billing.limited.why')}</h1>
          <p className="text-sm text-muted max-w-96">{t('billing.limited.whyText')}</p>
          {standing && <Support {...standing} />}
        </section>
        <aside className="bill-side">
          <section>
            <h2 className="bill-head mb-2.5">{t('billing.limited.meanwhile')}</h2>
            <Meanwhile waiting={standing?.waiting ?? 0} />
          </section>
        </aside>
      </div>
    </main>
  )
}
