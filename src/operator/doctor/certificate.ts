/** Checks of the certificate of the installation's own address. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createEncryption } from '../../platform/encryption'
import type { WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { createSettingsReader, OPERATOR_SECRETS, readEnvironment } from '../../settings/operator/settings'
import { addressIn } from '../certificates/address'
import { listAttempts } from '../certificates/attempts'
import type { Cause } from '../certificates/contract'
import { mailTexts } from '../certificates/mail-texts'
import { isShort, renewalAt, troubleIn } from '../certificates/schedule'
import { readFiles, type ServerCertificate, TlsStore } from '../certificates/store'
import { TLS_KEYS, tlsFilesInControl, tlsFilesInFolder, tlsFolder } from '../certificates/tls-files'
import { type Finding, note, ok, problem } from './finding'

const ABOUT = 'certificate'
/** Days of files that a person replaces. */
const ENDING = 14 * DAY

type CertificateExamination = {
  readonly dataDir: string
  readonly control: WritableControl
  readonly secret: Uint8Array
  readonly settings: Readonly<Record<string, string | undefined>>
  readonly now: number
}

export function examineCertificate({ dataDir, control, secret, settings, now }: CertificateExamination): Finding[] {
  const environment = readEnvironment(settings).values
  const { read } = createSettingsReader(control, createEncryption(secret, OPERATOR_SECRETS), { environment })
  const address = addressIn({ read })
  if (address.kind === 'proxy') return [ok(ABOUT, 'none: a proxy brings TLS, or there is none')]
  const findings = examineKeys(dataDir)
  if (address.kind === 'files') {
    const { pair } = readFiles(address.cert, address.key)
    if (pair) return [...findings, ...examineLife(pair, now, ENDING, 'Put a new one into the same files.')]
    const words = `${address.cert} and ${address.key} cannot be read by this user, or the key is not the certificate's`
    return [...findings, problem(ABOUT, words, 'Correct the files or their permissions.')]
  }
  const files = settings.BALCAO_FLEET
    ? tlsFilesInControl(control, createEncryption(secret, TLS_KEYS))
    : tlsFilesInFolder(dataDir)
  const stored = new TlsStore(files).certificate()
  const served = stored?.names.includes(address.name) ? stored : undefined
  const attempts = listAttempts(control, address.name, 20)
  const { failures } = troubleIn(attempts)
  const [last] = attempts.filter(({ state }) => state === 'failed')
  if (failures > 0 && last)
    findings.push(problem(ABOUT, `${failures} failed attempts: ${last.detail ?? last.cause}`, remedyOf(last.cause)))
  if (served) return [...findings, ...examineLife(served, now, isShort(served) ? DAY : 7 * DAY, 'See above.')]
  return failures > 0
    ? findings
    : [...findings, note(ABOUT, `none yet for ${address.name}: the server gets it when it runs`)]
}

const remedyOf = (cause: Cause | null) => mailTexts.en.causes[cause ?? 'refused']

function examineLife(served: ServerCertificate, now: number, ending: number, remedy: string): Finding[] {
  const until = `${served.names.join(', ')}, until ${new Date(served.to).toISOString().slice(0, 10)}`
  if (served.to <= now) return [problem(ABOUT, `has expired: ${until}`, remedy)]
  if (served.to - now < ending) return [note(ABOUT, `ends soon: ${until}`)]
  return [ok(ABOUT, `${until}; renewed from ${new Date(renewalAt(served, null)).toISOString().slice(0, 10)}`)]
}

function examineKeys(dataDir: string): Finding[] {
  const paths = [tlsFolder(dataDir), join(tlsFolder(dataDir), 'certificate.pem')]
  return paths
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
    .map((path) => problem(ABOUT, `${path} can be read by other users of this machine`, `chmod go= ${path}`))
}
