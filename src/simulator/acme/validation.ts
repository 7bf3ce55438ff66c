/** Validates challenges as an authority does, by connecting to the server. */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { findAfter, readAll } from '../../platform/acme/der'
import { alternativeNamesOf, ids, reverseName } from '../../platform/acme/x509'

const WITHIN = 5000
const LONGEST_ANSWER = 1024

export type Validation = {
  readonly name: string
  /** Where the name leads. */
  readonly address: string
  readonly token: string
  readonly answer: string
  readonly httpPort: number
  readonly tlsPort: number
}
type Failure = { readonly type: string; readonly detail: string }

export const validate = (type: string, wanted: Validation): Promise<Failure | undefined> =>
  type === 'http-01' ? overHttp(wanted) : overTls(wanted)

async function overHttp({ name, address, token, answer, httpPort }: Validation): Promise<Failure | undefined> {
  const url = `http://${name}/.well-known/acme-challenge/${token}`
  try {
    const response = await fetch(`http://${address}:${httpPort}/.well-known/acme-challenge/${token}`, {
      headers: { host: isIP(name) === 6 ? `[${name}]` : name },
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN),
    })
    const body = (await response.text()).slice(0, LONGEST_ANSWER)
    if (response.status !== 200)
      return { type: 'unauthorized', detail: `${address}: Invalid response from ${url}: ${response.status}` }
    if (body.trimEnd() === answer) return undefined
    return {
      type: 'unauthorized',
      detail: `The key authorization file from the server did not match this challenge. Expected "${answer}" (got "${body.slice(0, 80)}")`,
    }
  } catch (error) {
    return {
      type: 'connection',
      detail: `${address}: Fetching ${url}: ${error instanceof Error ? error.message : error}`,
    }
  }
}

function overTls({ name, address, answer, tlsPort }: Validation): Promise<Failure | undefined> {
  const digest = createHash('sha256').update(answer).digest()
  return new Promise((resolve) => {
    const socket = connect(
      {
        host: address,
        port: tlsPort,
        servername: isIP(name) ? reverseName(name) : name,
        ALPNProtocols: ['acme-tls/1'],
        rejectUnauthorized: false,
      },
      () => {
        const fail = (detail: string) => resolve({ type: 'unauthorized', detail })
        const { raw } = socket.getPeerCertificate()
        const value = raw && findAfter(raw, ids.acmeIdentifier)
        if (socket.alpnProtocol !== 'acme-tls/1')
          fail('Cannot negotiate ALPN protocol "acme-tls/1" for tls-alpn-01 challenge')
        else if (!raw || alternativeNamesOf(raw).join() !== name)
          fail('Received certificate with unexpected identifiers')
        else if (!value || !readAll(value.body)[0]?.body.equals(digest))
          fail('Received certificate with unexpected acmeValidationV1 extension value')
        else resolve(undefined)
        socket.end()
      },
    )
    socket.setTimeout(WITHIN, () => socket.destroy(new Error('Timeout during connect')))
    socket.on('error', (error) => resolve({ type: 'connection', detail: `${address}: ${error.message}` }))
  })
}
