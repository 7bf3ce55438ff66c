import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { hoursUpdated, type Schedules, schedulesOf, WeekHours, weekOf } from '../../../src/hours/contract'
import { errorText } from '../../shared/errorText'
import { HoursField } from '../../shared/form/HoursField'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { useChange } from '../../shared/settings/useChange'
import { useSettings } from '../../shared/settings/useSettings'
import { AbsenceNote } from './AbsenceNote'
import { companyHoursQuery, saveCompanyHours } from './api'
import { Holidays } from './Holidays'

/** The company's opening hours and holidays. */
export function HoursTab() {
  const t = useText()
  const choose = useChange('scheduleType')
  const whose = useSettings().find(({ key }) => key === 'scheduleType')?.value
  return (
    <div className="grid gap-8 p-4 md:p-6">
      <AbsenceNote />
      {whose === 'company' && <CompanyWeek />}
      {whose === 'queue' && (
        <p className="max-w-2xl text-sm text-muted">
          {t('hours.week.ofQueues')}{' '}
          <Link to="/queues" className="link">
            {t('hours.week.toQueues')}
          </Link>
        </p>
      )}
      {whose === 'disabled' && (
        <p className="max-w-2xl text-sm text-muted">
          {t('hours.week.none')}{' '}
          <Button size="sm" className="ml-2" onClick={() => void choose('company').catch(toast.failure)}>
            {t('hours.week.useCompany')}
          </Button>{' '}
          <Link to="/settings" className="link">
            {t('hours.week.toOptions')}
          </Link>
        </p>
      )}
      <Holidays />
    </div>
  )
}

function CompanyWeek() {
  const { company } = useUser()
  const queries = useQueryClient()
  const query = companyHoursQuery(company.id)
  const { data, error, refetch } = useQuery(query)
  useEvent(hoursUpdated, (news) => queries.setQueryData(query.queryKey, news))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <WeekForm schedules={data.schedules} /> : <Skeleton className="h-72 max-w-2xl" />
}

const CompanyWeekForm = v.object({ week: WeekHours })

function WeekForm({ schedules }: { schedules: Schedules }) {
  const t = useText()
  const { company } = useUser()
  const queries = useQueryClient()
  const form = useForm(CompanyWeekForm, { week: weekOf(schedules) })
  const [failure, setFailure] = useState<unknown>(null)
  const { isDirty, isSubmitting } = form.formState

  // Another user's change is shown unless it would discard typing.
  const follow = useEffectEvent((changed: Schedules) => {
    if (!isDirty) form.reset({ week: weekOf(changed) })
  })
  useEffect(() => follow(schedules), [schedules])

  const save = form.handleSubmit(async ({ week }) => {
    setFailure(null)
    try {
      const saved = await saveCompanyHours(company.id, schedulesOf(week))
      queries.setQueryData(companyHoursQuery(company.id).queryKey, saved)
      form.reset({ week: weekOf(saved.schedules) })
      toast.success(t('hours.week.saved'))
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  })
  return (
    <form onSubmit={save} noValidate className="grid max-w-2xl gap-4">
      {failure !== null && <ErrorNote>{errorText(t, failure)}</ErrorNote>}
      <HoursField form={form} name="week" label={t('hours.week.title')} hint={t('hours.week.hint')} isPerDay />
      <Button tone="primary" type="submit" className="w-fit" busy={isSubmitting} disabled={!isDirty}>
        {t('common.save')}
      </Button>
    </form>
  )
}
