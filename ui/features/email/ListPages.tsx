import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Ban, ChevronLeft, ChevronRight, MailPlus, Paperclip, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { EMAIL_PAGE, type Email, type EmailServer } from '../../../src/features/email/contract'
import type { Format } from '../../shared/i18n/format'
import type { Text } from '../../shared/i18n/translate'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button, buttonClass } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Loading } from '../../shared/kit/Loading'
import { SearchBox } from '../../shared/kit/SearchBox'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { useMay, useUser } from '../../shared/session/useUser'
import { AnswerCount } from './answers/AnswerCount'
import { deleteEmail, emailsQuery, type ListKind, sendNow, useMailServer } from './api'
import { NotConfigured } from './ComposePage'
import { EmailPane } from './EmailPane'
import { Frame } from './Frame'
import { EmailListView } from './view'
import { emailWords } from './words'

/** `/EmailLis` */
export const SentPage = () => <EmailList kind="sent" />
/** `/EmailsAgendado` */
export const ScheduledPage = () => <EmailList kind="scheduled" />

function EmailList({ kind }: { kind: ListKind }) {
  const t = useText()
  const navigate = useNavigate()
  const now = v.parse(EmailListView, useSearch({ strict: false }))
  const { search, page = 1, open } = now
  const change = (next: Partial<EmailListView>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: 'search' in next })
  const { data, error, refetch, isPlaceholderData } = useQuery(emailsQuery(kind, { search, page }))
  const server = useMailServer()
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / EMAIL_PAGE))
  return (
    <Frame
      place={kind}
      actions={
        <SearchBox
          label={t('email.search')}
          value={search ?? ''}
          onSearch={(words) => change({ search: words || undefined, page: undefined, open: undefined })}
        />
      }
    >
      {kind === 'scheduled' && data && data.count > 0 && server && <CannotLeave server={server} count={data.count} />}
      {kind === 'sent' && server?.isConfigured === false && <NotConfigured />}
      {kind === 'scheduled' && data?.count === 0 && server?.isConfigured === false && <NotConfigured />}
      <div className="relative flex-1 min-h-0 flex flex-col overflow-hidden">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <section className="page-body" tabIndex={0} aria-label={t(`email.tab.${kind}`)} aria-busy={isPlaceholderData}>
          {!data && !error && (
            <Loading className="grid gap-2 p-6">
              {[1, 2, 3].map((row) => (
                <span key={row} className="bone h-12" />
              ))}
            </Loading>
          )}
          {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data && data.emails.length === 0 && <Nothing kind={kind} isSearch={Boolean(search)} />}
          {data && data.emails.length > 0 && (
            <>
              <Table kind={kind} emails={data.emails} open={open} onOpen={(id) => change({ open: id })} />
              <Pager
                page={page}
                pages={pages}
                count={data.count}
                onPage={(next) => change({ page: next === 1 ? undefined : next, open: undefined })}
              />
            </>
          )}
        </section>
        {open !== undefined && <EmailPane key={open} id={open} onClose={() => change({ open: undefined })} />}
      </div>
    </Frame>
  )
}

/** At their hour these e-mails would fail: without a server, or without its password. */
function CannotLeave({ server, count }: { server: EmailServer; count: number }) {
  const t = useText()
  const may = useMay()
  if (server.isConfigured && !server.needsPassword) return null
  return (
    <p className="note-line mail-note flex-none items-center px-6 rounded-none max-md:px-4" role="status">
      <TriangleAlert />
      <span className="flex-1">
        {t(server.isConfigured ? 'email.cannotLeave.password' : 'email.cannotLeave.server', { count })}
      </span>
      {may('settings-page:change') && (
        <Link to="/settings" search={{ tab: 'integrations', search: 'SMTP' }}>
          {t('email.configure')}
        </Link>
      )}
    </p>
  )
}

function Nothing({ kind, isSearch }: { kind: ListKind; isSearch: boolean }) {
  const t = useText()
  if (isSearch) return <EmptyState icon={<MailPlus />} title={t('email.empty.noMatch')} />
  return (
    <EmptyState
      icon={<MailPlus />}
      title={t(`email.empty.${kind}`)}
      actions={
        <Link to={kind === 'sent' ? '/Email' : '/EmailScheduler'} search={{}} className={buttonClass('primary')}>
          {t(kind === 'sent' ? 'email.tab.compose' : 'email.schedule')}
        </Link>
      }
    />
  )
}

type TableProps = {
  kind: ListKind
  emails: readonly Email[]
  open: number | undefined
  onOpen(id: number): void
}

