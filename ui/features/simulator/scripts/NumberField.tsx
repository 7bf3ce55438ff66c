import { useId } from 'react'

type Props = { label: string; value: number; min?: number; max: number; onChange(value: number): void }

/** A whole number within bounds; out-of-range input is clamped. */
export function NumberField({ label, value, min = 1, max, onChange }: Props) {
  const id = useId()
  return (
    <label htmlFor={id}>
      {label}
      <input
        id={id}
        type="number"
        inputMode="numeric"
        className="input input-sm"
        min={min}
        max={max}
        value={value}
        onChange={(event) => {
          const typed = Math.floor(event.target.valueAsNumber)
          onChange(Number.isFinite(typed) ? Math.min(max, Math.max(min, typed)) : min)
        }}
      />
    </label>
  )
}
