import { DateTimeField } from '../../../shared/form/DateTimeField'
import type { Form } from '../../../shared/form/useForm'
import { useText } from '../../../shared/i18n/useText'
import type { DraftValues } from '../spec'
import { WorkPart } from './WorkPart'

type Props = { form: Form<DraftValues, DraftValues>; values: DraftValues; isOpen: boolean; done: boolean }

export function WhenPart({ form, values, isOpen, done }: Props) {
  const t = useText()
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
    </WorkPart>
  )
}
