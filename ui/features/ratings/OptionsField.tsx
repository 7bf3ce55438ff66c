import { Plus, X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import {
  type CreateRating,
  HIGHEST_VALUE,
  MOST_OPTIONS,
  OPTION_LENGTH,
  type RatingType,
} from '../../../src/features/ratings/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { useField } from '../../shared/form/useField'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { Segment } from '../../shared/kit/Segment'
import type { RatingFormState } from './RatingForm'
import { type FormOptions, usualOptions, withAnother } from './spec'

type Props = { form: RatingFormState }

export function useUsualOptions(): (type: RatingType) => FormOptions {
  const t = useText()
  return (type) =>
    usualOptions(
      type,
      type === 'nps'
        ? [t('ratings.usual.worst'), t('ratings.usual.best')]
        : [t('ratings.usual.bad'), t('ratings.usual.good'), t('ratings.usual.great')],
    )
}

/** Each type has its own options: a change of type starts with its defaults. */
export function KindField({ form }: Props) {
  const t = useText()
  const usual = useUsualOptions()
  const { value, onChange, error } = useField<RatingType, CreateRating, CreateRating>(form, 'type')
  return (
    <FieldGroup label={t('common.field.type')} error={error} hint={t(`ratings.typeHint.${value}`)}>
      <Segment
        className="w-fit"
        label={t('common.field.type')}
        items={[
          { id: 'csat', label: t('ratings.type.csat') },
          { id: 'nps', label: t('ratings.type.nps') },
        ]}
        value={value}
        onChange={(type) => {
          if (type === value) return
          onChange(type)
          form.setValue('options', usual(type), { shouldDirty: true })
        }}
      />
    </FieldGroup>
  )
}

/** The possible answers: value, name, and whether they count as satisfied. NPS values are fixed. */
export function OptionsField({ form }: Props) {
  const t = useText()
  const {
    value: options = [],
    onChange,
    error,
  } = useField<FormOptions | undefined, CreateRating, CreateRating>(form, 'options')
  const isNps = useWatch({ control: form.control, name: 'type' }) === 'nps'
  const put = (at: number, change: Partial<FormOptions[number]>) =>
    onChange(options.map((option, place) => (place === at ? { ...option, ...change } : option)))
  return (
    <FieldGroup
      label={t('ratings.form.options')}
      error={error}
      hint={isNps ? t('ratings.form.npsHint') : t('ratings.form.optionsHint')}
    >
      <ul className="grid gap-2">
        {options.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is identified by its index
          <li key={at} className="flex items-center gap-2">
            <input
              type="number"
              className="input w-18!"
              aria-label={t('ratings.form.value', { count: at + 1 })}
              min={0}
              max={HIGHEST_VALUE}
              disabled={isNps}
              value={Number.isNaN(option.value) ? '' : option.value}
              onChange={({ target }) => put(at, { value: target.valueAsNumber })}
            />
            <input
              className="input min-w-0 flex-1"
              aria-label={t('ratings.form.optionName', { count: at + 1 })}
              maxLength={OPTION_LENGTH}
              value={option.name}
              onChange={({ target }) => put(at, { name: target.value })}
            />
            {!isNps && (
              <>
                <label className="flex items-center gap-1.5 text-xs text-muted">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-primary checkbox-sm"
                    checked={option.satisfied ?? false}
                    onChange={({ target }) => put(at, { satisfied: target.checked })}
                  />
                  <span className="max-sm:sr-only">{t('ratings.form.satisfied')}</span>
                </label>
                <IconButton
                  label={t('ratings.form.removeOption', { name: option.name })}
                  disabled={options.length <= 2}
                  onClick={() => onChange(options.filter((_, place) => place !== at).map(inPlace))}
                >
                  <X />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {!isNps && options.length < MOST_OPTIONS && (
        <Button size="sm" tone="ghost" className="w-fit" icon={<Plus />} onClick={() => onChange(withAnother(options))}>
          {t('ratings.form.addOption')}
        </Button>
      )}
    </FieldGroup>
  )
}

const inPlace = (option: FormOptions[number], order: number) => ({ ...option, order })
