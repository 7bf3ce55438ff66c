/** Fields of the inspector. They write into the draft at once. */
import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { variableMeant } from '../../../src/features/flows/check'
import { VariableEditor } from '../../shared/form/VariableEditor'
import { chipWords } from '../../shared/form/variables'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Field } from '../../shared/kit/Field'
import { IconButton } from '../../shared/kit/IconButton'
import { TextArea } from '../../shared/kit/TextArea'

type Of<T> = { label: string; value: T; onChange(value: T): void }

export function Line({ label, value, onChange, max, hint }: Of<string> & { max: number; hint?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="input"
          value={value}
          maxLength={max}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** A text to the contact, with variables as chips. */
export function Words({
  label,
  value,
  onChange,
  names,
  max = 4000,
  hint,
}: Of<string> & { names: readonly string[]; max?: number; hint?: string | undefined }) {
  return (
    <div className="field">
      <span className="text-sm font-medium">{label}</span>
      <VariableEditor label={label} value={value} onChange={onChange} max={max} names={names} />
      {hint !== undefined && <small>{hint}</small>}
    </div>
  )
}

type ValueProps = Of<string> & { names: readonly string[]; max: number; placeholder?: string | undefined }

/** A value within a row: a text, variables as chips, or both. A word that a variable has for a name is asked about. */
export function Value({ label, value, onChange, names, max, placeholder }: ValueProps) {
  const t = useText()
  const [word, keepWord] = useState<string | null>(null)
  const variable = value === word ? undefined : variableMeant(value, names, (name) => chipWords(t, name))
  return (
    <div className="grid min-w-0 gap-1">
      <VariableEditor
        isLine
        label={label}
        value={value}
        onChange={(text) => onChange(text.slice(0, max))}
        max={max}
        names={names}
        placeholder={placeholder}
      />
      {variable !== undefined && (
        <fieldset className="flex flex-wrap items-center gap-1.5 text-sm">
          <legend className="sr-only">{label}</legend>
          <span role="status">{t('flows.pane.valueOf', { name: chipWords(t, variable) })}</span>
          <Button size="xs" tone="primary" onClick={() => onChange(`{{${variable}}}`)}>
            {t('flows.pane.theValue')}
          </Button>
          <Button size="xs" tone="plain" onClick={() => keepWord(value)}>
            {t('flows.pane.theWord', { word: value.trim() })}
          </Button>
        </fieldset>
      )}
    </div>
  )
}

export function Lines({ label, value, onChange, max, hint }: Of<string> & { max: number; hint?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextArea
          {...control}
          className="mono"
          rows={2}
          value={value}
          maxLength={max}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

export function Count({
  label,
  value,
  onChange,
  least,
  most,
  hint,
}: Of<number> & { least: number; most: number; hint?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="input nums w-28"
          type="number"
          min={least}
          max={most}
          value={value}
          onChange={({ target }) =>
            onChange(Math.min(most, Math.max(least, Math.round(Number(target.value)) || least)))
          }
        />
      )}
    </Field>
  )
}

type ChoiceProps<T extends string> = Of<T> & { options: readonly { readonly id: T; readonly label: string }[] }

export function Choice<T extends string>({ label, value, onChange, options }: ChoiceProps<T>) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value}
          onChange={({ target }) => {
            const found = options.find(({ id }) => id === target.value)
            if (found) onChange(found.id)
          }}
        >
          {options.map(({ id, label: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type RowsProps<T> = {
  label: string
  rows: readonly T[]
  most: number
  least?: number
  blank(): T
  onChange(rows: T[]): void
  addLabel: string
  removeLabel(number: number): string
  render(row: T, number: number, change: (row: T) => void): ReactNode
  isOneColumn?: boolean
}

/** A list of small rows. */
export function Rows<T>({
  label,
  rows,
  most,
  least = 0,
  blank,
  onChange,
  addLabel,
  removeLabel,
  render,
  isOneColumn,
}: RowsProps<T>) {
  return (
    <fieldset className="field">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
        <div key={at} className={isOneColumn ? 'flow-row grid-cols-[minmax(0,1fr)_2rem]' : 'flow-row'}>
          {render(row, at + 1, (next) => onChange(rows.map((one, n) => (n === at ? next : one))))}
          <IconButton
            label={removeLabel(at + 1)}
            disabled={rows.length <= least}
            onClick={() => onChange(rows.filter((_, n) => n !== at))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {rows.length < most && (
        <Button
          size="sm"
          tone="ghost"
          className="-ml-2.5 justify-self-start text-primary-ink"
          icon={<Plus />}
          onClick={() => onChange([...rows, blank()])}
        >
          {addLabel}
        </Button>
      )}
    </fieldset>
  )
}

/** An input within a row, named for screen readers. */
export function Bare({
  label,
  value,
  onChange,
  max,
  placeholder,
}: Of<string> & { max: number; placeholder?: string | undefined }) {
  return (
    <input
      className="input min-w-0"
      aria-label={label}
      placeholder={placeholder}
      title={value}
      value={value}
      maxLength={max}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Letters, digits, dots and underscores: what a variable may be called. */
export const asVariable = (typed: string): string => typed.replace(/[^\p{L}\p{N}_.]/gu, '').slice(0, 40)

export function Ticks({
  label,
  options,
  value,
  onChange,
}: Of<number[]> & { options: readonly { readonly id: number; readonly name: string }[] }) {
  return (
    <fieldset className="field">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="pick-list">
        {options.map(({ id, name }) => (
          <label key={id} className="menu-row hover:bg-hover">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={value.includes(id)}
              onChange={() => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])}
            />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
