import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  type ChangeOperatorSettings,
  type OperatorSetting,
  operatorSettings,
  variableOf,
} from '../../../src/settings/operator/contract'
import { errorText } from '../../shared/errorText'
import { centsOf, moneyText } from '../../shared/form/money'
import { locales } from '../../shared/i18n/languages'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { FieldError } from '../../shared/kit/Field'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { changeOperatorSettings, operatorSettingsQuery, plansQuery } from './api'
import type { Entry } from './sections'
import { TimetableControl } from './TimetableControl'

type Props = { entry: Entry; record: OperatorSetting }
type Control = { readonly id: string; readonly 'aria-describedby': string; readonly disabled: boolean }

/** One setting: name, description, control, and the source of its value. */
export function SettingRow({ entry, record }: Props) {
  const t = useText()
  const id = `operator-${entry.key}`
  const isOfDemo = record.source === 'demo'
  const isFixed = isOfDemo || record.source === 'environment'
  const isInline = entry.is !== 'text' && entry.is !== 'long' && entry.is !== 'timetable'
  const control = { id, 'aria-describedby': `${id}-text`, disabled: isFixed }
  return (
    <div className={isInline ? 'flex items-center gap-4 py-3 max-sm:flex-wrap' : 'grid gap-2 py-3'}>
      <span className="min-w-0 flex-1">
        <label htmlFor={id} className="block cursor-pointer">
          {t(`operatorSettings.${entry.key}.title`)}
        </label>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {t(`operatorSettings.${entry.key}.text`)}
        </span>
        {isFixed && (
          <span className="by-environment inline-flex items-center gap-1.5 text-xs text-faint">
            <Lock />
            {isOfDemo
              ? t('operatorSettings.byDemo')
              : t('operatorSettings.byEnvironment', { variable: variableOf(entry.key) })}
          </span>
        )}
      </span>
      <ControlOf entry={entry} record={record} control={control} />
    </div>
  )
}

function ControlOf({ entry, record, control }: Props & { control: Control }) {
  if (operatorSettings[entry.key].isSecret) return <SecretControl entry={entry} record={record} control={control} />
  switch (entry.is) {
    case 'switch':
      return <SwitchControl entry={entry} record={record} control={control} />
    case 'plan':
      return <PlanControl entry={entry} record={record} control={control} />
    case 'choice':
      return <ChoiceControl entry={entry} record={record} control={control} />
    case 'timetable':
      return <Timetable entry={entry} record={record} control={control} />
    default:
      return <TextControl entry={entry} record={record} control={control} />
  }
}

type ControlProps = Props & { control: Control }

/** Saves one value; the response has all of them. */
function useChange({ key }: Entry) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: string | number | boolean | null) =>
      changeOperatorSettings({ [key]: value } as ChangeOperatorSettings), // the server validates it by its key
    onSuccess: (list) => queries.setQueryData(operatorSettingsQuery.queryKey, list),
  })
}

/** How a refused value is written instead, else what the server says about it. */
function faultText(t: Text, { key }: Entry, failure: unknown): string {
  const [field] = failure instanceof ApiError ? failure.fields : []
  if (!field) return errorText(t, failure)
  return t.find(`operatorSettings.${key}.wrong`) ?? field.message
}

function SwitchControl({ entry, record, control }: ControlProps) {
  const change = useChange(entry)
  return (
    <Toggle
      size="sm"
      {...control}
      checked={record.value === true}
      onChange={(isOn) => change.mutate(isOn, { onError: toast.failure })}
    />
  )
}

function ChoiceControl({ entry, record, control }: ControlProps) {
  const t = useText()
  const change = useChange(entry)
  return (
    <select
      {...control}
      className="select select-sm"
      value={`${record.value}`}
      onChange={({ target }) => change.mutate(target.value, { onError: toast.failure })}
    >
      {entry.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {t.find(`operatorSettings.choice.${choice}`) ?? choice}
        </option>
      ))}
    </select>
  )
}

