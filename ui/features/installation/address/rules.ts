/** What the page says about an address and its certificate. Pure. */
import type { InstallationAddress } from '../../../../src/operator/certificates/contract'

export type Tone = 'good' | 'warn' | 'bad' | 'plain'
export type Head =
  | 'off'
  | 'plain'
  | 'waiting'
  | 'running'
  | 'good'
  | 'goodIp'
  | 'failing'
  | 'ending'
  | 'expired'
  | 'missing'
export type Sentence =
  | 'off'
  | 'plain'
  | 'waiting'
  | 'running'
  | 'good'
  | 'goodIp'
  | 'files'
  | 'failing'
  | 'expired'
  | 'expiredFiles'
  | 'missing'
  | 'missingFiles'

/** Whether this page came over TLS, or from this machine. */
export const isSecure = () => globalThis.isSecureContext !== false

type State = Pick<InstallationAddress, 'kind' | 'state' | 'certificate'>

/** Files are replaced by hand, so their end is announced. */
const ENDING = 14 * 24 * 60 * 60_000

export function headOf(
  { kind, state, certificate }: State,
  now: number,
): { head: Head; sentence: Sentence; tone: Tone } {
  const isFiles = kind === 'files'
  switch (state) {
    case 'off':
      return isSecure()
        ? { head: 'off', sentence: 'off', tone: 'plain' }
        : { head: 'plain', sentence: 'plain', tone: 'warn' }
    case 'waiting':
    case 'running':
      return { head: state, sentence: state, tone: 'plain' }
    case 'failing':
      return { head: 'failing', sentence: 'failing', tone: 'bad' }
    case 'expired':
      return { head: 'expired', sentence: isFiles ? 'expiredFiles' : 'expired', tone: 'bad' }
    case 'missing':
      return { head: 'missing', sentence: isFiles ? 'missingFiles' : 'missing', tone: 'bad' }
    case 'good': {
      if (kind === 'ip') return { head: 'goodIp', sentence: 'goodIp', tone: 'good' }
      if (!isFiles) return { head: 'good', sentence: 'good', tone: 'good' }
      const isEnding = certificate !== null && Date.parse(certificate.to) - now < ENDING
      return { head: isEnding ? 'ending' : 'good', sentence: 'files', tone: isEnding ? 'warn' : 'good' }
    }
  }
}

/** What a browser allows under an address with and without a domain and TLS. */
export const works = [
  { what: 'voice', needs: 'tls' },
  { what: 'push', needs: 'tls' },
  { what: 'app', needs: 'tls' },
  { what: 'passkey', needs: 'domain' },
  { what: 'meta', needs: 'domain' },
] as const

/** For the program that has port 80: it passes validations on and keeps everything else. */
export const nginxPart = (port: number): string =>
  [
    'location /.well-known/acme-challenge/ {',
    `    proxy_pass http://127.0.0.1:${port};`,
    '    proxy_set_header Host $host;',
    '}',
    '',
  ].join('\n')
