/** Efí: immediate charges (cob) of the Central Bank's Pix API, over TLS with a client certificate. */

import * as v from 'valibot'
import { kindOfDocument } from '../../../platform/document'
import type { Wait } from '../../../platform/gate'
import { readJson } from '../../../platform/json'
import { askOutside } from '../../../platform/outside'
import { MINUTE, SECOND } from '../../../platform/time'
import { centsOf, decimal } from './br-code'
import {
  ANSWER_WITHIN,
  CHARGE_LASTS,
  type ChargeQuery,
  MOST_ANSWER,
  type Provider,
  ProviderFailed,
  type Reading,
} from './provider'

export type EfiSettings = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Certificate and private key in PEM. */
  readonly certificate: string
  readonly ca?: string | undefined
  /** The receiver's Pix key. */
  readonly key: string
}

const Token = v.object({ access_token: v.string(), expires_in: v.number() })
const Pix = v.object({
  endToEndId: v.optional(v.string()),
  valor: v.string(),
  devolucoes: v.optional(
    v.array(v.object({ valor: v.string(), status: v.optional(v.string()), natureza: v.nullish(v.string()) })),
  ),
})
const Cob = v.object({
  status: v.string(),
  calendario: v.optional(v.object({ criacao: v.optional(v.string()), expiracao: v.optional(v.number()) })),
  loc: v.optional(v.object({ id: v.number() })),
  valor: v.object({ original: v.string() }),
  pixCopiaECola: v.optional(v.string()),
  pix: v.optional(v.array(Pix)),
})
const QrCode = v.object({ qrcode: v.string() })
const Fault = v.object({
  nome: v.optional(v.string()),
  title: v.optional(v.string()),
  mensagem: v.optional(v.string()),
  detail: v.optional(v.string()),
})

/** By address and client: a token lasts an hour, and requesting one counts against the rate limit. */
export type EfiTokens = Map<string, { readonly token: string; readonly until: number }>
export type EfiDeps = { readonly tokens: EfiTokens; readonly wait: Wait; clock(): number }
const TOKEN_MARGIN = MINUTE

