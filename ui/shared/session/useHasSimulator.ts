import { useQuery } from '@tanstack/react-query'
import { OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { installationQuery } from '../installation'
import { useMay, useUser } from './useUser'

/** Whether there is a simulator that this user may use. */
export function useHasSimulator(): boolean {
  const isThere = useQuery(installationQuery).data?.simulator ?? false
  const { company } = useUser()
  const may = useMay()
  return isThere && company.id === OPERATOR_COMPANY && may('simulator-page:use')
}
