import './webhooks.css'
import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, KeyRound, Pencil, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../src/features/webhooks/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { replaceSecret, sendTest, webhooks } from './api'
import { Deliveries } from './Deliveries'
import { SecretDialog } from './SecretDialog'
import { addressOf, shareDelivered, shownWebhooks, stateOf, tones } from './spec'
import { WebhooksView } from './view'
import { WebhookForm } from './WebhookForm'

/** Webhooks on the left, the chosen one's deliveries on the right. For a page whose search has `WebhooksView`. */
export function Webhooks() {
  const t = useText()
  const rows = useRows(webhooks)
  const view = useView(WebhooksView)
  const { what, row, open, close } = useRowDialog<Webhook, 'edit' | 'delete' | 'secret'>(rows.all)
  const [made, setMade] = useState<{ webhook: Webhook; secret: string; isNew: boolean } | null>(null)
  const { all, error, retry } = rows
  const shown = shownWebhooks(all ?? [], view.now.search)
  const chosen = shown.find(({ id }) => id === view.now.webhook)
  const choose = (id: number | undefined) => view.change({ webhook: id, status: undefined, type: undefined })

  const dialogs = (
    <>
      {view.now.new && (
        <WebhookForm
          onMade={(result) => {
            setMade({ ...result, isNew: true })
            view.change({ new: undefined, webhook: result.webhook.id, search: undefined })
          }}
          onClose={() => view.change({ new: undefined })}
        />
      )}
      {what === 'edit' && row && <WebhookForm edited={row} onClose={close} />}
      {what === 'delete' && row && <DeleteWebhook webhook={row} onClose={close} />}
      {what === 'secret' && row && (
        <ReplaceSecret
          webhook={row}
          onMade={(result) => {
            close()
            setMade({ ...result, isNew: false })
          }}
          onClose={close}
        />
      )}
      {made && (
        <SecretDialog
          name={addressOf(made.webhook.url)}
          secret={made.secret}
          hasOld={!made.isNew}
          onClose={() => setMade(null)}
        />
      )}
    </>
  )
  if (!all && error) return <ErrorState error={error} onRetry={retry} />
  if (!all)
    return (
      <Loading className="grid gap-2 p-4">
        <Skeleton className="h-20 w-72" />
        <Skeleton className="h-20 w-72" />
      </Loading>
    )
  if (all.length === 0)
    return (
      <div className="page-body">
        <EmptyState heading="h2" icon={<WebhookIcon />} title={t('webhooks.empty.title')}>
          {t('webhooks.empty.text')}
        </EmptyState>
        {dialogs}
      </div>
    )
  const current = chosen ?? shown[0]
  return (
    <div
      className="hooks group flex-1 min-h-0 grid grid-cols-[19rem_minmax(0,1fr)] border-t border-line max-md:grid-cols-1"
      data-pane={chosen ? 'open' : undefined}
    >
      <section
        className="border-r border-line p-1.5 overflow-y-auto max-md:border-r-0 max-md:group-data-pane:hidden"
        aria-label={t('webhooks.addresses')}
      >
        {shown.map((one) => (
          <Entry key={one.id} webhook={one} isCurrent={one === current} onChoose={() => choose(one.id)} />
        ))}
        {shown.length === 0 && <p className="p-3 text-sm text-muted">{t('webhooks.noMatch')}</p>}
      </section>
      {current && (
        <section className="hooks-main" aria-label={addressOf(current.url)}>
          <div className="hooks-head flex flex-none items-center gap-1 min-h-15 py-2 px-6 border-b border-line max-md:flex-wrap max-md:px-4">
            <IconButton className="only-phone" label={t('common.back')} onClick={() => choose(undefined)}>
              <ArrowLeft />
            </IconButton>
            <Heading webhook={current} />
            <TestButton webhook={current} />
            <Button size="sm" tone="ghost" icon={<KeyRound />} onClick={() => open('secret', current)}>
              {t('webhooks.secret.replace')}
            </Button>
            <IconButton
              label={t('common.row.delete', { name: addressOf(current.url) })}
              onClick={() => open('delete', current)}
            >
              <Trash2 />
            </IconButton>
            <Button size="sm" tone="plain" icon={<Pencil />} onClick={() => open('edit', current)}>
              {t('webhooks.edit')}
            </Button>
          </div>
          <Deliveries key={current.id} webhook={current} view={view} />
        </section>
      )}
      {dialogs}
    </div>
  )
}

