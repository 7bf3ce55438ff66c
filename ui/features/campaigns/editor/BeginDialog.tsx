import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Campaign, type DryRun, STATUS } from '../../../../src/features/campaigns/contract'
import { type Form, showFieldFailures } from '../../../shared/form/useForm'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { Rich } from '../../../shared/kit/Rich'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { useCrud } from '../../../shared/live/useCrud'
import { ApiError } from '../../../shared/session/failure'
import { useUser } from '../../../shared/session/useUser'
import { shownAmount } from '../../message-costs/money'
import { campaigns, dryRunQuery, restartCampaign, startCampaign } from '../api'
import { useWhen } from '../CampaignState'
import { type DraftValues, type Part, parts, scheduledText } from '../spec'
import type { Draft } from './useDraft'

type Props = {
  form: Form<DraftValues, DraftValues>
  draft: Draft
  stored: Campaign | null
  done: Readonly<Record<Part, boolean>>
  onClose(): void
}

/**
 * Saves, runs another dry run, and shows the number of recipients and the risk before the campaign starts or is
 * scheduled.
 */
export function BeginDialog({ form, draft, stored, done, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { timeZone } = useUser().company
  const { update } = useCrud(campaigns)
  const [id, setId] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { when, startsAt } = form.getValues()

  /** Errors are shown at their field, which scrolls into view. */
  const refuse = (failure: unknown) => {
    onClose()
    const late = failure instanceof ApiError && failure.fields.find(({ field }) => field === 'scheduledAt')
    if (late) form.setError('startsAt', { type: 'server', message: late.message }, { shouldFocus: true })
    else if (!showFieldFailures(form, failure)) toast.failure(failure)
  }
  const prepare = useEffectEvent(async () => {
    const missing = parts.find((part) => !done[part])
    if (missing) {
      onClose()
      if (form.getValues('name').trim().length < 2)
        form.setError('name', { type: 'server', message: 'form.name.short' })
      if (missing === 'when') form.setError('startsAt', { type: 'server', message: 'campaigns.when.past' })
      document.getElementById(`part-${missing}`)?.scrollIntoView()
      return void toast.warning(t('campaigns.dryRun.missing', { parts: t(`campaigns.part.${missing}`) }))
    }
    try {
      const saved = await draft.save()
      if (saved === null) return onClose()
      await client.fetchQuery({ ...dryRunQuery(saved, 'begin'), staleTime: 0 })
      setId(saved)
    } catch (failure) {
      refuse(failure)
    }
  })
  useEffect(() => void prepare(), [])
  const run = useQuery({ ...dryRunQuery(id ?? 0, 'begin'), enabled: id !== null }).data

  const opens = run?.opensAt != null && run.opensAt > run.at
  const begin = async () => {
    if (id === null) return
    setBusy(true)
    try {
      if (when === 'later' && startsAt) {
        const row = await update(id, { scheduledAt: scheduledText(startsAt, timeZone), draft: false })
        client.setQueryData(campaigns.one(id).queryKey, row)
        toast.success(t('campaigns.begin.planned'))
        onClose()
        await navigate({ to: '/campaigns' })
      } else {
        await (stored?.status === STATUS.stopped ? restartCampaign(id) : startCampaign(id))
        toast.success(t('campaigns.begin.started'))
        onClose()
        await navigate({ to: '/campaign/$campaignId/report', params: { campaignId: String(id) } })
      }
    } catch (failure) {
      refuse(failure)
    }
  }
  return (
    <ConfirmDialog
      open
      title={t(
        when === 'later'
          ? 'campaigns.begin.planTitle'
          : opens
            ? 'campaigns.begin.startLater'
            : 'campaigns.begin.startTitle',
      )}
      confirm={t(when === 'later' ? 'campaigns.begin.plan' : 'campaigns.begin.start')}
      tone="primary"
      busy={isBusy}
      disabled={!run || run.receive === 0}
      onConfirm={() => void begin()}
      onClose={onClose}
    >
      {run && id !== null ? (
        <BeginWords run={run} at={when === 'later' ? startsAt : null} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </ConfirmDialog>
  )
}

function BeginWords({ run, at }: { run: DryRun; at: string | null }) {
  const t = useText()
  const { number, money } = useFormat()
  const when = useWhen()
  const { receive, connection, risk, forecast } = run
  // The first message is sent when sending hours begin.
  const first = at === null ? run.opensAt : run.startsAt
  const beginsAt = first !== null && first > (at ?? run.at) ? first : at
  return (
    <div className="grid gap-2">
      <p>
        <Rich
          text={t(receive === 0 ? 'campaigns.begin.nobody' : 'campaigns.begin.receive', {
            number: number(receive),
            name: connection.name,
          })}
        />
      </p>
      {beginsAt && <p>{t('campaigns.begin.beginsAt', { when: when(beginsAt) })}</p>}
      {forecast.endsAt && receive > 0 && <p>{t('campaigns.begin.endsAt', { when: when(forecast.endsAt) })}</p>}
      {run.cost && receive > 0 && (
        <p>
          <Rich text={t('campaigns.begin.cost', { amount: shownAmount({ money }, run.cost.amount) })} />
        </p>
      )}
      <p className={risk.level === 'high' ? 'text-error-ink' : undefined}>
        <Rich text={t('campaigns.begin.risk', { level: t(`campaigns.level.${risk.level}`) })} />
      </p>
    </div>
  )
}
