/** Asaas: a customer for each payer, a Pix payment for each charge. */

import * as v from 'valibot'
import { fail } from '../../../errors'
import type { Wait } from '../../../platform/gate'
import { readJson } from '../../../platform/json'
import { askOutside } from '../../../platform/outside'
import { billingErrors } from '../errors'
import { centsOf } from './br-code'
import {
  ANSWER_WITHIN,
  type ChargeQuery,
  MOST_ANSWER,
  type Payer,
  type Provider,
  ProviderFailed,
  type Reading,
} from './provider'

export type AsaasSettings = { readonly url: string; readonly key: string }

const Customer = v.object({ id: v.string() })
const Customers = v.object({ data: v.array(Customer) })
const Payment = v.object({
  id: v.string(),
  status: v.string(),
  value: v.number(),
  externalReference: v.nullish(v.string()),
  deleted: v.optional(v.boolean()),
  pixTransaction: v.nullish(v.string()),
  /** Parts that went back: the payment stays received. */
  refunds: v.nullish(v.array(v.object({ value: v.number(), status: v.nullish(v.string()) }))),
})
type Payment = v.InferOutput<typeof Payment>
const Payments = v.object({ data: v.array(Payment) })
const Transaction = v.object({ endToEndIdentifier: v.nullish(v.string()) })
const Webhooks = v.object({ data: v.array(v.object({ id: v.string(), url: v.string() })) })
const QrCode = v.object({ payload: v.string(), expirationDate: v.nullish(v.string()) })
const Faults = v.object({ errors: v.array(v.object({ code: v.string(), description: v.optional(v.string()) })) })

const received: ReadonlySet<string> = new Set([
  'RECEIVED',
  'CONFIRMED',
  'RECEIVED_IN_CASH',
  'DUNNING_RECEIVED',
  'REFUND_REQUESTED',
])
/** The payer's bank asks for the money. */
const disputed: ReadonlySet<string> = new Set([
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
])
const refunded: ReadonlySet<string> = new Set(['REFUNDED', 'REFUND_IN_PROGRESS'])
/** Refunds that do not happen. */
const denied: ReadonlySet<string> = new Set(['CANCELLED', 'DENIED'])

/** Undefined if nothing was received so far. */
function receivedIn({ status, value, refunds }: Payment): Pick<Reading, 'paid' | 'returned' | 'disputed'> | undefined {
  const paid = centsOf(value) ?? 0
  if (refunded.has(status)) return { paid, returned: paid, disputed: false }
  if (!received.has(status) && !disputed.has(status)) return undefined
  const back = (refunds ?? []).filter((one) => !denied.has(one.status ?? ''))
  const returned = back.reduce((sum, one) => sum + (centsOf(one.value) ?? 0), 0)
  return { paid, returned: Math.min(returned, paid), disputed: disputed.has(status) }
}

