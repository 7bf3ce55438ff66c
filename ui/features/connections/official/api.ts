import type { CreateOfficial } from '../../../../src/channels/connections/contract'
import type { ConnectionRoutes } from '../../../../src/channels/connections/routes'
import type { OfficialValues } from '../../../../src/channels/meta/cloud/contract'
import type { OfficialRoutes } from '../../../../src/channels/meta/cloud/routes'
import { client, unwrap } from '../../../shared/client'

const { whatsapp } = client<ConnectionRoutes>()
const { whatsapp: numbers } = client<OfficialRoutes>()

export const checkOfficial = (values: OfficialValues) => unwrap(numbers.official.check.post(values))

export const createOfficial = (input: Omit<CreateOfficial, 'channel'>) =>
  unwrap(whatsapp.post({ ...input, channel: 'whatsapp_cloud' }))
