import type { FieldValues } from 'react-hook-form'
import { MOST_COUNT } from '../../../src/features/plans/contract'
import { type FieldProps, useField } from '../../shared/form/useField'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'

/** A limit of the plan; empty, where allowed, means no limit. */
export function LimitField<In extends FieldValues, Out>({ form, name, ...field }: FieldProps<In, Out, number | null>) {
  const t = useText()
  const { value, onChange, onBlur, ref, error } = useField<number | null, In, Out>(form, name)
  return (
    <Field {...field} error={error}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          className="input nums"
          min={0}
          max={MOST_COUNT}
          step={1}
          name={name}
          ref={ref}
          placeholder={t('plans.noLimit')}
          value={value ?? ''}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
        />
      )}
    </Field>
  )
}
