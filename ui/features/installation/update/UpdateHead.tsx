import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Download, LoaderCircle, Package, RotateCw, TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InstallationUpdate, NewPlan, UpdateAttempt } from '../../../../src/operator/update/contract'
import type { Text } from '../../../shared/i18n/translate'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Rich } from '../../../shared/kit/Rich'
import { toast } from '../../../shared/kit/toast'
import { useNow } from '../../../shared/kit/useNow'
import { saveFile } from '../../../shared/saveFile'
import { cancelUpdate, goOnWithUpdate, lookForUpdate, planUpdate, updateQuery } from './api'
import { reportOf } from './report'
import { causeIn, type Head, outageOf, shortKey, toneOf } from './rules'
import { useDay } from './useDay'

type Props = {
  data: InstallationUpdate
  head: Head
  attempt: UpdateAttempt | null
  when: NewPlan['when']
  /** The server does not answer, because it is being replaced. */
  isAway: boolean
}

/** The state in a sentence, and what one can do. */
export function UpdateHead(props: Props) {
  const t = useText()
  const { data, head, attempt } = props
  const { fleet } = data
  const isFleets = head === 'rolling' || head === 'halted' || head === 'heldUp'
  const names = {
    machine: fleet?.stopped?.machine ?? fleet?.machine ?? '',
    version: (isFleets ? fleet?.version : attempt?.version) ?? data.plan?.version ?? data.offer?.version ?? '',
    running: data.version,
  }
  return (
    <div className="status-head">
      <span className="status-mark" data-tone={toneOf(head)}>
        {marks[head] ?? <Package />}
      </span>
      <div className="min-w-0 flex-1" role="status">
        <h2>{t(`installationUpdate.head.${head}`, { ...names, from: attempt?.from ?? '' })}</h2>
        <p>
          <Sentence {...props} />
        </p>
      </div>
      <Actions {...props} />
    </div>
  )
}

const marks: Readonly<Partial<Record<Head, ReactNode>>> = {
  running: <LoaderCircle className="animate-spin" />,
  rolling: <LoaderCircle className="animate-spin" />,
  halted: <TriangleAlert />,
  heldUp: <TriangleAlert />,
  good: <CircleCheck />,
  current: <CircleCheck />,
  back: <Undo2 />,
  broken: <TriangleAlert />,
  failed: <TriangleAlert />,
  fault: <TriangleAlert />,
}

function Sentence({ data, head, attempt, isAway }: Props): ReactNode {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  const day = useDay()
  const host = hostOf(data.address)
  const key = data.key ? `ed25519 ${shortKey(data.key)}` : '–'
  const moment = (at: string) => (format.isSameDay(at, now) ? format.time(at) : format.dateTime(at))
  switch (head) {
    case 'rolling':
      return t('installationUpdate.text.rolling', { machine: data.fleet?.machine ?? '' })
    case 'heldUp':
      return t('installationUpdate.text.heldUp')
    case 'halted': {
      const { version = '', stopped } = data.fleet ?? {}
      return t('installationUpdate.text.halted', { cause: inWords(stopped?.cause ?? '', t), version })
    }
    case 'running':
      return t(isAway ? 'installationUpdate.text.away' : 'installationUpdate.text.running')
    case 'good':
    case 'back':
    case 'broken':
    case 'failed':
      return attempt && <Ended attempt={attempt} moment={moment} />
    case 'noAddress':
      return withKey(t('installationUpdate.text.noAddress', { key: KEY }), key, data.key)
    case 'planned':
      return <Rich text={t('installationUpdate.text.planned', { when: `*${data.plan ? day(data.plan.at) : ''}*` })} />
    case 'offer': {
      const { at, size } = data.offer ?? { at: data.nextHour, size: 0 }
      const words = { date: format.date(at), size: format.size(size), key: KEY }
      return withKey(t('installationUpdate.text.offer', words), key, data.key)
    }
    case 'fault': {
      const { fault, detail } = data.looked ?? {}
      return fault && t(`installationUpdate.fault.${fault}`, { host, detail: detail ?? '–' })
    }
    case 'current':
      return t('installationUpdate.text.current', { host, ago: format.ago(data.looked?.at ?? data.nextHour, now) })
    case 'never':
      return t('installationUpdate.text.never', { host })
    default:
      return t(`installationUpdate.text.${head}`)
  }
}

