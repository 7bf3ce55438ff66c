/** Requests of the link page, which needs no session. */
import { queryOptions } from '@tanstack/react-query'
import type { PasskeyCredential } from '../../../../src/channels/passkeys/contract'
import type { PasskeyLinkRoutes } from '../../../../src/channels/passkeys/routes'
import { client, unwrap } from '../../../shared/client'

const { passkey } = client<PasskeyLinkRoutes>()
/** Without a session there are no events: it polls. */
const ASK_EVERY = 2000

export const openLink = (token: string) => unwrap(passkey.open.post({ token }))
export const answerByLink = (key: string, credential: PasskeyCredential) =>
  unwrap(passkey.answer.post({ key, credential }))
export const compareByLink = (key: string, same: boolean) => unwrap(passkey.confirm.post({ key, same }))

export const linkStateQuery = (key: string) =>
  queryOptions({
    queryKey: ['passkey-link'],
    queryFn: () => unwrap(passkey.state.post({ key })),
    refetchInterval: ({ state }) => (state.data && ['linked', 'over'].includes(state.data.stage) ? false : ASK_EVERY),
    retry: false,
  })