const useTopicWords = () => {
  const t = useText()
  return ({ topics }: Webhook) => topics.map((topic) => t(`webhooks.topic.${topic}`)).join(', ')
}

function Entry({ webhook, isCurrent, onChoose }: { webhook: Webhook; isCurrent: boolean; onChoose(): void }) {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const topics = useTopicWords()
  const { url, lastAt, lastDay } = webhook
  const share = shareDelivered(webhook)
  const state = stateOf(webhook)
  return (
    <div
      className="hook relative grid gap-px py-2.5 px-3 rounded-[0.625rem] text-sm hover:bg-hover aria-[current]:bg-selected"
      aria-current={isCurrent || undefined}
    >
      <span className="hook-top flex gap-3">
        <button type="button" className="ticket-name text-left flex-1 min-w-0" onClick={onChoose}>
          {addressOf(url)}
        </button>
        {lastAt && <time dateTime={lastAt}>{days.rowTime(lastAt, Date.now())}</time>}
      </span>
      <StatusDot tone={tones[state]}>{t(`webhooks.state.${state}`)}</StatusDot>
      <small className="truncate">{topics(webhook)}</small>
      {webhook.disabledWhy && <small>{t(`webhooks.why.${webhook.disabledWhy}`)}</small>}
      {webhook.active && webhook.counts.waiting > 0 && state !== 'answers' && (
        <small>{t('webhooks.waiting', { count: webhook.counts.waiting })}</small>
      )}
      {webhook.active && share !== null && (
        <small className="nums">
          {t('webhooks.lastDay', {
            count: lastDay.delivered + lastDay.failed,
            share: format.share(share),
          })}
        </small>
      )}
    </div>
  )
}

function Heading({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const format = useFormat()
  const topics = useTopicWords()
  return (
    <span className="two mr-auto min-w-0">
      <b className="truncate" title={webhook.url}>
        {webhook.url}
      </b>
      <small className="truncate">
        {t('webhooks.signed', { topics: topics(webhook), date: format.date(webhook.secretAt) })}
      </small>
    </span>
  )
}

function TestButton({ webhook: { id, active } }: { webhook: Webhook }) {
  const t = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendTest(id),
    onSuccess: () => toast.success(t('webhooks.test.sent')),
    onError: toast.failure,
  })
  return (
    <Button size="sm" tone="ghost" icon={<Send />} busy={isPending} disabled={!active} onClick={() => mutate()}>
      {t('webhooks.test.send')}
    </Button>
  )
}

type Made = { webhook: Webhook; secret: string }
type ReplaceProps = { webhook: Webhook; onMade(made: Made): void; onClose(): void }

function ReplaceSecret({ webhook: { id, url }, onMade, onClose }: ReplaceProps) {
  const t = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => replaceSecret(id),
    onSuccess: onMade,
    onError: toast.failure,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('webhooks.secret.title', { address: addressOf(url) })}
      confirm={t('webhooks.secret.replace')}
      tone="primary"
      busy={isPending}
      onConfirm={() => mutate()}
    >
      {t('webhooks.secret.text')}
    </ConfirmDialog>
  )
}

function DeleteWebhook({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(webhooks)
  return (
    <DeleteDialog
      title={t('webhooks.delete.title', { address: addressOf(url) })}
      confirm={t('webhooks.delete.confirm')}
      done={t('webhooks.delete.done')}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => <p>{t('webhooks.delete.text')}</p>}
    </DeleteDialog>
  )
}
