import { useQueryClient } from '@tanstack/react-query'
import { companyPlanChanged } from '../../../src/tenancy/contract'
import { useEvent } from '../../shared/live/useEvent'
import { setPlan } from '../../shared/session/session'

/** The company's plan was changed: menu and pages follow at once. What was refused before is asked again. */
export function useOwnPlan() {
  const queries = useQueryClient()
  useEvent(companyPlanChanged, ({ plan }) => {
    setPlan(plan)
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })
}
