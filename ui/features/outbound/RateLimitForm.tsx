import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  CampaignSettings,
  GREATER_INTERVALS,
  LONGER_INTERVAL_AFTER,
  MESSAGE_INTERVALS,
} from '../../../src/outbound/contract'
import { errorText } from '../../shared/errorText'
import { CountField } from '../../shared/form/CountField'
import { changesOf } from '../../shared/form/changesOf'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { SelectField } from '../../shared/form/SelectField'
import { TimeField } from '../../shared/form/TimeField'
import { ToggleField } from '../../shared/form/ToggleField'
import { toggled } from '../../shared/form/toggled'
import { useField } from '../../shared/form/useField'
import { type Form, showFieldFailures, useForm } from '../../shared/form/useForm'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { toast } from '../../shared/kit/toast'
import { saveSettings } from './api'

const { variables: _, ...entries } = CampaignSettings.entries
const RateLimitSchema = v.object(entries)
type RateLimit = v.InferOutput<typeof RateLimitSchema>
const rateLimitOf = ({ variables: _, ...rateLimit }: CampaignSettings): RateLimit => rateLimit

/** Intervals, hours and limits, which all campaigns of a connection share. What is saved elsewhere comes while nothing is changed here. */
export function RateLimitForm({ settings }: { settings: CampaignSettings }) {
  const t = useText()
  const client = useQueryClient()
  const saved = rateLimitOf(settings)
  // What the form began with: only what is changed here is saved.
  const [before, setBefore] = useState<RateLimit>(saved)
  const form = useForm(RateLimitSchema, before)
  const { isDirty, isSubmitting } = form.formState
  const begin = (rateLimit: RateLimit) => {
    setBefore(rateLimit)
    form.reset(rateLimit)
  }
  const follow = useEffectEvent(() => {
    if (!isDirty) begin(saved)
  })
  const savedKey = JSON.stringify(saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the saved values change
  useEffect(() => follow(), [savedKey])
  const [failure, setFailure] = useState<unknown>(null)
  const [from, to] = useWatch({ control: form.control, name: ['sendFrom', 'sendTo'] })
  const save = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      begin(rateLimitOf(await saveSettings(client, changesOf(before, values))))
      toast.success(t('outbound.saved'))
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  })
  const seconds = (value: number) => (value === 0 ? t('outbound.noInterval') : t('outbound.seconds', { count: value }))
  return (
    <form className="grid gap-8" onSubmit={save} noValidate>
      {failure !== null && <ErrorNote>{errorText(t, failure)}</ErrorNote>}
      <section className="grid gap-4">
        <h2 className="font-semibold">{t('outbound.intervals')}</h2>
        <SelectField
          form={form}
          name="messageInterval"
          label={t('outbound.messageInterval')}
          hint={t('outbound.messageIntervalHint')}
          options={MESSAGE_INTERVALS.map((value) => ({
            value,
            label: value === 0 ? seconds(0) : t('outbound.upTo', { count: value }),
          }))}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField
            form={form}
            name="longerIntervalAfter"
            label={t('outbound.longerIntervalAfter')}
            options={LONGER_INTERVAL_AFTER.map((value) => ({
              value,
              label: value === 0 ? t('outbound.never') : t('outbound.messages', { count: value }),
            }))}
          />
          <SelectField
            form={form}
            name="greaterInterval"
            label={t('outbound.greaterInterval')}
            options={GREATER_INTERVALS.map((value) => ({ value, label: seconds(value) }))}
          />
        </div>
      </section>
      <section className="grid gap-4">
        <h2 className="font-semibold">{t('outbound.hours')}</h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TimeField form={form} name="sendFrom" label={t('outbound.sendFrom')} />
          <TimeField
            form={form}
            name="sendTo"
            label={t('outbound.sendTo')}
            hint={from === to ? t('outbound.wholeDay') : to < from ? t('outbound.overnight') : undefined}
          />
        </div>
        <DaysField form={form} />
        <ToggleField
          form={form}
          name="skipHolidays"
          label={t('outbound.skipHolidays')}
          hint={t('outbound.skipHolidaysHint')}
        />
      </section>
      <section className="grid gap-4">
        <h2 className="font-semibold">{t('outbound.caps')}</h2>
        <CountField
          form={form}
          name="dailyCap"
          max={100_000}
          label={t('outbound.dailyCap')}
          hint={t('outbound.dailyCapHint')}
        />
        <CountField
          form={form}
          name="coldCap"
          max={10_000}
          label={t('outbound.coldCap')}
          hint={t('outbound.coldCapHint')}
        />
      </section>
      <div>
        <Button tone="primary" type="submit" busy={isSubmitting}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}

/** Weekdays in our languages' order; 0 is Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

function DaysField({ form }: { form: Form<RateLimit, RateLimit> }) {
  const t = useText()
  const { weekday } = useFormat()
  const { value, onChange, error } = useField<number[], RateLimit, RateLimit>(form, 'sendDays')
  return (
    <FieldGroup label={t('outbound.sendDays')} error={error}>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {WEEK.map((day) => (
          <label key={day} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm"
              checked={value.includes(day)}
              onChange={() => onChange(toggled(value, day).toSorted((a, b) => a - b))}
            />
            {weekday((day + 6) % 7)}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
