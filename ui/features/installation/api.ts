import { queryOptions } from '@tanstack/react-query'
import type { NewAddress } from '../../../src/operator/certificates/contract'
import type { InstallationRoutes } from '../../../src/operator/certificates/routes'
import { client, unwrap } from '../../shared/client'

const { installation } = client<InstallationRoutes>()

export const INSTALLATION = ['installation'] as const
const OFTEN = 30_000

export const addressQuery = queryOptions({
  queryKey: [...INSTALLATION, 'address'],
  queryFn: ({ signal }) => unwrap(installation.address.get({ fetch: { signal } })),
  refetchInterval: OFTEN,
  staleTime: 0,
})

export const changeAddress = (address: NewAddress) => unwrap(installation.address.put(address))
export const checkAddress = () => unwrap(installation.address.check.post())
export const renewCertificate = () => unwrap(installation.address.renew.post())