export function asaasProvider({ url, key }: AsaasSettings, wait: Wait): Provider {
  const call = async <S extends v.GenericSchema>(
    schema: S,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    left: AbortSignal,
  ): Promise<v.InferOutput<S>> => {
    const { status, body: text } = await askOutside({
      method,
      left,
      url: `${url}${path}`,
      // Asaas refuses requests without a User-Agent, and GET requests with a body.
      headers: {
        access_token: key,
        'user-agent': 'Balcao',
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      reach: 'any', // the operator's provider
      wait,
      limit: ANSWER_WITHIN,
      most: MOST_ANSWER,
    })
    const json = readJson(text)
    const found = v.safeParse(schema, json)
    if (status !== 200 || !found.success) throw new ProviderFailed('asaas', status, reasonOf(json))
    return found.output
  }

  const customerOf = async ({ companyId, name, email, document }: Payer, left: AbortSignal): Promise<string> => {
    if (document === '') return fail(billingErrors.ERR_DOCUMENT_REQUIRED)
    const { data } = await call(Customers, 'GET', `/customers?cpfCnpj=${document}`, undefined, left)
    if (data[0]) return data[0].id
    const made = {
      name,
      cpfCnpj: document,
      ...(email && { email }),
      externalReference: String(companyId),
      notificationDisabled: true,
    }
    return (await call(Customer, 'POST', '/customers', made, left)).id
  }

  const find = async ({ reference, externalId }: ChargeQuery, left: AbortSignal): Promise<Payment | undefined> => {
    if (externalId !== null)
      try {
        return await call(Payment, 'GET', `/payments/${encodeURIComponent(externalId)}`, undefined, left)
      } catch (error) {
        if (error instanceof ProviderFailed && error.status === 404) return undefined
        throw error
      }
    const { data } = await call(Payments, 'GET', `/payments?externalReference=${reference}`, undefined, left)
    return data.find((one) => one.externalReference === reference)
  }

  /** Null if it cannot be read now: the payment counts nevertheless. */
  const endToEndIdOf = async ({ pixTransaction }: Payment, left: AbortSignal): Promise<string | null> => {
    if (!pixTransaction) return null
    const path = `/pix/transactions/${encodeURIComponent(pixTransaction)}`
    const found = await call(Transaction, 'GET', path, undefined, left).catch(() => null)
    return found?.endToEndIdentifier ?? null
  }

  return {
    name: 'asaas',
    needsDocument: true,
    async create(charge, left) {
      const { reference, amount, description, payer, today } = charge
      const payment =
        (await find(charge, left)) ?? // an earlier response did not arrive
        (await call(
          Payment,
          'POST',
          '/payments',
          {
            customer: await customerOf(payer, left),
            billingType: 'PIX',
            value: amount / 100,
            dueDate: today,
            description: description.slice(0, 500),
            externalReference: reference,
          },
          left,
        ))
      const { payload, expirationDate } = await call(
        QrCode,
        'GET',
        `/payments/${encodeURIComponent(payment.id)}/pixQrCode`,
        undefined,
        left,
      )
      return { code: payload, externalId: payment.id, expiresAt: expiryOf(expirationDate) }
    },
    async read(charge, left): Promise<Reading> {
      const payment = await find(charge, left)
      if (!payment) return { status: 'cancelled', paid: 0 }
      const found = receivedIn(payment)
      if (found) return { status: 'paid', ...found, endToEndId: await endToEndIdOf(payment, left) }
      // A state that we do not know may still lead to a payment.
      return { status: payment.deleted ? 'cancelled' : 'pending', paid: 0 }
    },
    async cancel(charge, left) {
      const payment = await find(charge, left)
      if (payment && !payment.deleted)
        await call(v.unknown(), 'DELETE', `/payments/${encodeURIComponent(payment.id)}`, undefined, left)
    },
    async register(address, token, left) {
      const { data } = await call(Webhooks, 'GET', '/webhooks', undefined, left)
      const known = data.find(({ url }) => url === address)
      const webhook = {
        name: 'Balcão',
        url: address,
        enabled: true,
        interrupted: false,
        apiVersion: 3,
        authToken: token,
        sendType: 'NON_SEQUENTIALLY',
        events,
      }
      if (known) await call(v.unknown(), 'PUT', `/webhooks/${encodeURIComponent(known.id)}`, webhook, left)
      else await call(v.unknown(), 'POST', '/webhooks', webhook, left)
    },
  }
}

const events = [
  'PAYMENT_RECEIVED',
  'PAYMENT_CONFIRMED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
]

/** Brazilian time without a zone. */
function expiryOf(written: string | null | undefined): number | null {
  const at = Date.parse(`${(written ?? '').replace(' ', 'T')}-03:00`)
  return Number.isNaN(at) ? null : at
}

function reasonOf(json: unknown): string {
  const found = v.safeParse(Faults, json)
  return found.success
    ? found.output.errors.map(({ code, description }) => `${code} ${description ?? ''}`.trim()).join(', ')
    : 'no reason'
}
