import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CirclePause, CirclePlay, KeyRound, Pencil, Play, Split, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  changeIntegrations,
  type IntegrationCall,
  type IntegrationWithSecret,
  type QueueIntegration,
  signs,
  type TriedTurn,
} from '../../../src/features/integrations/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { faultWords } from '../../shared/integrations/faultWords'
import { Button, buttonClass } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Note } from '../../shared/kit/Note'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StatusDot } from '../../shared/kit/StatusDot'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { queuesQuery } from '../directory/api'
import { callNow, callsQuery, integrations, replaceSecret } from './api'
import { stateOf } from './spec'
import { TypeIcon } from './types'
import { useMilliseconds } from './useMilliseconds'

type Props = {
  integration: QueueIntegration
  onEdit(): void
  onDelete(): void
  onSecret(made: IntegrationWithSecret): void
  onClose(): void
}

/** One integration with its latest calls, over the table. */
export function IntegrationPane({ integration, onEdit, onDelete, onSecret, onClose }: Props) {
  const t = useText()
  const pane = useRef<HTMLElement>(null)
  const mayChange = useMay()(changeIntegrations)
  const { type, name, id, failingSince } = integration
  const queues = useQuery(queuesQuery).data?.filter((queue) => integration.queueIds.includes(queue.id)) ?? []
  const { time } = useFormat()
  useEffect(() => pane.current?.focus(), [])
  return (
    <aside
      ref={pane}
      className="pane-over"
      aria-label={name}
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="dialog-head">
        <TypeIcon type={type} />
        <span className="two mr-auto min-w-0">
          <h2 className="truncate">{name}</h2>
          <small className="truncate">
            {[
              t(`integrationTypes.${type}`),
              queues.length > 0 && t('integrations.inQueues', { queues: queues.map((one) => one.name).join(', ') }),
            ]
              .filter(Boolean)
              .join(', ')}
          </small>
        </span>
        {mayChange && (
          <>
            <PauseButton integration={integration} />
            <IconButton label={t('common.row.delete', { name })} onClick={onDelete}>
              <Trash2 />
            </IconButton>
          </>
        )}
        <IconButton label={t('common.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <section
        className="min-h-0 flex-1 overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled can be reached by keyboard
        tabIndex={0}
        aria-label={t('integrations.calls')}
      >
        {stateOf(integration) === 'failing' && failingSince && (
          <Note tone="error" icon={<CircleAlert />} role="status" className="mx-5 mb-3">
            {t('integrations.failingSince', { time: time(failingSince) })}
          </Note>
        )}
        {integration.isPaused && (
          <Note tone="warning" icon={<CirclePause />} role="status" className="mx-5 mb-3">
            {t('integrations.pause.paused')}
          </Note>
        )}
        <Facts integration={integration} onSecret={onSecret} />
        <Calls integration={integration} />
      </section>
      <div className="dialog-foot flex-wrap">
        {mayChange && (
          <>
            <CallNow id={id} />
            <Button tone="plain" icon={<Pencil />} onClick={onEdit}>
              {t('integrations.edit')}
            </Button>
          </>
        )}
        {type === 'flowbuilder' && (
          <Link className={buttonClass('primary')} to="/flows/$integrationId" params={{ integrationId: String(id) }}>
            <Split />
            {t('integrations.openFlow')}
          </Link>
        )}
      </div>
    </aside>
  )
}

function Facts({ integration, onSecret }: Pick<Props, 'integration' | 'onSecret'>) {
  const t = useText()
  const mayChange = useMay()(changeIntegrations)
  const [isAsking, setAsking] = useState(false)
  const { date, time, number } = useFormat()
  const milliseconds = useMilliseconds()
  const { type, urlIntegration, typebotSlug, projectName, isSigned, oldSecretUntil, today, id } = integration
  return (
    <dl className="facts px-5 pb-4">
      {urlIntegration !== '' && (
        <>
          <dt>{t('integrations.field.url')}</dt>
          <dd className="font-mono break-all">{urlIntegration}</dd>
        </>
      )}
      {type === 'typebot' && (
        <>
          <dt>{t('integrations.field.slug')}</dt>
          <dd>{typebotSlug}</dd>
        </>
      )}
      {type === 'dialogflow' && (
        <>
          <dt>{t('integrations.field.project')}</dt>
          <dd>{projectName}</dd>
        </>
      )}
      {signs(type) && (
        <>
          <dt className="self-center">{t('integrations.signed.label')}</dt>
          <dd className="flex flex-wrap items-center gap-2">
            {oldSecretUntil
              ? t('integrations.signed.both', { date: date(oldSecretUntil), time: time(oldSecretUntil) })
              : t(isSigned ? 'integrations.signed.yes' : 'integrations.signed.no')}
            {mayChange && (
              <Button size="sm" tone="ghost" icon={<KeyRound />} onClick={() => setAsking(true)}>
                {t('integrations.secret.replace')}
              </Button>
            )}
          </dd>
        </>
      )}
      <dt>{t('integrations.today.label')}</dt>
      <dd>
        {today.medianMs === null
          ? t('integrations.today.none')
          : t('integrations.today.calls', {
              count: today.calls,
              failed: number(today.faults),
              median: milliseconds(today.medianMs),
            })}
      </dd>
      {isAsking && <ReplaceSecret id={id} onMade={onSecret} onClose={() => setAsking(false)} />}
    </dl>
  )
}

function PauseButton({ integration: { id, isPaused } }: Pick<Props, 'integration'>) {
  const t = useText()
  const { update } = useCrud(integrations)
  const change = (to: boolean) => {
    update(id, { isPaused: to }, { isPaused: to }).then(
      () => toast.success(t(to ? 'integrations.pause.done' : 'integrations.pause.resumed')),
      toast.failure,
    )
  }
  return (
    <IconButton
      label={t(isPaused ? 'integrations.pause.resume' : 'integrations.pause.button')}
      onClick={() => change(!isPaused)}
    >
      {isPaused ? <CirclePlay /> : <CirclePause />}
    </IconButton>
  )
}

function ReplaceSecret({
  id,
  onMade,
  onClose,
}: {
  id: number
  onMade(made: IntegrationWithSecret): void
  onClose(): void
}) {
  const t = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => replaceSecret(id),
    onSuccess: (made) => {
      onClose()
      onMade(made)
    },
    onError: toast.failure,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('integrations.secret.title')}
      confirm={t('integrations.secret.replace')}
      tone="primary"
      busy={isPending}
      onConfirm={() => mutate()}
    >
      {t('integrations.secret.text')}
    </ConfirmDialog>
  )
}

