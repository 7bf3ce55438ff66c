import { useMutation } from '@tanstack/react-query'
import type { Command } from '../../../src/simulator/contract'
import { text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { command, Refused } from './api'

/** `const run = useCommand(); run.mutate({ do: 'say', … })`. What the simulator refuses appears as a toast. */
export const useCommand = () => useMutation({ mutationFn: (order: Command) => command(order), onError: showRefusal })

export function showRefusal(failure: unknown) {
  if (failure instanceof Refused) toast.error(text()(`simulator.refusal.${failure.code}`))
  else toast.failure(failure)
}
