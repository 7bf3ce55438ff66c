/** Orders of the page, each of which shows its outcome at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Machines } from '../../../../src/features/machines/contract'
import { toast } from '../../../shared/kit/toast'
import { drainMachine, forgetMachine, MACHINES, machinesQuery, stopDraining } from './api'

function useMachineOrder(order: () => Promise<Machines | unknown>, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: order,
    onSuccess: (fresh) => {
      if (typeof fresh === 'object' && fresh !== null && 'fleet' in fresh)
        queries.setQueryData(machinesQuery.queryKey, fresh as Machines) // the routes of drains send it
      onDone?.()
    },
    onError: toast.failure,
    onSettled: () => queries.invalidateQueries({ queryKey: MACHINES }),
  })
}

export const useDraining = (name: string, onDone: () => void) => useMachineOrder(() => drainMachine(name), onDone)
export const useStopDraining = (name: string) => useMachineOrder(() => stopDraining(name))
export const useForgetting = (name: string, onDone: () => void) => useMachineOrder(() => forgetMachine(name), onDone)
