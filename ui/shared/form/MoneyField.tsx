import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { locales } from '../i18n/languages'
import { useText } from '../i18n/useText'
import { Field } from '../kit/Field'
import { MoneyInput } from './MoneyInput'
import { centsOf, moneyText } from './money'
import { type FieldProps, useField } from './useField'

/** Whole cents of a real; an empty optional field is null. */
export function MoneyField<In extends FieldValues, Out>(props: FieldProps<In, Out, number | null | undefined>) {
  const { form, name, ...field } = props
  const t = useText()
  const locale = locales[t.language]
  const { value, onChange, onBlur, ref, error } = useField<number | null | undefined, In, Out>(form, name)
  const asText = value == null || Number.isNaN(value) ? '' : moneyText(value, locale)
  // Text stays as typed until the field loses the focus; then it is formatted.
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed === null && Number.isNaN(value)
  return (
    <Field {...field} error={isWrong ? t('kit.money.invalid') : error}>
      {(control) => (
        <MoneyInput
          {...control}
          ref={ref}
          value={typed ?? asText}
          onChange={({ target }) => {
            setTyped(target.value)
            // Not a number: the schema rejects it, so nothing wrong is saved.
            onChange(target.value.trim() === '' ? null : (centsOf(target.value, locale) ?? Number.NaN))
          }}
          onBlur={() => {
            if (!Number.isNaN(value)) setTyped(null)
            onBlur()
          }}
        />
      )}
    </Field>
  )
}
