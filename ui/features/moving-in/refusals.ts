/** What keeps a move from going on, in the language of the page. */
import type { MovingRefusal } from '../../../src/moving-in/contract'
import { ApiError } from '../../shared/client'
import type { Text } from '../../shared/i18n/translate'

export const refusalText = (t: Text, { code, facts }: MovingRefusal): string =>
  t.find(`movingIn.refusal.${code}`, facts) ?? code

/** What the server says about a file of the source; undefined if the failure is another one. */
export function refusedFile(failure: unknown): (MovingRefusal & { readonly field: string }) | undefined {
  if (!(failure instanceof ApiError) || String(failure.code) !== 'ERR_MOVING_IN_SOURCE') return undefined
  return failure.details as MovingRefusal & { field: string } // as the server sends it with this code
}
