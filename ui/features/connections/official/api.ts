import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { call } from '../../../shared/client'
import type { Finding } from './checks'
import type { OfficialValues } from './values'

export const checkOfficial = (values: OfficialValues) =>
  call<{ findings: readonly Finding[] }>('POST', '/whatsapp/official/check', values)

type NewOfficial = OfficialValues & {
  readonly name: string
  readonly queueIds: readonly number[]
  readonly verifyToken: string
}

export const createOfficial = (input: NewOfficial) =>
  call<ConnectionSummary & { webhook?: { url: string; verifyToken: string } }>('POST', '/whatsapp', {
    ...input,
    channel: 'whatsapp_cloud',
  })

/** Returns where the browser signs in to Meta. */
export const startCoexistence = () => call<{ url: string }>('POST', '/whatsapp/official/sign-in')
