import { useState } from 'react'
import { type Campaign, type DryRun, STATUS } from '../../../../src/features/campaigns/contract'
import { DateTimeField } from '../../../shared/form/DateTimeField'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useCrud } from '../../../shared/live/useCrud'
import { campaigns } from '../api'
import { useWhen } from '../CampaignState'
import type { DraftValues } from '../spec'
import { WorkPart } from './WorkPart'

type Props = {
  form: Form<DraftValues, DraftValues>
  values: DraftValues
  stored: Campaign | null
  isOpen: boolean
  done: boolean
  run: DryRun | undefined
}

/** Immediately, or at a time; a scheduled one may become a draft again. */
export function WhenPart({ form, values, stored, isOpen, done, run }: Props) {
  const t = useText()
  const when = useWhen()
  const opensLater = run?.opensAt != null && run.opensAt > run.at ? run.opensAt : null
  const { update } = useCrud(campaigns)
  const [isBusy, setBusy] = useState(false)
  const unplan = async (id: number) => {
    setBusy(true)
    try {
      await update(id, { draft: true })
      toast.success(t('campaigns.when.unplanned'))
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <WorkPart part="when" isDone={done} isOpen={isOpen}>
      <div className="grid items-start gap-4 md:grid-cols-3">
        {(['now', 'later'] as const).map((choice) => (
          <label key={choice} className="when-choice">
            <input
              type="radio"
              name="when"
              className="radio radio-primary radio-sm"
              checked={values.when === choice}
              onChange={() => form.setValue('when', choice, { shouldDirty: true })}
            />
            <b className="font-semibold">{t(`campaigns.when.${choice}`)}</b>
            <small>
              {choice === 'now' && opensLater
                ? t('campaigns.when.nowLater', { when: when(opensLater) })
                : t(`campaigns.when.${choice}Hint`)}
            </small>
          </label>
        ))}
        {values.when === 'later' && (
          <DateTimeField
            form={form}
            name="startsAt"
            label={t('campaigns.when.moment')}
            min={new Date().toISOString()}
          />
        )}
      </div>
      {isOpen && stored?.status === STATUS.scheduled && (
        <div>
          <Button size="sm" busy={isBusy} onClick={() => void unplan(stored.id)}>
            {t('campaigns.when.unplan')}
          </Button>
        </div>
      )}
    </WorkPart>
  )
}
