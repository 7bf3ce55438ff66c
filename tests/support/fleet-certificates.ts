/** Certificates of a fleet: an authority, and what it signs for nodes and for others. */
import type { KeyObject } from 'node:crypto'
import { tlsNameOf } from '../../src/fleet/forwarding/identity'
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
const [LONG_AGO, YESTERYEAR, FAR_AHEAD] = [Date.UTC(2020), Date.UTC(2021), Date.UTC(2120)]

export function newAuthority(name = 'fleet') {
  const key = newKey()
  const make = (subject: string, of: KeyObject, extensions: readonly Buffer[], to = FAR_AHEAD) =>
    pemOf(
      certificate({ subject, issuer: name, publicKey: publicKeyOf(of), from: LONG_AGO, to, extensions }, key),
      'CERTIFICATE',
    )
  const ca = make(name, key, [extension(BASIC_CONSTRAINTS, sequence(boolean(true)), true)])
  const issue = (subject: string, names: readonly string[], to?: number) => {
    const own = newKey()
    const extensions = names.map((one) => extension(ids.subjectAltName, alternativeNames(one)))
    return { cert: make(subject, own, extensions, to), key: pemOfKey(own), ca }
  }
  return {
    ca,
    node: (node: string) => issue('node', [tlsNameOf(node)]),
    expiredNode: (node: string) => issue('node', [tlsNameOf(node)], YESTERYEAR),
    /** Of a program that is no node, such as a log server. */
    other: (host: string) => issue('server', [host]),
    /** Of a user of the log servers, by common name. */
    named: (name: string, host: string) => issue(name, [host]),
  }
}