function Calls({ integration }: { integration: QueueIntegration }) {
  const t = useText()
  const { data, error, refetch } = useQuery(callsQuery(integration))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section className="border-t border-line px-5 py-4">
      <h3 className="mb-1 text-sm font-semibold">{t('integrations.calls')}</h3>
      {!data && <Skeleton className="h-32" />}
      {data?.calls.length === 0 && <p className="text-sm text-muted">{t('integrations.noCalls')}</p>}
      <ul className="call-list">
        {data?.calls.map((call) => (
          <CallLine key={call.id} call={call} />
        ))}
      </ul>
    </section>
  )
}

function CallLine({ call: { at, ms, status, what, fault, ticket } }: { call: IntegrationCall }) {
  const t = useText()
  const days = useDays()
  const milliseconds = useMilliseconds()
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-3 items-baseline py-2 border-b border-line type-sm last:border-b-0">
      <time dateTime={at}>{days.rowTime(at, Date.now())}</time>
      <span className="two min-w-0">
        <StatusDot tone={fault === null ? 'ok' : 'bad'}>
          {fault === null ? (status ?? t('integrations.answered')) : faultWords(t, fault)}
        </StatusDot>
        <small className="pl-4 truncate" title={what}>
          {ticket ? (
            <>
              {ticket.contact}{' '}
              <Link to="/tickets/{-$ticketId}" params={{ ticketId: ticket.uuid }} className="link">
                #{ticket.id}
              </Link>
            </>
          ) : (
            t('integrations.byHand')
          )}
          {' · '}
          {what}
        </small>
      </span>
      <span className="nums">{milliseconds(ms)}</span>
    </li>
  )
}

/** Calls it as an invented contact, and shows what it would do. */
function CallNow({ id }: { id: number }) {
  const t = useText()
  const milliseconds = useMilliseconds()
  const [tried, setTried] = useState<TriedTurn | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => callNow(id),
    onSuccess: setTried,
    onError: toast.failure,
  })
  return (
    <>
      <Button tone="plain" icon={<Play />} busy={isPending} onClick={() => mutate()}>
        {t('integrations.try.button')}
      </Button>
      {tried && (
        <ConfirmDialog
          open
          tone="primary"
          title={t(tried.fault === null ? 'integrations.try.worked' : 'integrations.try.failed', {
            time: milliseconds(tried.ms),
          })}
          confirm={t('integrations.try.again')}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setTried(null)}
        >
          <Tried tried={tried} />
        </ConfirmDialog>
      )}
    </>
  )
}

function Tried({ tried: { fault, messages, others } }: { tried: TriedTurn }) {
  const t = useText()
  if (fault !== null) return <p>{faultWords(t, fault)}</p>
  return (
    <div className="grid gap-2">
      {messages.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the answer never changes
        <p key={at} className="rounded-lg bg-base-200 px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      ))}
      {messages.length + others.length === 0 && <p>{t('integrations.try.nothing')}</p>}
      {others.map((what) => (
        <p key={what} className="text-sm text-muted">
          {t.find(`integrations.try.does.${what}`) ?? what}
        </p>
      ))}
      <p className="text-xs text-faint">{t('integrations.try.hint')}</p>
    </div>
  )
}
