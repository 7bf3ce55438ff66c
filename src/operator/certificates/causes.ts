/** Why an authority has given no certificate, in the words of our screens. Pure. */
import { AcmeFault } from '../../platform/acme/client'
import type { Cause } from './contract'

const byType: Readonly<Record<string, Cause>> = {
  dns: 'dns',
  connection: 'firewall',
  unauthorized: 'otherServer',
  incorrectResponse: 'otherServer',
  tls: 'otherServer',
  caa: 'caa',
  rateLimited: 'rateLimited',
  rejectedIdentifier: 'rejectedName',
  unsupportedIdentifier: 'rejectedName',
  externalAccountRequired: 'externalAccount',
  invalidProfile: 'profile',
  userActionRequired: 'terms',
  unreachable: 'authority',
  serverInternal: 'authority',
  timeout: 'authority',
  badNonce: 'authority',
}

/** A clock that is wrong by more makes certificates look not yet valid, or expired. */
export const CLOCK_TOLERANCE = 10 * 60_000

/** Raised on this side, before the authority is asked. */
export class CertificateBlock extends Error {
  override readonly cause: Cause
  constructor(cause: Cause, detail = '') {
    super(detail)
    this.name = 'CertificateBlock'
    this.cause = cause
  }
}

export function causeOf(error: unknown, skew: number | undefined): { readonly cause: Cause; readonly detail: string } {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof CertificateBlock) return { cause: error.cause, detail }
  const known = error instanceof AcmeFault ? byType[error.type] : undefined
  if (!known && skew !== undefined && Math.abs(skew) > CLOCK_TOLERANCE) return { cause: 'clock', detail }
  return { cause: known ?? 'refused', detail }
}