function Table({ kind, emails, open, onOpen }: TableProps) {
  const t = useText()
  return (
    <table className="grid-table grid-table-tall mail-table table-fixed" data-kind={kind}>
      <thead>
        <tr>
          <th scope="col">{t('email.column.subject')}</th>
          <th scope="col">{t('email.column.to')}</th>
          <th scope="col">{t('email.column.state')}</th>
          <th scope="col">{t(kind === 'sent' ? 'email.column.sent' : 'email.column.leaves')}</th>
          {kind === 'scheduled' && (
            <th scope="col">
              <span className="sr-only">{t('email.column.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <Row key={email.id} kind={kind} email={email} isOpen={email.id === open} onOpen={() => onOpen(email.id)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ kind, email, isOpen, onOpen }: { kind: ListKind; email: Email; isOpen: boolean; onOpen(): void }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  const me = useUser().id
  const { subject, sender, message, recipients, sendAt, user, files } = email
  const said = emailWords(t, format, email)
  return (
    <tr aria-selected={isOpen}>
      <td className="lead">
        <button type="button" className="two mail-open w-full text-left cursor-pointer" onClick={onOpen}>
          <span>
            {subject}
            {files > 0 && (
              <Paperclip
                className="inline size-3.5! ml-1.5 text-muted"
                aria-label={t('email.files.count', { count: files })}
              />
            )}
            <AnswerCount email={email} />
          </span>
          <small>{message}</small>
        </button>
      </td>
      <td>
        <span className="flex items-center min-w-0 overflow-hidden wrap-anywhere whitespace-normal">
          {sender || t('email.erased')}
          {recipients > 1 && <span className="default-mark">+{format.number(recipients - 1)}</span>}
        </span>
      </td>
      <td>
        <span className="state-two">
          <StatusDot tone={said.tone}>{said.state}</StatusDot>
          {said.why && <small>{said.why}</small>}
        </span>
      </td>
      <td>
        <span className="two">
          <span className="nums">{format.shortDateTime(sendAt)}</span>
          {kind === 'scheduled' && <small>{aheadWords(t, format, sendAt, now)}</small>}
          {kind === 'sent' && user.id !== me && <small>{user.name}</small>}
        </span>
      </td>
      {kind === 'scheduled' && (
        <td>
          <Actions email={email} />
        </td>
      )}
    </tr>
  )
}

function aheadWords(t: Text, { span }: Format, at: string, now: number): string {
  const left = (Date.parse(at) - now) / 1000
  if (left < 60) return t('email.soon')
  return left < 48 * 3600
    ? t('email.in', { span: span(left) })
    : t('email.inDays', { count: Math.floor(left / 86_400) })
}

function Actions({ email: { id, subject } }: { email: Email }) {
  const t = useText()
  const [isCancelling, setCancelling] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const server = useMailServer()
  const run = (work: Promise<unknown>, done: string) => {
    setBusy(true)
    work
      .then(() => toast.success(done), toast.failure)
      .finally(() => {
        setBusy(false)
        setCancelling(false)
      })
  }
  return (
    <span className="row-actions">
      {server?.needsPassword !== true && (
        <Button size="sm" tone="ghost" busy={isBusy} onClick={() => run(sendNow(id, null), t('email.leaves'))}>
          {t('email.sendNow')}
        </Button>
      )}
      <Link
        to="/EmailScheduler"
        search={{ email: id }}
        className={`${buttonClass('ghost', 'sm')} btn-icon`}
        aria-label={t('email.edit', { subject })}
        title={t('email.edit', { subject })}
      >
        <Pencil />
      </Link>
      <IconButton label={t('email.cancel', { subject })} onClick={() => setCancelling(true)}>
        <Ban />
      </IconButton>
      <ConfirmDialog
        open={isCancelling}
        onClose={() => setCancelling(false)}
        title={t('email.cancelTitle', { subject })}
        confirm={t('email.cancelIt')}
        cancel={t('email.keepIt')}
        busy={isBusy}
        onConfirm={() => run(deleteEmail(id), t('email.cancelled'))}
      >
        <p>{t('email.cancelText')}</p>
      </ConfirmDialog>
    </span>
  )
}

function Pager({
  page,
  pages,
  count,
  onPage,
}: {
  page: number
  pages: number
  count: number
  onPage(page: number): void
}) {
  const t = useText()
  const { number } = useFormat()
  const words = t('email.pageOf', { page: number(page), pages: number(pages) })
  const first = (page - 1) * EMAIL_PAGE + 1
  return (
    <nav className="flex items-center gap-2 h-13 px-6 type-sm text-muted max-md:px-4" aria-label={words}>
      <span className="nums">
        {t('email.range', {
          from: number(first),
          to: number(Math.min(count, page * EMAIL_PAGE)),
          total: number(count),
        })}
      </span>
      <IconButton label={t('email.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <span className="nums">{words}</span>
      <IconButton label={t('email.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
