import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { FilterChip } from '../kit/FilterChip'

type Props<V extends string> = {
  label: string
  value: V | undefined
  onChange(value: NoInfer<V> | undefined): void
  options: readonly { readonly value: NoInfer<V>; readonly label: ReactNode }[]
  /** Label while nothing is filtered out. */
  all?: string
}

const ALL = ''

/** A single-choice filter. */
export function ChoiceFilter<V extends string>({ label, value, onChange, options, all }: Props<V>) {
  const t = useText()
  return (
    <FilterChip<V | typeof ALL>
      label={label}
      value={value ?? ALL}
      isUnset={value === undefined}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : chosen)}
      options={[{ value: ALL, label: all ?? t('common.all') }, ...options]}
    />
  )
}
