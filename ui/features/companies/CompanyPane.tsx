import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  CalendarPlus,
  CirclePause,
  CirclePlay,
  DatabaseBackup,
  Pencil,
  ReceiptText,
  Smartphone,
  Split,
  Trash2,
  X,
} from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { CompanyRow, CompanyUsage } from '../../../src/operator/tenants/contract'
import { showDocument } from '../../../src/platform/document'
import { GIGABYTE, limitNames, OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { BarChart } from '../../shared/chart/ChartFigure'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { zoneWords } from '../../shared/i18n/zoneOptions'
import { Button, buttonClass } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { IconButton } from '../../shared/kit/IconButton'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StatusDot } from '../../shared/kit/StatusDot'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { useCrud } from '../../shared/live/useCrud'
import { isDown } from '../directory/holds'
import { backupsQuery, companies, startBackup, usageQuery } from './api'
import { Due } from './Due'
import { SettingsTab } from './SettingsTab'
import { SupportTab } from './SupportTab'
import { useRenewal } from './useRenewal'

const tabs = ['general', 'usage', 'connections', 'users', 'queues', 'settings', 'backups', 'support'] as const
type Tab = (typeof tabs)[number]

type Acts = { onEdit(): void; onDelete(): void }
type Props = Acts & { company: CompanyRow; onClose(): void }

