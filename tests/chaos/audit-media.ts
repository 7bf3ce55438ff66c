/** Files are complete wherever they are shown, and missing only if a fault removed them. */
import { clientIdOf } from './actions'
import type { Finding } from './audit'
import { fileFor } from './files'
import { isHandedOverDeleted, type Records, type Row } from './records'

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

export async function auditMedia(records: Records): Promise<Finding[]> {
  const { plan, performed, environment, rowById, rowByClientId } = records
  const findings: Finding[] = []
  const add = (what: string, row: Row | undefined) =>
    void findings.push({ rule: 'file', what, id: row?.externalId ?? null, companyNumber: null })
  for (const { n, by, action, at } of plan.operations) {
    if (action.do !== 'file') continue
    const row = by === 'attendant' ? rowByClientId.get(clientIdOf(n)) : rowById.get(performed.said.get(n) ?? '')
    if (!row || isHandedOverDeleted(records, row)) continue // lost or never posted, which other rules report
    const { sha256: wanted, name } = fileFor(environment.size.seed, n, action.kind)
    const { state, file } = JSON.parse(row.media ?? '{}') as { state?: string; file?: string }
    if (by === 'attendant') findings.push(...(await auditPhones(records, row, name)))
    const isRemade = by === 'attendant' && action.kind === 'voice' // we put it into another container
    const bytes = records.fileOf(row)
    if (state !== 'ready') {
      if (!isExcused(records, at, row)) add(`${name} is ${state}, and no fault explains it`, row)
    } else if (!bytes || sha256(bytes) !== file) add(`${name} is not complete on the disk`, row)
    else if (!isRemade && file !== wanted) add(`${name} is not what was sent`, row)
  }
  return findings
}

/** A fault deleted it before the download, or declared a wrong hash. */
function isExcused({ plan, faultsAt, lineOf }: Records, at: number, row: Row): boolean {
  const isGone = plan.faults.some(({ kind, at: when }) => kind === 'mediaExpired' && when >= at - 2_000)
  return isGone || faultsAt(row.createdAt, lineOf(row) ?? '', ['wrongHash']).length > 0
}

/** Each phone has the same file as we. */
async function auditPhones({ copies, isOurs, environment }: Records, row: Row, name: string): Promise<Finding[]> {
  const kept = (JSON.parse(row.media ?? '{}') as { file?: string }).file
  const findings: Finding[] = []
  for (const { phone, entry } of copies.get(row.externalId ?? '') ?? []) {
    if (isOurs(phone)) continue
    const bytes = entry.media === null ? undefined : await environment.testbed.media(entry.media)
    if (!bytes || sha256(bytes) !== kept)
      findings.push({
        rule: 'file',
        what: `${name} is not complete at ${phone}`,
        id: row.externalId,
        companyNumber: null,
      })
  }
  return findings
}
