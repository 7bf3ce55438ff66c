import { useQueryClient } from '@tanstack/react-query'
import { Braces, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import {
  type CampaignSettings,
  CampaignVariable,
  MOST_VARIABLES,
  VARIABLE_LENGTH,
} from '../../../src/outbound/contract'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { Field } from '../../shared/kit/Field'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { saveSettings } from './api'
import { repeatedKeys } from './spec'

/** Values of the company's own variables. Keys are unique. Another user's save shows while nothing is changed here. */
export function VariablesForm({ settings }: { settings: CampaignSettings }) {
  const t = useText()
  const client = useQueryClient()
  const [before, setBefore] = useState(settings.variables)
  const [rows, setRows] = useState(() => rowsOf(before))
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const variables = rows.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
  const repeated = repeatedKeys(variables)
  if (!isSame(before, settings.variables)) {
    setBefore(settings.variables)
    if (isSame(variables, before)) setRows(rowsOf(settings.variables))
  }
  const change = (id: number, next: { key?: string; value?: string }) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...next } : row)))

  const faultOf = (at: number, name: 'key' | 'value'): string | undefined => {
    const one = variables[at]
    if (name === 'key' && repeated.includes(at)) return t('outbound.variable.repeated')
    if (!isTried || !one || v.is(CampaignVariable.entries[name], one[name])) return undefined
    if (one[name] === '') return t('form.required')
    return name === 'key' ? t('outbound.variable.badKey') : t('form.text.long')
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (repeated.length > 0 || variables.some((one) => !v.is(CampaignVariable, one))) return
    setBusy(true)
    setFailure(null)
    try {
      await saveSettings(client, { variables })
      toast.success(t('outbound.saved'))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const add = () => setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, key: '', value: '' }])
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <p className="text-sm text-muted">{t('outbound.variable.hint')}</p>
      {failure !== null && <ErrorNote>{wordsOf(failure) ?? errorText(t, failure)}</ErrorNote>}
      {rows.length === 0 && <EmptyState icon={<Braces />} title={t('outbound.variable.none')} />}
      {rows.map((row, at) => (
        <div key={row.id} className="grid items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
          <Field label={t('common.field.name')} error={faultOf(at, 'key')}>
            {(control) => (
              <input
                {...control}
                className="input"
                maxLength={20}
                autoComplete="off"
                value={row.key}
                onChange={({ target }) => change(row.id, { key: target.value })}
              />
            )}
          </Field>
          <Field label={t('outbound.variable.value')} error={faultOf(at, 'value')}>
            {(control) => (
              <input
                {...control}
                className="input"
                maxLength={VARIABLE_LENGTH}
                autoComplete="off"
                value={row.value}
                onChange={({ target }) => change(row.id, { value: target.value })}
              />
            )}
          </Field>
          <IconButton
            className="sm:mt-7"
            label={t('outbound.variable.remove', { key: row.key })}
            onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
          >
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <div className="flex gap-2">
        <Button icon={<Plus />} disabled={rows.length >= MOST_VARIABLES} onClick={add}>
          {t('outbound.variable.add')}
        </Button>
        <Button tone="primary" type="submit" busy={isBusy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}

type Variables = CampaignSettings['variables']
const rowsOf = (variables: Variables) => variables.map((one, id) => ({ id, ...one }))
const isSame = (one: Variables, other: Variables): boolean => JSON.stringify(one) === JSON.stringify(other)

const wordsOf = (failure: unknown): string | undefined =>
  failure instanceof ApiError && failure.code !== 'ERR_INVALID_INPUT' ? failure.message : undefined
