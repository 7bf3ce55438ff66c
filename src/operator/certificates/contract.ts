/** The certificate of the installation's own address, as the operator's browser knows it. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Instant } from '../../platform/formats'

/** How people reach the installation: by a domain, an address, a certificate in files, or through a proxy that brings TLS. */
export const addressKinds = ['proxy', 'domain', 'ip', 'files'] as const
export type AddressKind = (typeof addressKinds)[number]

/** What keeps a certificate from coming. */
export const causes = [
  'dns',
  'firewall',
  'otherServer',
  'port80Taken',
  'port443Taken',
  'portForbidden',
  'caa',
  'rateLimited',
  'rejectedName',
  'externalAccount',
  'profile',
  'terms',
  'authority',
  'clock',
  'files',
  'other',
] as const
export type Cause = (typeof causes)[number]

export const CertificateAttempt = v.object({
  state: v.picklist(['running', 'issued', 'renewed', 'failed', 'interrupted']),
  name: v.string(),
  startedAt: Instant,
  endedAt: v.nullable(Instant),
  cause: v.nullable(v.picklist(causes)),
  /** The authority's own words. */
  detail: v.nullable(v.string()),
})
export type CertificateAttempt = v.InferOutput<typeof CertificateAttempt>

/** A fact about the way in, checked on this machine. */
export const checkNames = ['name', 'port80', 'port443', 'clock', 'files'] as const
export type CheckName = (typeof checkNames)[number]
export const Check = v.object({
  name: v.picklist(checkNames),
  state: v.picklist(['good', 'warn', 'bad', 'unknown']),
  /** What was found, by a name that screens translate. */
  found: v.string(),
  /** Addresses, another program's name, seconds. */
  detail: v.string(),
})
export type Check = v.InferOutput<typeof Check>

export const Certificate = v.object({
  name: v.string(),
  issuer: v.string(),
  from: Instant,
  to: Instant,
})
export type Certificate = v.InferOutput<typeof Certificate>

export const certificateStates = ['off', 'waiting', 'running', 'good', 'failing', 'expired', 'missing'] as const
export type CertificateState = (typeof certificateStates)[number]

/** Sent to the operator's people. */
export const certificateChanged = defineEvent('certificate.changed', v.object({}))
