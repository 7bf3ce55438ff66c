/** Certificates for NATS servers and nodes of a test, from an authority of its own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boolean, sequence } from '../../src/platform/acme/der'
import {
  alternativeNames,
  certificate,
  extension,
  ids,
  newKey,
  pemOf,
  pemOfKey,
  publicKeyOf,
} from '../../src/platform/acme/x509'

const BASIC_CONSTRAINTS = '2.5.29.19'
/** Valid at any hour to which tests shift the clock. */
const span = { from: Date.UTC(2020, 0), to: Date.UTC(2045, 0) }

export type Pair = { readonly cert: string; readonly key: string }
export type Authority = {
  /** Path of its certificate. */
  readonly ca: string
  /** Paths of a certificate and its key. `name` is the common name; `host` the address or domain it is valid for. */
  issue(name: string, host?: string): Pair
}

export function newAuthority(folder: string, name = 'fleet'): Authority {
  const key = newKey()
  const isAuthority = extension(BASIC_CONSTRAINTS, sequence(boolean(true)), true)
  const own = { subject: name, issuer: name, publicKey: publicKeyOf(key), ...span, extensions: [isAuthority] }
  const ca = join(folder, `${name}.pem`)
  writeFileSync(ca, pemOf(certificate(own, key), 'CERTIFICATE'))
  return {
    ca,
    issue(subject, host = '127.0.0.1') {
      const subjectKey = newKey()
      const extensions = [extension(ids.subjectAltName, alternativeNames(host))]
      const parts = { subject, issuer: name, publicKey: publicKeyOf(subjectKey), ...span, extensions }
      const paths = { cert: join(folder, `${name}-${subject}.pem`), key: join(folder, `${name}-${subject}.key`) }
      writeFileSync(paths.cert, pemOf(certificate(parts, key), 'CERTIFICATE'))
      writeFileSync(paths.key, pemOfKey(subjectKey), { mode: 0o600 })
      return paths
    },
  }
}

/** What a node may do: it reads, writes and purges, but creates and deletes no streams. */
const nodePermissions = `publish: [
  "log.>", "$KV.>", "$O.>", "$SYS.REQ.SERVER.PING.JSZ",
  "$JS.API.INFO", "$JS.API.STREAM.INFO.*", "$JS.API.STREAM.PURGE.*", "$JS.API.STREAM.MSG.GET.*", "$JS.API.DIRECT.GET.>"
], subscribe: ["_INBOX.>", "stored.>"]`

/** Lines for `startNats`: mutual TLS, between servers too; the common names `node` and `init` are the users. */
export function natsTls(authority: Authority) {
  const { cert, key } = authority.issue('server')
  const files = `cert_file: "${cert}", key_file: "${key}", ca_file: "${authority.ca}"`
  return {
    tls: `tls { ${files}, verify_and_map: true }`,
    clusterTls: `, tls { ${files}, verify: true }`,
    users: `users: [ { user: "CN=node", permissions: { ${nodePermissions} } }, { user: "CN=init" } ]`,
  }
}
