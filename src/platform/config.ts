/**
 * Reads the installation's settings from the environment; flags of `serve` override them. Reports all mistakes at once.
 */
import * as v from 'valibot'
import { readDomain } from './domain'
import { parseAddress } from './mail-address'
import { isNetwork, privateNetworks } from './networks'
import { readOutsideAllow } from './outside'
import { readSmtpUrl } from './smtp-settings'

const text = (schema: v.GenericSchema<string, string>) => v.optional(schema)

/** `true` means proxies on this machine and in private networks. Otherwise the text lists addresses and networks. */
const trusted = (words: string): readonly string[] => {
  if (['true', '1', 'yes'].includes(words)) return privateNetworks
  return ['false', '0', 'no'].includes(words) ? [] : words.split(',').map((network) => network.trim())
}

/** `host:8080` parses as a URL too, but its origin is "null", which every page without an origin has. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

const port = (usual: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port number'),
      v.transform(Number),
      v.maxValue(65_535, 'must be at most 65535'),
    ),
    usual,
  )

const Settings = v.object({
  BALCAO_DATA: v.optional(v.pipe(v.string(), v.minLength(1)), 'data'),
  BALCAO_HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '0.0.0.0'),
  BALCAO_PORT: port('8080'),
  BALCAO_DOMAIN: text(
    v.pipe(
      v.string(),
      v.check(
        (name) => readDomain(name) !== undefined,
        'must be a domain such as atende.example.com, or an IP address',
      ),
    ),
  ),
  BALCAO_ACME_EMAIL: text(v.pipe(v.string(), v.trim(), v.email('must be an e-mail address'))),
  BALCAO_ACME_URL: text(v.pipe(v.string(), v.regex(/^https?:\/\//, 'must be an https address'))),
  BALCAO_TLS_CERT: text(v.pipe(v.string(), v.regex(/^\//, 'must be an absolute path'))),
  BALCAO_TLS_KEY: text(v.pipe(v.string(), v.regex(/^\//, 'must be an absolute path'))),
  BALCAO_HTTPS_PORT: port('443'),
  BALCAO_HTTP_PORT: port('80'),
  BALCAO_PUBLIC_URL: text(
    v.pipe(v.string(), v.check(isWebAddress, 'must be an address such as https://atende.example.com')),
  ),
  BALCAO_TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(trusted),
      v.check(
        (networks) => networks.every(isNetwork),
        'must be true, false, or addresses and networks such as 10.0.0.5, 192.168.1.0/24',
      ),
    ),
    'false',
  ),
  BALCAO_METRICS_TOKEN: text(
    v.pipe(
      v.string(),
      v.regex(/^[\x21-\x7e]+$/, 'must be without spaces and accents'),
      v.minLength(16, 'must have at least 16 characters'),
    ),
  ),
  BALCAO_OUTSIDE_ALLOW: text(
    v.pipe(
      v.string(),
      v.check(
        (words) => readOutsideAllow(words) !== undefined,
        'must be networks with ports such as 192.168.1.10:5678, 10.0.0.0/8:3000',
      ),
    ),
  ),
  BALCAO_ADMIN_EMAIL: text(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('must be an e-mail address'))),
  BALCAO_ADMIN_PASSWORD: text(
    v.pipe(v.string(), v.minLength(5, 'must have 5 to 50 characters'), v.maxLength(50, 'must have 5 to 50 characters')),
  ),
  BALCAO_WHATSAPP_URL: text(v.pipe(v.string(), v.regex(/^wss?:\/\/.+/, 'must start with ws:// or wss://'))),
  BALCAO_WHATSAPP_ROOT_KEY: text(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'))),
  BALCAO_AI_URL: text(
    v.pipe(v.string(), v.check(isWebAddress, 'must be an address such as https://api.openai.com/v1')),
  ),
  BALCAO_AI_KEY: text(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, 'must be without spaces and accents'))),
  BALCAO_AI_MODEL: text(v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters'))),
  BALCAO_SMTP_URL: text(
    v.pipe(
      v.string(),
      v.check(
        (url) => readSmtpUrl(url) !== undefined,
        'must be an address such as smtp://user:password@mail.example.com:587 or smtps://…',
      ),
    ),
  ),
  BALCAO_MAIL_FROM: text(
    v.pipe(
      v.string(),
      v.check((from) => parseAddress(from) !== undefined, 'must be an address such as Balcão <atende@example.com>'),
    ),
  ),
  BALCAO_LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    ),
    'info',
  ),
})

/** A service with an OpenAI-compatible API. `key` is null when it needs none. */
export type OperatorAi = { readonly url: string; readonly key: string | null; readonly model: string }