/** One company, over the table: the next row can be clicked while it is open. */
export function CompanyPane({ company, onEdit, onDelete, onClose }: Props) {
  const t = useText()
  const { date } = useFormat()
  const id = useId()
  const pane = useRef<HTMLElement>(null)
  const [tab, open] = useState<Tab>('usage')
  const usage = useQuery(usageQuery(company.id))
  const counts = { connections: usage.data?.connections.length, users: usage.data?.users.length }
  useEffect(() => pane.current?.focus(), [])
  return (
    <aside
      ref={pane}
      className="pane-over"
      aria-label={company.name}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="dialog-head">
        <Face name={company.name} size={2} className="rounded-md!" />
        <span className="two mr-auto min-w-0">
          <h2 className="truncate">{company.name}</h2>
          <small>{t('companies.since', { id: company.id, date: date(company.createdAt) })}</small>
        </span>
        <IconButton label={t('common.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <Tabs
        id={id}
        label={company.name}
        className="px-5! gap-3! shrink-0"
        tabs={tabs.map((one) => ({
          id: one,
          label: t(`companies.tab.${one}`),
          count: one === 'connections' || one === 'users' ? counts[one] : undefined,
        }))}
        value={tab}
        onChange={open}
      />
      <TabPanel id={id} value={tab} className="flex-1 min-h-0 overflow-y-auto" isScrolled>
        <Content tab={tab} company={company} usage={usage} onEdit={onEdit} onDelete={onDelete} />
      </TabPanel>
      {company.id !== OPERATOR_COMPANY && <Foot company={company} />}
    </aside>
  )
}

type UsageQuery = { data: CompanyUsage | undefined; error: Error | null; refetch(): unknown }

type ContentProps = Acts & { tab: Tab; company: CompanyRow; usage: UsageQuery }

function Content({ tab, company, usage, ...acts }: ContentProps) {
  switch (tab) {
    case 'general':
      return <GeneralTab company={company} {...acts} />
    case 'settings':
      return <SettingsTab companyId={company.id} />
    case 'support':
      return <SupportTab companyId={company.id} />
    case 'backups':
      return <BackupsTab companyId={company.id} />
    default:
      if (usage.error && !usage.data) return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
      if (!usage.data) return <Bones />
      return <UsageOf tab={tab} company={company} usage={usage.data} />
  }
}

function UsageOf({ tab, company, usage }: { tab: Tab; company: CompanyRow; usage: CompanyUsage }) {
  switch (tab) {
    case 'connections':
      return <ConnectionsTab usage={usage} />
    case 'users':
      return <UsersTab usage={usage} />
    case 'queues':
      return <QueuesTab usage={usage} />
    default:
      return <UsageTab company={company} usage={usage} />
  }
}

const Bones = () => (
  <div className="grid gap-4 p-5">
    <Skeleton className="h-24" />
    <Skeleton className="h-32" />
    <Skeleton className="h-16" />
  </div>
)

function GeneralTab({ company, onEdit, onDelete }: Acts & { company: CompanyRow }) {
  const t = useText()
  const { phone } = useFormat()
  const now = useNow(60_000)
  const address = [
    company.billingStreet,
    company.billingDistrict,
    company.billingCity,
    company.billingState,
    company.billingZip,
  ]
  const facts: [string, ReactNode][] = [
    [t('companies.form.email'), company.email],
    [t('companies.form.phone'), company.phone && phone(company.phone)],
    [t('companies.form.document'), showDocument(company.document)],
    [t('companies.column.plan'), company.plan?.name ?? t('companies.noPlan')],
    [t('companies.column.due'), <Due key="due" company={company} now={now} />],
    [t('companies.form.recurrence'), t(`companies.recurrence.${company.recurrence}`)],
    [t('companies.form.payment'), company.paymentMethod],
    [t('companies.billing.name'), company.billingName],
    [t('companies.form.billing'), address.filter((part) => part !== '').join(', ')],
    [t('companies.form.timeZone'), zoneWords(company.timeZone, t.language)],
  ]
  return (
    <div className="fold px-5! border-0!">
      <dl className="company-facts grid grid-cols-1 gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-faint">{name}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <div className="flex gap-2 pt-4">
        <Button icon={<Pencil />} onClick={onEdit}>
          {t('companies.edit')}
        </Button>
        {company.id !== OPERATOR_COMPANY && (
          <Button tone="ghost" className="text-error-ink" icon={<Trash2 />} onClick={onDelete}>
            {t('companies.delete.confirm')}
          </Button>
        )}
      </div>
    </div>
  )
}

function UsageTab({ company, usage }: { company: CompanyRow; usage: CompanyUsage }) {
  const t = useText()
  const { number, size, ago } = useFormat()
  const now = useNow(60_000)
  const { plan } = company
  const total = usage.messages.reduce((sum, { count }) => sum + count, 0)
  const disk = usage.disk.files + usage.disk.messages + usage.disk.sessions
  const parts = [
    { name: t('companies.usage.files'), value: usage.disk.files },
    { name: t('companies.usage.messages'), value: usage.disk.messages },
    { name: t('companies.usage.sessions'), value: usage.disk.sessions },
  ]
  const down = usage.connections.filter(isDown).length
  return (
    <>
      <section className="fold px-5! border-0!">
        <h3 className="fold-head">
          {plan?.name ?? t('companies.noPlan')}
          <Due company={company} now={now} />
        </h3>
        {limitNames.map((limit) => (
          <Meter
            key={limit}
            label={t(`companies.tab.${limit}`)}
            has={usage.used[limit]}
            limit={plan?.[limit] ?? null}
          />
        ))}
        <Meter
          label={t('companies.usage.files')}
          has={usage.used.storage}
          limit={plan?.storage == null ? null : plan.storage * GIGABYTE}
          as={size}
          near={0.8}
        />
      </section>
      <section className="fold px-5! company-chart">
        <BarChart
          title={t('companies.usage.perDay')}
          finding={t('companies.usage.total', { amount: number(total) })}
          of={t('companies.usage.day')}
          data={{
            series: [{ id: 'messages', name: t('companies.usage.messages') }],
            rows: usage.messages.map(({ day, count }) => ({ label: String(Number(day.slice(8))), values: [count] })),
          }}
        />
      </section>
      <section className="fold px-5!">
        <h3 className="fold-head">
          {t('companies.usage.disk')} <span className="nums font-normal text-muted">{size(disk)}</span>
        </h3>
        <div className="flex gap-0.5 h-2.5 rounded-[3px] overflow-hidden" aria-hidden="true">
          {parts.map(({ name, value }, at) => (
            <i className="basis-0.5" key={name} style={{ flexGrow: value, background: `var(--chart-${at + 1})` }} />
          ))}
        </div>
        <ul className="flex flex-wrap gap-y-1.5 gap-x-6 pt-2 type-sm">
          {parts.map(({ name, value }, at) => (
            <li key={name}>
              <i className="inline-block mr-1.5 rounded-xs size-2.5" style={{ background: `var(--chart-${at + 1})` }} />
              {name} <b className="nums">{size(value)}</b>
            </li>
          ))}
        </ul>
      </section>
      <section className="fold px-5!">
        <dl className="company-facts grid grid-cols-1 gap-2 text-sm">
          <div>
            <dt className="text-faint">{t('companies.column.login')}</dt>
            <dd>{company.lastLogin === null ? t('companies.never') : ago(company.lastLogin, now)}</dd>
          </div>
          <div>
            <dt className="text-faint">{t('plans.column.connections')}</dt>
            <dd className={down > 0 ? 'text-error-ink' : undefined}>
              {down > 0
                ? t('companies.usage.down', { count: down, all: usage.connections.length })
                : t('companies.usage.allUp')}
            </dd>
          </div>
        </dl>
      </section>
    </>
  )
}

type MeterProps = {
  readonly label: string
  readonly has: number
  readonly limit: number | null
  /** How both are written; as numbers unless it is given. */
  readonly as?: (amount: number) => string
  readonly near?: number
}

/** How near the limit: amber from `near` on. */
function Meter({ label, has, limit, as = String, near = 0.9 }: MeterProps) {
  const t = useText()
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, has / limit)
  return (
    <div className="use-row grid grid-cols-[6.5rem_minmax(0,1fr)_5rem] items-center gap-3 h-8 type-sm">
      <span>{label}</span>
      <span
        className="group h-1.5 rounded-full bg-base-300 overflow-hidden"
        data-near={share >= near || undefined}
        aria-hidden="true"
      >
        <i
          className="block h-full rounded-full bg-(--chart-1) group-data-near:bg-warning"
          style={{ width: `${100 * share}%` }}
        />
      </span>
      <span className="nums">
        {limit === null ? as(has) : t('companies.usage.of', { has: as(has), limit: as(limit) })}
      </span>
    </div>
  )
}

function ConnectionsTab({ usage: { connections } }: { usage: CompanyUsage }) {
  const t = useText()
  const { phone } = useFormat()
  if (connections.length === 0)
    return <EmptyState heading="h3" icon={<Smartphone />} title={t('companies.none.connections')} />
  return (
    <ul className="company-list">
      {connections.map((connection) => (
        <li key={connection.id}>
          <span className="two">
            <span>{connection.name}</span>
            <small className="nums">{connection.number ? phone(connection.number) : t('companies.unlinked')}</small>
          </span>
          <StatusDot tone={isDown(connection) ? 'bad' : 'ok'}>
            {t(isDown(connection) ? 'companies.stopped' : 'companies.connected')}
          </StatusDot>
        </li>
      ))}
    </ul>
  )
}

function UsersTab({ usage: { users } }: { usage: CompanyUsage }) {
  const t = useText()
  return (
    <ul className="company-list">
      {users.map(({ id, name, email, profile, active }) => (
        <li key={id}>
          <span className="two min-w-0">
            <span className="truncate">{name}</span>
            <small className="truncate">{email}</small>
          </span>
          <StatusDot tone={active ? 'ok' : 'off'}>
            {active ? t(`companies.profile.${profile}`) : t('companies.inactive')}
          </StatusDot>
        </li>
      ))}
    </ul>
  )
}

function QueuesTab({ usage: { queues } }: { usage: CompanyUsage }) {
  const t = useText()
  if (queues.length === 0) return <EmptyState heading="h3" icon={<Split />} title={t('companies.none.queues')} />
  return (
    <ul className="company-list">
      {queues.map((queue) => (
        <li key={queue.id}>
          <QueueChip queue={queue} />
          <span className="text-muted">{t('companies.people', { count: queue.users })}</span>
        </li>
      ))}
    </ul>
  )
}

function BackupsTab({ companyId }: { companyId: number }) {
  const t = useText()
  const { dateTime, size, number } = useFormat()
  const { data, error, refetch } = useQuery(backupsQuery(companyId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones />
  if (data.length === 0)
    return (
      <EmptyState heading="h3" icon={<DatabaseBackup />} title={t('companies.none.backups')} actions={<BackUpNow />}>
        {t('companies.backup.how')}
      </EmptyState>
    )
  return (
    <>
      <div className="flex items-center gap-3 px-5 pt-4">
        <BackUpNow />
        <Link to="/monitor" search={{ tab: 'backups' }} className={buttonClass('ghost', 'sm')}>
          {t('companies.backup.verify')}
        </Link>
      </div>
      <ul className="company-list">
        {data.map(({ name, createdAt, isComplete, bytes, messages }) => (
          <li key={name}>
            <span className="two">
              <span className="nums">{dateTime(createdAt)}</span>
              <small className="nums">
                {size(bytes)}
                {messages !== null &&
                  ` · ${t('companies.backup.messages', { count: messages, amount: number(messages) })}`}
              </small>
            </span>
            <StatusDot tone={isComplete ? 'ok' : 'bad'}>
              {t(isComplete ? 'companies.backup.verified' : 'companies.backup.missing')}
            </StatusDot>
          </li>
        ))}
      </ul>
    </>
  )
}

function BackUpNow() {
  const t = useText()
  const start = useMutation({
    mutationFn: startBackup,
    onSuccess: () => toast.success(t('companies.backup.started')),
    onError: toast.failure,
  })
  return (
    <Button size="sm" icon={<DatabaseBackup />} busy={start.isPending} onClick={() => start.mutate()}>
      {t('companies.backup.now')}
    </Button>
  )
}

function Foot({ company }: { company: CompanyRow }) {
  const t = useText()
  const { update } = useCrud(companies)
  const { renew, isPending } = useRenewal(company)
  const [asking, ask] = useState(false)
  const [busy, setBusy] = useState(false)
  const turn = async () => {
    setBusy(true)
    try {
      await update(company.id, { status: !company.status })
      toast.success(t(company.status ? 'companies.suspend.done' : 'companies.resume.done', company))
      ask(false)
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="dialog-foot">
      {company.status ? (
        <Button tone="ghost" className="mr-auto -ml-3 text-error-ink" icon={<CirclePause />} onClick={() => ask(true)}>
          {t('companies.suspend.button')}
        </Button>
      ) : (
        <Button tone="ghost" className="mr-auto -ml-3" icon={<CirclePlay />} busy={busy} onClick={() => void turn()}>
          {t('companies.resume.button')}
        </Button>
      )}
      <Link to="/faturas" search={{ company: company.id }} className={buttonClass('ghost')}>
        <ReceiptText />
        {t('companies.invoices')}
      </Link>
      <Button icon={<CalendarPlus />} busy={isPending} onClick={renew}>
        {t(`companies.renew.by.${company.recurrence}`)}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        title={t('companies.suspend.title', company)}
        confirm={t('companies.suspend.button')}
        busy={busy}
        onConfirm={() => void turn()}
      >
        {t('companies.suspend.text')}
      </ConfirmDialog>
    </div>
  )
}
