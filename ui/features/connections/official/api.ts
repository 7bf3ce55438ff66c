import { queryOptions } from '@tanstack/react-query'
import type { CreateOfficial } from '../../../../src/channels/connections/contract'
import type { ConnectionRoutes } from '../../../../src/channels/connections/routes'
import type { OfficialValues } from '../../../../src/channels/meta/cloud/contract'
import type { OfficialRoutes } from '../../../../src/channels/meta/cloud/routes'
import type { ChooseNumbers, NumberKind } from '../../../../src/channels/meta/cloud/sign-up-contract'
import type { FinishSignIn } from '../../../../src/channels/meta/contract'
import { client, unwrap } from '../../../shared/client'

const { whatsapp } = client<ConnectionRoutes>()
const { whatsapp: numbers } = client<OfficialRoutes>()
const { official } = numbers

export const checkOfficial = (values: OfficialValues) => unwrap(official.check.post(values))

export const createOfficial = (input: Omit<CreateOfficial, 'channel'>) =>
  unwrap(whatsapp.post({ ...input, channel: 'whatsapp_cloud' }))

/** Whether numbers can be connected through Meta's sign-up. */
export const signUpOfferQuery = queryOptions({
  queryKey: ['official', 'offer'],
  queryFn: ({ signal }) => unwrap(official['sign-in'].get({ fetch: { signal } })),
  staleTime: 0,
})

/** Returns where the browser signs in to Meta. */
export const startSignUp = (kind: NumberKind) => unwrap(official['sign-in'].post({ kind }))
export const finishSignUp = (wanted: FinishSignIn) => unwrap(official['sign-in'].finish.post(wanted))
export const chooseNumbers = (choice: ChooseNumbers) => unwrap(official.numbers.post(choice))

/** Where Meta sends the events of a number, as it says now. */
export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['official', 'webhook', id],
    queryFn: ({ signal }) => unwrap(numbers({ id }).webhook.get({ fetch: { signal } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
