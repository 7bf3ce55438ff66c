/** The page about the installation, as the operator's browser knows it: the address by which people reach it. */
import * as v from 'valibot'
import {
  addressKinds,
  Certificate,
  CertificateAttempt,
  Check,
  certificateStates,
} from '../../operator/certificates/contract'
import { Instant } from '../../platform/formats'
import { operatorSettings } from '../../settings/operator/contract'

export { certificateChanged } from '../../operator/certificates/contract'

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
