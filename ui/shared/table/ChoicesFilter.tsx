import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { Menu, MenuItem, MenuSeparator } from '../kit/Menu'
import { MenuChecks } from '../kit/MenuChecks'

type Props<V extends string> = {
  label: string
  values: readonly V[] | undefined
  /** Undefined: nothing is filtered out. */
  onChange(values: NoInfer<V>[] | undefined): void
  options: readonly { readonly value: NoInfer<V>; readonly label: ReactNode }[]
  /** Label while nothing is filtered out. */
  all?: string
}

/** A filter of any number of choices. With several chosen, it shows the first and the number of others. */
export function ChoicesFilter<V extends string>({ label, values = [], onChange, options, all }: Props<V>) {
  const t = useText()
  const [first, ...others] = options.filter(({ value }) => values.includes(value))
  const change = (next: V[]) => onChange(next.length > 0 ? next : undefined)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="filter-chip" data-unset={!first || undefined}>
          {label}{' '}
          <b className="max-w-40 truncate">
            {first?.label ?? all ?? t('common.all')}
            {others.length > 0 && ` +${others.length}`}
          </b>
          <ChevronDown />
        </button>
      }
    >
      <MenuChecks label={label} values={values} onChange={change} options={options} />
      {values.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(undefined)}>{t('kit.clearChoice')}</MenuItem>
        </>
      )}
    </Menu>
  )
}
