import { useMutation } from '@tanstack/react-query'
import type { Command } from '../../../src/simulator/contract'
import { text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { command, RefusedRequest } from './api'

/** `const run = useCommand(); run.mutate({ do: 'say', … })`. Refusals are shown as a toast. */
export const useCommand = () => useMutation({ mutationFn: (order: Command) => command(order), onError: showRefusal })

/** Not a failure: linking continues where it was started. */
export const isPasskeyDemanded = (failure: unknown): boolean =>
  failure instanceof RefusedRequest && failure.code === 'passkey_required'

export function showRefusal(failure: unknown) {
  if (isPasskeyDemanded(failure)) toast.info(text()('simulator.refusal.passkey_required'))
  else if (failure instanceof RefusedRequest) toast.error(text()(`simulator.refusal.${failure.code}`))
  else toast.failure(failure)
}
