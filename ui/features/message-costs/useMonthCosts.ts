import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MonthCost, monthCostUpdated } from '../../../src/features/message-costs/contract'
import { useEvent } from '../../shared/live/useEvent'
import { monthCostsQuery, putMonthCost } from './api'

/** What each connection that charges costs in this month, or in another; undefined while loading. */
export function useMonthCosts(month?: string): readonly MonthCost[] | undefined {
  const queries = useQueryClient()
  useEvent(monthCostUpdated, ({ record }) => putMonthCost(queries, record))
  return useQuery(monthCostsQuery(month)).data
}
