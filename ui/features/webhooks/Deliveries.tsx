import { useMutation } from '@tanstack/react-query'
import { Eye, PowerOff, RotateCw, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  allEventTypes,
  type EventType,
  eventTypes,
  TEST_EVENT,
  type Webhook,
  type WebhookDelivery,
} from '../../../src/features/webhooks/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { Note } from '../../shared/kit/Note'
import { Segment } from '../../shared/kit/Segment'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { DataTable } from '../../shared/table/DataTable'
import type { View } from '../../shared/table/useView'
import { deliveries, redeliver, webhooks } from './api'
import { DeliveryDialog } from './DeliveryDialog'
import { RedeliverFailed } from './RedeliverFailed'
import type { WebhooksView } from './view'

type Props = { webhook: Webhook; view: View<WebhooksView> }

export function Deliveries({ webhook, view }: Props) {
  const t = useText()
  const { id, counts, active, topics } = webhook
  const { status, type } = view.now
  const rows = useRows(
    deliveries,
    useMemo(() => ({ id, status, type }), [id, status, type]),
  )
  const [shown, setShown] = useState<WebhookDelivery | null>(null)
  const [sendsFailed, setSendsFailed] = useState(false)
  const again = useMutation({
    mutationFn: redeliver,
    onSuccess: () => toast.success(t('webhooks.again.sent')),
    onError: toast.failure,
  })
  const types: readonly EventType[] = [
    ...topics.flatMap((topic): readonly EventType[] => eventTypes[topic]),
    TEST_EVENT,
  ]
  return (
    <>
      {!active && <TurnedOff webhook={webhook} />}
      <div className="flex flex-none flex-wrap items-center gap-2 min-h-13 py-2 px-6 max-md:px-4">
        <Segment
          label={t('common.field.status')}
          items={[
            { id: 'all', label: t('common.allFeminine'), count: counts.delivered + counts.failed + counts.waiting },
            { id: 'waiting', label: t('webhooks.filter.waiting'), count: counts.waiting },
            { id: 'failed', label: t('webhooks.filter.failed'), count: counts.failed },
          ]}
          value={status ?? 'all'}
          onChange={(next) => view.change({ status: next === 'all' ? undefined : next })}
        />
        <span className="flex-1" />
        {active && counts.failed > 0 && (
          <Button size="sm" tone="ghost" icon={<RotateCw />} onClick={() => setSendsFailed(true)}>
            {t('webhooks.failedAgain.action')}
          </Button>
        )}
        <ChoiceFilter
          label={t('webhooks.column.event')}
          value={allEventTypes.find((one) => one === type)}
          onChange={(next) => view.change({ type: next })}
          options={types.map((value) => ({ value, label: t(`webhooks.event.${value}`) }))}
        />
      </div>
      <DataTable
        rows={rows}
        columns={useColumns()}
        view={{ sort: '', desc: false, sortBy: () => undefined, isNarrowed: Boolean(status || type) }}
        isTall
        flash={({ status, attempts }) => `${status} ${attempts}`}
        actions={(one) => [
          { label: t('webhooks.body.show', { id: one.eventId }), icon: <Eye />, onSelect: () => setShown(one) },
          {
            label: t('webhooks.again.send', { id: one.eventId }),
            icon: <RotateCw />,
            onSelect: () => again.mutate(one),
          },
        ]}
        empty={<EmptyState icon={<Send />} title={t('webhooks.none')} />}
        noMatch={<EmptyState icon={<Send />} title={t('webhooks.noneFiltered')} />}
      />
      {sendsFailed && <RedeliverFailed webhook={webhook} onClose={() => setSendsFailed(false)} />}
      {shown && (
        <DeliveryDialog
          delivery={shown}
          canSend={active}
          onAgain={() => {
            again.mutate(shown)
            setShown(null)
          }}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

function TurnedOff({ webhook: { id, disabledWhy } }: { webhook: Webhook }) {
  const t = useText()
  const { update } = useCrud(webhooks)
  const { mutate, isPending } = useMutation({
    mutationFn: () => update(id, { active: true }),
    onError: toast.failure,
  })
  return (
    <Note
      className="mx-6 my-2"
      icon={<PowerOff />}
      action={
        <Button size="sm" tone="plain" busy={isPending} onClick={() => mutate()}>
          {t('webhooks.turnOn')}
        </Button>
      }
    >
      {disabledWhy ? `${t(`webhooks.why.${disabledWhy}`)} ` : ''}
      {t('webhooks.off')}
    </Note>
  )
}

function useColumns(): Column<WebhookDelivery>[] {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const note = useNote()
  return [
    {
      id: 'at',
      head: t('webhooks.column.at'),
      width: '7rem',
      phone: 'end',
      cell: ({ createdAt }) => (
        <time className="nums" dateTime={createdAt} title={format.dateTime(createdAt)}>
          {format.isSameDay(createdAt, Date.now())
            ? format.exactTime(createdAt).slice(0, 8)
            : days.rowTime(createdAt, Date.now())}
        </time>
      ),
    },
    {
      id: 'event',
      head: t('webhooks.column.event'),
      phone: 'lead',
      width: '13rem',
      cell: ({ type }) => (
        <span className="two">
          <span>{t.find(`webhooks.event.${type}`) ?? type}</span>
          <small className="font-mono">{type}</small>
        </span>
      ),
    },
    {
      id: 'answer',
      head: t('webhooks.column.answer'),
      width: '9rem',
      phone: 'bare',
      cell: (one) => <Answer {...one} />,
    },
    {
      id: 'took',
      head: t('webhooks.column.took'),
      numeric: true,
      width: '6rem',
      cell: ({ took }) => (took === null ? '–' : `${format.number(took)} ms`),
    },
    {
      id: 'attempts',
      head: t('webhooks.column.attempts'),
      numeric: true,
      width: '6rem',
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'note',
      head: t('webhooks.column.note'),
      isHeadHidden: true,
      phone: 'line',
      cell: (one) => <span className="text-faint">{note(one)}</span>,
    },
  ]
}

function Answer({ status, answerStatus, fault }: WebhookDelivery) {
  const t = useText()
  if (status === 'waiting') return <StatusDot tone="wait">{t('webhooks.answer.waiting')}</StatusDot>
  const words = answerStatus ?? (fault ? t(`webhooks.fault.${fault}`) : '')
  return <StatusDot tone={status === 'delivered' ? 'ok' : 'bad'}>{words}</StatusDot>
}

/** Earlier attempts, and the next one. */
function useNote() {
  const t = useText()
  const days = useDays()
  return ({ status, nextAt, attempts, history, answerStatus, fault }: WebhookDelivery): string => {
    const wordOf = (one: { status: number | null; fault: WebhookDelivery['fault'] }) =>
      one.status === null ? (one.fault ? t(`webhooks.fault.${one.fault}`) : '') : String(one.status)
    if (status === 'waiting') {
      if (attempts === 0 || nextAt === null) return ''
      return t('webhooks.note.next', {
        answer: wordOf({ status: answerStatus, fault }),
        time: days.rowTime(nextAt, Date.now()),
      })
    }
    if (status === 'failed') return t(answerStatus === 410 ? 'webhooks.note.gone' : 'webhooks.note.givenUp')
    const earlier = history.slice(0, -1).map(wordOf)
    return earlier.length > 0 ? t('webhooks.note.earlier', { answers: [...new Set(earlier)].join(', ') }) : ''
  }
}