export function efiProvider(settings: EfiSettings, { clock, tokens, wait }: EfiDeps): Provider {
  const { url, clientId, clientSecret, certificate, ca, key } = settings
  const identity = { cert: certificate, key: certificate, ca }
  const owner = `${url} ${clientId} ${Bun.hash(clientSecret)}`

  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    authorization: string,
    body: unknown,
    left: AbortSignal,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const { status, body: text } = await askOutside({
      method,
      identity,
      left,
      url: `${url}${path}`,
      headers: {
        authorization,
        accept: 'application/json',
        ...more,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      reach: 'any', // the operator's provider
      wait,
      limit: ANSWER_WITHIN,
      most: MOST_ANSWER,
    })
    return { status, json: readJson(text) }
  }

  const tokenFor = async (left: AbortSignal): Promise<string> => {
    const known = tokens.get(owner)
    if (known && known.until > clock()) return known.token
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const { status, json } = await send('POST', '/oauth/token', basic, { grant_type: 'client_credentials' }, left)
    const { access_token, expires_in } = status === 200 ? read(Token, json) : refuse(status, json)
    tokens.set(owner, { token: access_token, until: clock() + expires_in * SECOND - TOKEN_MARGIN })
    return access_token
  }

  /** Signs in again once if the token was revoked. */
  const call = async (
    method: 'GET' | 'PUT' | 'PATCH',
    path: string,
    body: unknown,
    left: AbortSignal,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await send(method, path, `Bearer ${await tokenFor(left)}`, body, left, more)
    if (answer.status !== 401) return answer
    tokens.delete(owner)
    return send(method, path, `Bearer ${await tokenFor(left)}`, body, left, more)
  }

  const find = async ({ reference }: Pick<ChargeQuery, 'reference'>, left: AbortSignal) => {
    const { status, json } = await call('GET', `/v2/cob/${reference}`, undefined, left)
    if (status === 200) return read(Cob, json)
    // Efí responds with 400 to an unknown reference.
    return status === 404 || nameOf(json) === 'cobranca_nao_encontrada' ? undefined : refuse(status, json)
  }

  return {
    name: 'efi',
    needsDocument: false,
    async create({ reference, amount, description, payer }, left) {
      const { document, name } = payer
      const { status, json } = await call(
        'PUT',
        `/v2/cob/${reference}`,
        {
          calendario: { expiracao: CHARGE_LASTS / SECOND },
          ...(document && {
            devedor: { [kindOfDocument(document) ?? 'cnpj']: document, nome: name.slice(0, 200) },
          }),
          valor: { original: decimal(amount) },
          chave: key,
          solicitacaoPagador: description.slice(0, 140),
        },
        left,
      )
      // The charge exists: an earlier response did not arrive.
      const cob =
        status === 201 || status === 200
          ? read(Cob, json)
          : status === 409
            ? await find({ reference }, left)
            : refuse(status, json)
      if (!cob) throw new ProviderFailed('efi', status, 'the charge is not there')
      return {
        code: cob.pixCopiaECola ?? (await codeOf(cob, left)),
        externalId: null,
        expiresAt: expiryOf(cob, clock()),
      }
    },
    async read(charge, left): Promise<Reading> {
      const cob = await find(charge, left)
      if (!cob) return { status: 'cancelled', paid: 0 }
      if (cob.status === 'CONCLUIDA')
        return { status: 'paid', ...receivedIn(cob), endToEndId: cob.pix?.at(-1)?.endToEndId ?? null }
      // A state that we do not know may still lead to a payment.
      return { status: removed.has(cob.status) ? 'cancelled' : 'pending', paid: 0 }
    },
    async cancel({ reference }, left) {
      const wanted = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      const { status, json } = await call('PATCH', `/v2/cob/${reference}`, wanted, left)
      if (status === 200 || status === 201 || status === 404 || nameOf(json) === 'cobranca_nao_encontrada') return
      const cob = await find({ reference }, left)
      if (cob && !removed.has(cob.status)) refuse(status, json)
    },
    async register(address, _token, left) {
      const path = `/v2/webhook/${encodeURIComponent(key)}`
      // The server has no certificate of Efí to check. A forged webhook does nothing: it only wakes a reading.
      const { status, json } = await call('PUT', path, { webhookUrl: address }, left, {
        'x-skip-mtls-checking': 'true',
      })
      if (status !== 200 && status !== 201) refuse(status, json)
    },
  }

  async function codeOf({ loc }: v.InferOutput<typeof Cob>, left: AbortSignal): Promise<string> {
    const { status, json } = await call('GET', `/v2/loc/${loc?.id ?? 0}/qrcode`, undefined, left)
    return status === 200 ? read(QrCode, json).qrcode : refuse(status, json)
  }
}

const expiryOf = ({ calendario }: v.InferOutput<typeof Cob>, now: number): number => {
  const created = Date.parse(calendario?.criacao ?? '')
  return (Number.isNaN(created) ? now : created) + (calendario?.expiracao ?? CHARGE_LASTS / SECOND) * SECOND
}

const removed: ReadonlySet<string> = new Set(['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'])

/** A return that is under way counts as gone; one that failed does not. */
function receivedIn({ pix = [] }: v.InferOutput<typeof Cob>): Pick<Reading, 'paid' | 'returned' | 'disputed'> {
  const returns = pix.flatMap(({ devolucoes = [] }) => devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO'))
  const sum = (all: readonly { readonly valor: string }[]) =>
    all.reduce((cents, { valor }) => cents + (centsOf(valor) ?? 0), 0)
  return {
    paid: sum(pix),
    returned: sum(returns),
    disputed: returns.some(({ natureza }) => natureza?.startsWith('MED_FRAUDE') ?? false),
  }
}

function read<S extends v.GenericSchema>(schema: S, json: unknown): v.InferOutput<S> {
  const found = v.safeParse(schema, json)
  if (!found.success) throw new ProviderFailed('efi', 200, 'an answer of another form')
  return found.output
}

const nameOf = (json: unknown): string => {
  const fault = v.safeParse(Fault, json)
  return fault.success ? (fault.output.nome ?? fault.output.title ?? '') : ''
}

function refuse(status: number, json: unknown): never {
  throw new ProviderFailed('efi', status, nameOf(json) || 'no reason')
}
