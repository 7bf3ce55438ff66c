import { useText } from '../../../shared/i18n/useText'

type Option = { id: number; name: string }

type Props = {
  legend: string
  options: readonly Option[]
  chosen: readonly number[] | null
  onChange(ids: number[] | null): void
}

/** Any of several; null, the default, means all. */
export function FilterChoices({ legend, options, chosen, onChange }: Props) {
  const t = useText()
  const all = options.map(({ id }) => id)
  const toggle = (id: number) => {
    const now = chosen ?? all
    const next = now.includes(id) ? now.filter((other) => other !== id) : [...now, id]
    onChange(next.length === all.length ? null : next)
  }
  return (
    <fieldset className="min-w-0 border-b border-line p-2 last:border-b-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex items-center justify-between gap-3 px-2 pb-1">
        <span className="text-xs font-medium text-faint">{legend}</span>
        <button
          type="button"
          className="min-h-6 flex-none cursor-pointer text-xs font-medium text-primary-ink"
          onClick={() => onChange(chosen === null ? [] : null)}
        >
          {chosen === null ? t('tickets.filter.none') : t('tickets.filter.all')}
        </button>
      </div>
      {options.map(({ id, name }) => (
        <label key={id} className="menu-row hover:bg-hover" title={name}>
          <input
            type="checkbox"
            className="checkbox checkbox-xs checkbox-primary flex-none"
            checked={chosen === null || chosen.includes(id)}
            onChange={() => toggle(id)}
          />
          <span className="min-w-0 truncate">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
