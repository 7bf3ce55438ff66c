import type { FieldValues } from 'react-hook-form'
import { priorities, type Priority as Value } from '../../../src/features/announcements/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { type FieldName, useField } from '../../shared/form/useField'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Priority } from './Priority'
import { priorityNames } from './spec'

type Props<In extends FieldValues & { priority: Value }, Out> = { form: Form<In, Out> }

/** Three cards that explain the effect of each priority. */
export function PriorityField<In extends FieldValues & { priority: Value }, Out>({ form }: Props<In, Out>) {
  const t = useText()
  const { value, onChange, onBlur, error } = useField<Value, In, Out>(form, 'priority' as FieldName<In, Value>) // it has one
  return (
    <FieldGroup label={t('announcements.form.priority')} error={error}>
      <div className="prio-choice">
        {priorities.map((one) => (
          <label key={one} data-chosen={one === value || undefined}>
            <input
              type="radio"
              name="priority"
              className="sr-only"
              checked={one === value}
              onBlur={onBlur}
              onChange={() => onChange(one)}
            />
            <Priority value={one} />
            <small>{t(`announcements.form.means.${priorityNames[one]}`)}</small>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
