/** A payment provider: requests payments by Pix and reports their state. */
import type { Charge } from '../tables'

export type Payer = {
  readonly companyId: number
  readonly name: string
  readonly email: string
  /** CPF or CNPJ without marks; empty if unknown. */
  readonly document: string
}

export type ChargeQuery = Pick<Charge, 'reference' | 'amount' | 'externalId'>
export type NewCharge = ChargeQuery & {
  readonly description: string
  readonly payer: Payer
  readonly now: number
  /** Today in the payer's time zone, YYYY-MM-DD. */
  readonly today: string
}

export type IssuedCharge = {
  /** Pix copy-and-paste code. */
  readonly code: string
  readonly externalId: string | null
  readonly expiresAt: number | null
}

/** A charge as the provider has it. */
export type Reading = {
  readonly status: 'pending' | 'paid' | 'expired' | 'cancelled'
  /** Cents received, before anything went back. */
  readonly paid: number
  /** Cents that went back. */
  readonly returned?: number
  /** The payer's bank asks for the money: a chargeback, or the Pix system's special return (MED). */
  readonly disputed?: boolean
  /** The payment's id in the Pix system. */
  readonly endToEndId?: string | null
}

export type ProviderName = 'manual' | 'efi' | 'asaas'

export interface Provider {
  readonly name: ProviderName
  /** It refuses a charge without the payer's CPF or CNPJ. */
  readonly needsDocument: boolean
  /** Safe to repeat: the same reference is the same charge. */
  create(charge: NewCharge, left: AbortSignal): Promise<IssuedCharge>
  /** Null if this provider cannot report it. */
  read(charge: ChargeQuery, left: AbortSignal): Promise<Reading | null>
  /** Cancels the charge. */
  cancel(charge: ChargeQuery, left: AbortSignal): Promise<void>
  /** Has it call this address when something happens to a charge, with the token where the provider sends one. */
  register?(address: string, token: string, left: AbortSignal): Promise<void>
}

/** The provider refused, or its response was invalid. `reason` quotes it. */
export class ProviderFailed extends Error {
  readonly status: number
  readonly reason: string
  constructor(provider: ProviderName, status: number, reason: string) {
    super(`${provider} answered ${status}: ${reason}`)
    this.name = 'ProviderFailed'
    this.status = status
    this.reason = reason
  }
}

export const ANSWER_WITHIN = 15_000
export const MOST_ANSWER = 256 * 1024
export const CHARGE_LASTS = 24 * 3_600_000

type Addresses = {
  production: string
  sandbox: string
  /** CA certificate of the provider, if it is not a public one. */
  ca?: string
}
/** Tests and the demo point these to local stand-ins. */
export const hosts: Record<'efi' | 'asaas', Addresses> = {
  efi: { production: 'https://pix.api.efipay.com.br', sandbox: 'https://pix-h.api.efipay.com.br' },
  asaas: { production: 'https://api.asaas.com/v3', sandbox: 'https://api-sandbox.asaas.com/v3' },
}
