/** The certificate of a node: for the fleet's servers and for other nodes. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import {
  certificatesIn,
  isNodeName,
  type NodeCertificate,
  nodeNamedIn,
  tlsNameOf,
} from '../../fleet/forwarding/identity'
import { FleetRefused } from '../../fleet/refused'
import type { FleetSettings } from '../../fleet/settings'

/** Throws `FleetRefused` with everything that is wrong. */
export function readNodeCertificate(settings: FleetSettings, now: number): NodeCertificate {
  const { node } = settings
  const faults: string[] = []
  const read = (setting: string, path: string | undefined): string => {
    if (path === undefined) {
      faults.push(`${setting} is missing: nodes know each other by certificates (balcao fleet init makes them)`)
      return ''
    }
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      faults.push(`${setting}: ${path} cannot be read (${error instanceof Error ? error.message : error})`)
      return ''
    }
  }
  if (!isNodeName(node))
    faults.push('BALCAO_FLEET_NODE must be 1 to 40 small letters, digits and hyphens, such as node-1')
  const certificate = {
    ca: read('BALCAO_FLEET_CA', settings.ca),
    cert: read('BALCAO_FLEET_CERT', settings.cert),
    key: read('BALCAO_FLEET_KEY', settings.key),
  }
  if (faults.length === 0) faults.push(...keyFaults(settings), ...certificateFaults(settings, certificate, now))
  if (faults.length > 0) throw new FleetRefused(faults)
  return certificate
}

/** A process that reads the key can pass for this node. */
const keyFaults = ({ key = '' }: FleetSettings): string[] =>
  (statSync(key).mode & 0o077) === 0
    ? []
    : [`BALCAO_FLEET_KEY: ${key} can be read by other users of this machine; close it to them: chmod 600 ${key}`]

function certificateFaults({ node, cert, key }: FleetSettings, pem: NodeCertificate, now: number): string[] {
  try {
    const own = new X509Certificate(pem.cert)
    const authorities = certificatesIn(pem.ca)
    const faults: string[] = []
    if (nodeNamedIn(own) !== node)
      faults.push(
        `BALCAO_FLEET_CERT: ${cert} is not the certificate of node "${node}": it must name ${tlsNameOf(node)}, not ${own.subjectAltName ?? 'nothing'}`,
      )
    if (!own.checkPrivateKey(createPrivateKey(pem.key)))
      faults.push(`BALCAO_FLEET_KEY: ${key} is the key of another certificate`)
    if (!authorities.some((authority) => own.checkIssued(authority) && own.verify(authority.publicKey)))
      faults.push(`BALCAO_FLEET_CERT: ${cert} was not issued by the authority in BALCAO_FLEET_CA`)
    if (now < Date.parse(own.validFrom) || now > Date.parse(own.validTo))
      faults.push(
        `BALCAO_FLEET_CERT: ${cert} is valid from ${own.validFrom} to ${own.validTo}, and the clock of this machine says ${new Date(now).toUTCString()}`,
      )
    return faults
  } catch (error) {
    return [
      `BALCAO_FLEET_CERT, BALCAO_FLEET_KEY and BALCAO_FLEET_CA must be files in PEM (${error instanceof Error ? error.message : error})`,
    ]
  }
}
