import { type CSSProperties, useId } from 'react'
import { Controller } from 'react-hook-form'
import type { CreateQueue, QueueSummary } from '../../../src/queues/contract'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { FieldError } from '../../shared/kit/Field'
import { QueueChip } from '../../shared/kit/QueueChip'
import { palette } from './palette'

type Props = {
  form: Form<CreateQueue, CreateQueue>
  /** Queues whose colours are in use. */
  others: readonly QueueSummary[]
}

/** Chooses a colour from the palette or any other, with a preview of the chip. */
export function ColorField({ form, others }: Props) {
  const t = useText()
  const id = useId()
  const name = form.watch('name').trim()
  return (
    <Controller
      control={form.control}
      name="color"
      render={({ field, fieldState }) => {
        const error = fieldError(t, fieldState.error)
        return (
          <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
            <legend className="sr-only">{t('queues.form.color')}</legend>
            <div className="flex items-center justify-between gap-3 text-sm" aria-hidden="true">
              <span className="font-medium">{t('queues.form.color')}</span>
              <QueueChip queue={{ name: name || t('queues.form.sample'), color: field.value }} />
            </div>
            <div className="swatches">
              {palette.map((color) => (
                <Swatch
                  key={color}
                  group={id}
                  color={color}
                  taken={others.find((other) => other.color === color)?.name}
                  checked={field.value === color}
                  onChoose={field.onChange}
                />
              ))}
            </div>
            <label className="flex w-fit items-center gap-2 text-sm text-muted">
              <input
                type="color"
                ref={field.ref}
                className="swatch-other"
                value={field.value}
                onBlur={field.onBlur}
                onChange={(event) => field.onChange(event.target.value)}
              />
              {t('queues.form.otherColor')}
            </label>
            {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          </fieldset>
        )
      }}
    />
  )
}

type SwatchProps = {
  group: string
  color: string
  /** The queue that already has this colour. */
  taken: string | undefined
  checked: boolean
  onChoose(color: string): void
}

function Swatch({ group, color, taken, checked, onChoose }: SwatchProps) {
  const t = useText()
  const label = taken ? t('queues.form.taken', { color, queue: taken }) : t('queues.form.swatch', { color })
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
