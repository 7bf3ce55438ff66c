/** The certificate of the installation's own address, as the operator's browser knows it. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Instant } from '../../platform/formats'
import { operatorSettings } from '../../settings/operator/contract'

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
  'refused',
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

/** Attempts that the page shows. */
export const MOST_SHOWN = 6

export const InstallationAddress = v.object({
  version: v.string(),
  startedAt: Instant,
  kind: v.picklist(addressKinds),
  /** The domain or address; of files the certificate's first name. Empty if there is none. */
  name: v.string(),
  email: v.string(),
  tlsCert: v.string(),
  tlsKey: v.string(),
  /** The environment has set the address, so that it cannot be changed here. */
  isFixed: v.boolean(),
  state: v.picklist(certificateStates),
  certificate: v.nullable(Certificate),
  /** Failed attempts in a row. */
  failures: v.number(),
  /** When the certificate is renewed, or when the next attempt is made. */
  next: v.nullable(Instant),
  attempts: v.array(CertificateAttempt),
  /** When the way in was checked, and what was found. */
  checkedAt: v.nullable(Instant),
  checks: v.array(Check),
  /** Addresses of this machine that the internet may reach. */
  addresses: v.array(v.string()),
  /** The plain port, to which another program can pass challenges on. */
  port: v.number(),
  companies: v.number(),
})
export type InstallationAddress = v.InferOutput<typeof InstallationAddress>

const { domain, acmeEmail, tlsCert, tlsKey } = operatorSettings

/** Body of `PUT /installation/address`. Only what belongs to the kind counts. */
export const ChangeAddress = v.object({
  kind: v.picklist(addressKinds),
  domain: domain.schema,
  acmeEmail: acmeEmail.schema,
  tlsCert: tlsCert.schema,
  tlsKey: tlsKey.schema,
})
export type NewAddress = v.InferInput<typeof ChangeAddress>

/** Sent to the operator's people. */
export const certificateChanged = defineEvent('certificate.changed', v.object({}))
