import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { CircleAlert, LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { payInvoices } from '../../../src/features/billing/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { classes } from '../../shared/kit/classes'
import { Face } from '../../shared/kit/Face'
import { Rich } from '../../shared/kit/Rich'
import { modulesAtom } from '../../shared/module'
import { signOut } from '../../shared/session/access'
import { hasArrived } from '../../shared/session/session'
import { useMay, useUser } from '../../shared/session/useUser'
import logo from '../../shared/theme/logo.svg'
import { standingQuery } from '../billing/api'
import { useRenewal, welcomeBack } from '../billing/useRenewal'
import { ThemeToggle } from './ThemeToggle'
import { useVisibleGroups } from './useVisibleGroups'

/** In case the event of the payment is lost, and for a due date that the operator moves. */
const ASK_EVERY = 30_000
const pages: ReadonlySet<string> = new Set([
  '/private/financeiro',
  '/private/financeiro-aberto',
  '/private/checkout',
  '/private/recibo',
])

/** Of the page that is shown, which during a navigation is not yet that of the address. */
const useIsOfBilling = () => useRouterState({ select: ({ matches }) => pages.has(matches.at(-1)?.routeId ?? '') })

/**
 * The shell while the company's subscription has expired: only the pages of billing open, nothing else is requested, and
 * everything comes back by itself after the payment.
 */
export function LimitedShell() {
  const t = useText()
  useOnlyBilling()
  useRenewal()
  // Signing in is confirmed here by what is open; not after the payment, when the other shell appears.
  useEffect(() => void hasArrived(), [])
  const standing = useQuery({ ...standingQuery, refetchInterval: ASK_EVERY }).data
  useEffect(() => {
    if (standing?.isOverdue === false) void welcomeBack(standing.dueDate)
  }, [standing])
  return (
    <div className="shell" data-side="full" data-place="elsewhere">
      <a className="skip" href="#page">
        {t('shell.skip')}
      </a>
      <LockedSide />
      <Bar />
      <div className="page-place" id="page" tabIndex={-1}>
        <ExpiredStrip supportUrl={standing?.supportUrl ?? null} />
        {useIsOfBilling() && <Outlet />}
      </div>
    </div>
  )
}

/** Leads from any other address, once the list of pages is there. */
function useOnlyBilling() {
  const { navigate } = useRouter()
  const isOfBilling = useIsOfBilling()
  const isIdle = useRouterState({ select: ({ status }) => status === 'idle' })
  const isListed = useAtomValue(modulesAtom).length > 0
  useEffect(() => {
    if (isListed && isIdle && !isOfBilling) void navigate({ to: '/financeiro-aberto', replace: true })
  }, [isListed, isIdle, isOfBilling, navigate])
}

function ExpiredStrip({ supportUrl }: { supportUrl: string | null }) {
  const t = useText()
  const format = useFormat()
  const { dueDate } = useUser().company
  const mayPay = useMay()(payInvoices)
  return (
    <aside className="status-strip status-strip-error" role="alert">
      <CircleAlert />
      <span>
        <Rich text={t(mayPay ? 'shell.overdue.payable' : 'shell.overdue.expired', { date: format.date(dueDate) })} />
      </span>
      {supportUrl !== null && (
        <a className="font-semibold underline ml-auto" href={supportUrl} target="_blank" rel="noreferrer">
          {t('shell.overdue.support')}
        </a>
      )}
    </aside>
  )
}

/** What there will be again: grey, without numbers and search. */
function LockedSide() {
  const t = useText()
  return (
    <nav className="side" aria-label={t('shell.navigation')}>
      <span className="side-brand">
        <img src={logo} width="26" height="26" alt="" />
        <span>Balcão</span>
      </span>
      <div className="side-scroll">
        {useVisibleGroups('').map((group) => (
          <section key={group.name} aria-label={t(`shell.${group.name}`)}>
            <div className="side-group">{t(`shell.${group.name}`)}</div>
            {group.entries.map((entry) => (
              <span
                key={entry.name}
                className={classes('side-item', entry.name !== 'finance' && 'side-locked')}
                aria-current={entry.name === 'finance' ? 'page' : undefined}
                title={entry.name === 'finance' ? undefined : t('shell.overdue.locked')}
              >
                <entry.icon />
                <span>{entry.title[t.language]}</span>
              </span>
            ))}
          </section>
        ))}
      </div>
    </nav>
  )
}

function Bar() {
  const t = useText()
  const { name, company } = useUser()
  return (
    <header className="topbar">
      <b className="text-sm font-semibold truncate">{company.name}</b>
      <span className="flex-1" />
      <ThemeToggle />
      <span className="flex items-center gap-2 text-sm">
        <Face name={name} size={1.5} />
        <span className="not-phone">{name.split(' ')[0]}</span>
      </span>
      <Button size="sm" tone="ghost" icon={<LogOut />} onClick={() => void signOut()}>
        {t('shell.signOut')}
      </Button>
    </header>
  )
}
