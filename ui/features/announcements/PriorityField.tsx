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
      <div className="prio-choice grid grid-cols-3 gap-2">
        {priorities.map((one) => (
          <label
            className="grid content-start gap-0.5 px-2.5 pt-2 pb-2.25 rounded-field shadow-[inset_0_0_0_1px_var(--line-control)] type-sm cursor-pointer data-chosen:bg-primary-soft data-chosen:shadow-[inset_0_0_0_1px_var(--color-primary)]"
            key={one}
            data-chosen={one === value || undefined}
          >
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
