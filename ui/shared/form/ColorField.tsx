import { type CSSProperties, type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { palette } from './colors'
import { FieldGroup } from './FieldGroup'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, string | undefined> & {
  /** Colours in use and their owners; they cannot be chosen. */
  taken?: ReadonlyMap<string, string>
  /** The owner's name. */
  preview?(color: string): ReactNode
}

/** A palette colour, or any other. */
export function ColorField<In extends FieldValues, Out>({ form, name, taken, preview, ...field }: Props<In, Out>) {
  const t = useText()
  const group = useId()
  const { value = '', onChange, onBlur, ref, error } = useField<string | undefined, In, Out>(form, name)
  return (
    <FieldGroup {...field} error={error} aside={preview && <span aria-hidden="true">{preview(value)}</span>}>
      <div className="swatches">
        {palette.map((color) => (
          <Swatch
            key={color}
            group={group}
            color={color}
            taken={taken?.get(color)}
            checked={value === color}
            onChoose={onChange}
          />
        ))}
      </div>
      <label className="flex w-fit items-center gap-2 text-sm text-muted">
        <input
          type="color"
          ref={ref}
          className="h-7 w-9 cursor-pointer rounded-field border border-line-control bg-base-100 p-0.5"
          value={value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value)}
        />
        {t('kit.color.own')}
      </label>
    </FieldGroup>
  )
}

type SwatchProps = {
  group: string
  color: string
  taken: string | undefined
  checked: boolean
  onChoose(color: string): void
}

function Swatch({ group, color, taken, checked, onChoose }: SwatchProps) {
  const t = useText()
  const label = taken ? t('kit.color.taken', { color, name: taken }) : t('kit.color.swatch', { color })
  return (
    <input
      type="radio"
      name={group}
      className="swatch"
      style={{ '--c': color } as CSSProperties}
      aria-label={label}
      title={label}
      value={color}
      checked={checked}
      disabled={taken !== undefined}
      onChange={() => onChoose(color)}
    />
  )
}