function Ended({ attempt, moment }: { attempt: UpdateAttempt; moment(at: string): string }) {
  const t = useText()
  const format = useFormat()
  const { end, version, from, endedAt, startedAt, steps, fault, cause } = attempt
  const ended = moment(endedAt ?? startedAt)
  const failedStep = steps.find(({ state }) => state === 'failed')
  const outage = outageOf(attempt)
  if (end === 'good' && outage === null) return t('installationUpdate.text.goodPlain', { ended })
  if (end === 'good') return t('installationUpdate.text.good', { ended, outage: format.span(outage ?? 0) })
  if (end === 'back')
    return t('installationUpdate.text.back', { version, ended, failed: failedStep ? moment(failedStep.at) : ended })
  if (end === 'broken') return t('installationUpdate.text.broken', { version, from })
  const why = fault ? t(`installationUpdate.preparation.${fault}`) : inWords(cause ?? '', t)
  return `${why} ${t('installationUpdate.text.failed', { from })}`
}

export function inWords(cause: string, t: Text): string {
  const known = causeIn(cause)
  return known ? t(`installationUpdate.cause.${known}`) : cause
}

const KEY = '\u0000'

/** The key in the letters of code, with all of it in the hint. */
function withKey(text: string, key: string, whole: string | null): ReactNode {
  const [before = '', after = ''] = text.split(KEY)
  return (
    <>
      {before}
      <code className="mono whitespace-nowrap" title={whole ?? undefined}>
        {key}
      </code>
      {after}
    </>
  )
}

export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}

function Actions({ data, head, attempt, when }: Props) {
  const t = useText()
  const format = useFormat()
  const queries = useQueryClient()
  const outcome = {
    onSuccess: (fresh: InstallationUpdate) => queries.setQueryData(updateQuery.queryKey, fresh),
    onError: toast.failure,
  }
  const look = useMutation({ mutationFn: lookForUpdate, ...outcome })
  const plan = useMutation({ mutationFn: planUpdate, ...outcome })
  const cancel = useMutation({ mutationFn: cancelUpdate, ...outcome })
  const goOn = useMutation({ mutationFn: goOnWithUpdate, ...outcome })
  const { offer, obstacle } = data
  const begin = (label: string, tone: 'primary' | 'plain') =>
    offer && (
      <Button tone={tone} busy={plan.isPending} onClick={() => plan.mutate({ version: offer.version, when })}>
        {label}
      </Button>
    )
  if ((head === 'running' && data.isCancellable) || head === 'planned' || head === 'rolling')
    return (
      <Button size="sm" tone="plain" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('installationUpdate.cancel')}
      </Button>
    )
  if (head === 'heldUp')
    return (
      <div className="flex flex-wrap gap-2 max-md:w-full">
        <Button size="sm" tone="plain" busy={goOn.isPending} onClick={() => goOn.mutate()}>
          {t('installationUpdate.goOn')}
        </Button>
        <Button size="sm" tone="plain" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('installationUpdate.end')}
        </Button>
      </div>
    )
  if (head === 'halted')
    return (
      <div className="flex flex-wrap gap-2 max-md:w-full">
        {offer && !obstacle && begin(t('installationUpdate.retryNow'), 'plain')}
        <Button size="sm" tone="plain" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('installationUpdate.end')}
        </Button>
      </div>
    )
  if (head === 'offer')
    return begin(
      when === 'now'
        ? t('installationUpdate.updateNow')
        : t('installationUpdate.updateAt', { time: format.time(data.nextHour) }),
      'primary',
    )
  if (head === 'current' || head === 'never' || head === 'fault')
    return (
      <Button
        size="sm"
        tone={head === 'current' ? 'plain' : 'primary'}
        icon={<RotateCw />}
        busy={look.isPending || data.isLooking}
        onClick={() => look.mutate()}
      >
        {t(head === 'fault' ? 'installationUpdate.lookAgain' : 'installationUpdate.look')}
      </Button>
    )
  if (!attempt || head === 'running') return null
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full">
      <Button size="sm" tone="plain" icon={<Download />} onClick={() => saveFile(reportOf(attempt, t, format))}>
        {t('installationUpdate.report')}
      </Button>
      {offer && !obstacle && attempt.end !== 'good' && (
        <Button
          size="sm"
          tone="plain"
          icon={<RotateCw />}
          busy={plan.isPending}
          onClick={() => plan.mutate({ version: offer.version, when: 'now' })}
        >
          {t('installationUpdate.retryNow')}
        </Button>
      )}
    </div>
  )
}