/** The number of a plan; 0: none is named. */
function PlanControl({ entry, record, control }: ControlProps) {
  const t = useText()
  const change = useChange(entry)
  const plans = useQuery(plansQuery).data ?? []
  return (
    <select
      {...control}
      className="select select-sm max-w-60"
      value={`${record.value}`}
      onChange={({ target }) => change.mutate(Number(target.value), { onError: toast.failure })}
    >
      <option value="0">{t('operatorSettings.cheapestPlan')}</option>
      {plans.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

function Timetable({ entry, record, control }: ControlProps) {
  const t = useText()
  const change = useChange(entry)
  return (
    <TimetableControl
      pattern={`${record.value}`}
      control={control}
      fault={change.isError ? faultText(t, entry, change.error) : undefined}
      onChange={(pattern, done) => change.mutate(pattern, done && { onSuccess: done })}
    />
  )
}

/** Saved on blur and on Enter. An empty number returns to its default. */
function TextControl({ entry, record, control }: ControlProps) {
  const t = useText()
  const change = useChange(entry)
  /** Null: as stored. */
  const [typed, setTyped] = useState<string | null>(null)
  const locale = locales[t.language]
  const isMoney = entry.is === 'money'
  const stored = isMoney ? moneyText(Number(record.value), locale) : `${record.value}`
  const isNumber = entry.is === 'number'
  const save = () => {
    if (typed === null || typed.trim() === stored) return setTyped(null)
    const text = typed.trim()
    const isEmptyNumber = (isNumber || isMoney) && text === ''
    // What is no amount becomes -1, which the server refuses.
    const value = isEmptyNumber ? null : isMoney ? (centsOf(text, locale) ?? -1) : isNumber ? Number(text) : text
    change.mutate(value, { onSuccess: () => setTyped(null) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className={isNumber || isMoney ? 'grid justify-items-end gap-1' : 'grid gap-1'} onSubmit={submit}>
      <input
        {...control}
        className={isNumber ? 'input input-sm w-20 text-right' : isMoney ? 'input input-sm w-28 text-right' : 'input'}
        {...(isNumber ? { type: 'number', min: entry.least ?? 1, max: entry.most } : { maxLength: 500 })}
        placeholder={t.find(`operatorSettings.${entry.key}.example`)}
        aria-invalid={change.isError || undefined}
        value={typed ?? stored}
        onChange={({ target }) => {
          change.reset()
          setTyped(target.value)
        }}
        onBlur={save}
      />
      {change.isError && <FieldError>{faultText(t, entry, change.error)}</FieldError>}
    </form>
  )
}

/** The server returns only whether it is set. Saved with its button. */
function SecretControl({ entry, record, control }: ControlProps) {
  const t = useText()
  const change = useChange(entry)
  const [isChanging, setChanging] = useState(false)
  const [typed, setTyped] = useState('')
  const save = (value: string | null) =>
    change.mutate(value, {
      onSuccess() {
        setTyped('')
        setChanging(false)
        toast.success(t(value === null ? 'operatorSettings.secret.removed' : 'operatorSettings.secret.saved'))
      },
    })
  if (record.value === 'set' && !isChanging)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto flex items-center gap-2 text-sm">
          <KeyRound className="text-faint" />
          {t('operatorSettings.secret.set')}
        </span>
        {!control.disabled && (
          <>
            <Button size="sm" id={control.id} onClick={() => setChanging(true)}>
              {t('operatorSettings.secret.change')}
            </Button>
            <Button size="sm" tone="ghost" busy={change.isPending} onClick={() => save(null)}>
              {t('operatorSettings.secret.remove')}
            </Button>
          </>
        )}
      </div>
    )
  const shared = {
    ...control,
    placeholder: t.find(`operatorSettings.${entry.key}.example`),
    value: typed,
    'aria-invalid': change.isError || undefined,
  }
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') save(typed.trim())
      }}
    >
      <div className="flex items-start gap-2">
        {entry.is === 'long' ? (
          <textarea
            {...shared}
            className="textarea flex-1 font-mono text-xs"
            rows={4}
            onChange={({ target }) => setTyped(target.value)}
          />
        ) : (
          <input
            {...shared}
            className="input flex-1"
            type="password"
            autoComplete="new-password"
            maxLength={500}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {isChanging && (
          <Button tone="ghost" onClick={() => setChanging(false)}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" busy={change.isPending} disabled={control.disabled || typed.trim() === ''}>
          {t('common.save')}
        </Button>
      </div>
      {change.isError && <FieldError>{faultText(t, entry, change.error)}</FieldError>}
    </form>
  )
}
