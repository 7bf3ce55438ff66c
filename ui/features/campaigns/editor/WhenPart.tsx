import { useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/contract'
import { DateTimeField } from '../../../shared/form/DateTimeField'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useCrud } from '../../../shared/live/useCrud'
import { campaigns } from '../api'
import type { DraftValues } from '../spec'
import { WorkPart } from './WorkPart'

type Props = {
  form: Form<DraftValues, DraftValues>
  values: DraftValues
  stored: Campaign | null
  isOpen: boolean
  done: boolean
}

/** At once, or at a time; a planned one may become a draft again. */
export function WhenPart({ form, values, stored, isOpen, done }: Props) {
  const t = useText()
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
        {(['now', 'later'] as const).map((when) => (
          <label key={when} className="when-choice">
            <input
              type="radio"
              name="when"
              className="radio radio-primary radio-sm"
              checked={values.when === when}
              onChange={() => form.setValue('when', when, { shouldDirty: true })}
            />
            <b>{t(`campaigns.when.${when}`)}</b>
            <small>{t(`campaigns.when.${when}Hint`)}</small>
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
      {isOpen && stored?.status === 'PROGRAMADA' && (
        <div>
          <Button size="sm" busy={isBusy} onClick={() => void unplan(stored.id)}>
            {t('campaigns.when.unplan')}
          </Button>
        </div>
      )}
    </WorkPart>
  )
}