export type Config = {
  readonly dataDir: string
  readonly host: string
  readonly port: number
  /** Of TLS with a certificate of our own, and of its challenges and redirects. */
  readonly httpsPort: number
  readonly httpPort: number
  readonly publicUrl: string | null
  /** Networks of trusted proxies. Behind one, the client's address is the last one of X-Forwarded-For. */
  readonly trustProxy: readonly string[]
  /** Bearer token that grants access to /metrics. */
  readonly metricsToken: string | null
  readonly admin: { readonly email: string | null; readonly password: string | null }
  /** Another WhatsApp server; null for the public one. */
  readonly whatsapp: { readonly url: string; readonly rootKey: string } | null
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** Setting names. `BALCAO_PUBLIC_URL` is the flag `--public-url` of `serve`. */
export const settingNames = Object.keys(Settings.entries)
export const flagOf = (setting: string) => `--${setting.slice('BALCAO_'.length).toLowerCase().replaceAll('_', '-')}`

export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * `source` maps setting names to values: `process.env` overlaid with flags. Throws `ConfigError` with all faults, also
 * those that the reader of other settings has found.
 */
export function readConfig(
  source: Readonly<Record<string, string | undefined>>,
  otherFaults: readonly string[] = [],
): Config {
  const given = Object.fromEntries(settingNames.flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
  const parsed = v.safeParse(Settings, given)
  const faults = parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  faults.push(...pairFaults(given), ...otherFaults.filter((fault) => !isNamed(faults, fault)))
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return toConfig(parsed.output)
}

/** Whether a fault of the same setting is known. */
const isNamed = (faults: readonly string[], fault: string) => {
  const [name = ''] = fault.split(':')
  return faults.some((known) => known.startsWith(`${name}:`))
}

function pairFaults(given: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (Boolean(given.BALCAO_WHATSAPP_URL) !== Boolean(given.BALCAO_WHATSAPP_ROOT_KEY))
    faults.push('BALCAO_WHATSAPP_URL and BALCAO_WHATSAPP_ROOT_KEY go together: give both or none')
  if (Boolean(given.BALCAO_AI_URL) !== Boolean(given.BALCAO_AI_MODEL))
    faults.push('BALCAO_AI_URL and BALCAO_AI_MODEL go together: give both or none')
  if (given.BALCAO_AI_KEY && !given.BALCAO_AI_URL) faults.push('BALCAO_AI_KEY needs BALCAO_AI_URL')
  if (Boolean(given.BALCAO_TLS_CERT) !== Boolean(given.BALCAO_TLS_KEY))
    faults.push('BALCAO_TLS_CERT and BALCAO_TLS_KEY go together: give both or none')
  if (given.BALCAO_PUBLIC_URL && (given.BALCAO_DOMAIN || given.BALCAO_TLS_CERT))
    faults.push('BALCAO_PUBLIC_URL is for a proxy that brings TLS: leave it out with BALCAO_DOMAIN or BALCAO_TLS_CERT')
  if (Boolean(given.BALCAO_SMTP_URL) !== Boolean(given.BALCAO_MAIL_FROM))
    faults.push('BALCAO_SMTP_URL and BALCAO_MAIL_FROM go together: give both or none')
  if (given.BALCAO_ADMIN_PASSWORD && !given.BALCAO_ADMIN_EMAIL)
    faults.push('BALCAO_ADMIN_PASSWORD needs BALCAO_ADMIN_EMAIL')
  return faults
}

function toConfig(settings: v.InferOutput<typeof Settings>): Config {
  const { BALCAO_WHATSAPP_URL: url, BALCAO_WHATSAPP_ROOT_KEY: rootKey } = settings
  return {
    dataDir: settings.BALCAO_DATA,
    host: settings.BALCAO_HOST,
    port: settings.BALCAO_PORT,
    httpsPort: settings.BALCAO_HTTPS_PORT,
    httpPort: settings.BALCAO_HTTP_PORT,
    publicUrl: settings.BALCAO_PUBLIC_URL ?? null,
    trustProxy: settings.BALCAO_TRUST_PROXY,
    metricsToken: settings.BALCAO_METRICS_TOKEN ?? null,
    admin: {
      email: settings.BALCAO_ADMIN_EMAIL ?? null,
      password: settings.BALCAO_ADMIN_PASSWORD ?? null,
    },
    whatsapp: url && rootKey ? { url, rootKey: rootKey.toLowerCase() } : null,
    logLevel: settings.BALCAO_LOG_LEVEL,
  }
}
