import { useMutation } from '@tanstack/react-query'
import type { CompanyRow } from '../../../src/operator/tenants/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { companies, renewCompany } from './api'
import { dueDayOf } from './spec'

/** Moves the due date by the company's recurrence, and offers to take it back. */
export function useRenewal(company: CompanyRow) {
  const t = useText()
  const { day } = useFormat()
  const { update } = useCrud(companies)
  const { mutate, isPending } = useMutation({
    mutationFn: () => renewCompany(company.id),
    onSuccess: (renewed) =>
      toast.undo(t('companies.renew.done', { name: renewed.name, date: day(dueDayOf(renewed)) }), () => {
        update(company.id, { dueDate: dueDayOf(company), dueDay: company.dueDay }).catch(toast.failure)
      }),
    onError: toast.failure,
  })
  return { renew: () => mutate(), isPending }
}
